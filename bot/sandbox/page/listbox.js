/** A list to choose from, worked by keyboard from the box that it belongs to, as ARIA's combobox pattern has it. */

import { el, freshId, refill } from "./dom.js";
import { drawn, icon } from "./icons.js";

/**
 * @typedef {{id: string, label: string, detail?: string, note?: string, mark?: Node, chosen?: boolean,
 *   disabled?: boolean, value?: any}} Entry
 */

export class Listbox {
  /**
   * @param {{label: string, multiple?: boolean, onPick: (entry: Entry) => void}} options
   */
  constructor({ label, multiple = false, onPick }) {
    this.onPick = onPick;
    this.multiple = multiple;
    this.entries = [];
    this.at = -1;
    this.owner = null;
    this.list = el("ul", { role: "listbox", id: freshId("list"), class: "listbox", "aria-label": label });
    if (multiple) this.list.setAttribute("aria-multiselectable", "true");
    this.heading = el("div", { class: "listbox-heading" });
    this.element = el("div", { class: "popup", hidden: true }, this.heading, this.list);
    // The box keeps the focus while the list is used with the mouse.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get isOpen() {
    return !this.element.hidden;
  }

  get active() {
    return this.entries[this.at] ?? null;
  }

  /** Ties the list to the box from which it is worked. */
  belongTo(owner) {
    if (this.owner && this.owner !== owner) this.close();
    this.owner = owner;
    owner.setAttribute("aria-controls", this.list.id);
    owner.setAttribute("aria-expanded", String(this.isOpen));
  }

  /**
   * Shows entries. `at` is the one to begin with, -1 none; the same entry stays active if `keep` is set.
   * @param {Entry[]} entries
   */
  show(entries, { heading = "", at = 0, keep = false } = {}) {
    const was = this.active?.id;
    this.entries = entries;
    this.heading.textContent = heading;
    this.heading.hidden = !heading;
    this.options = entries.map((entry, index) => this.option(entry, index));
    refill(this.list, this.options);
    this.list.hidden = !entries.length;
    this.element.hidden = false;
    this.owner?.setAttribute("aria-expanded", "true");
    const kept = keep ? entries.findIndex((each) => each.id === was) : -1;
    this.moveTo(kept >= 0 ? kept : Math.min(at, entries.length - 1));
  }

  /** Shows a sentence in place of entries. */
  say(sentence) {
    this.show([], { heading: sentence, at: -1 });
  }

  close() {
    this.element.hidden = true;
    this.at = -1;
    this.owner?.setAttribute("aria-expanded", "false");
    this.owner?.removeAttribute("aria-activedescendant");
  }

  option(entry, index) {
    const option = el(
      "li",
      {
        role: "option",
        id: `${this.list.id}-${index}`,
        class: ["option", this.multiple && "tickable"],
        "aria-selected": String(Boolean(entry.chosen)),
        "aria-disabled": entry.disabled ? "true" : null,
      },
      entry.mark && el("span", { class: "option-mark" }, entry.mark),
      el(
        "span",
        { class: "option-text" },
        el("span", { class: "option-label" }, drawn(entry.label)),
        entry.detail && el("span", { class: "option-detail" }, drawn(entry.detail)),
      ),
      entry.note && el("span", { class: "option-note" }, entry.note),
      this.multiple && el("span", { class: "tick" }, icon("check")),
    );
    option.addEventListener("click", () => entry.disabled || this.onPick(entry));
    option.addEventListener("mousemove", () => this.at === index || this.moveTo(index, false));
    return option;
  }

  moveTo(index, scroll = true) {
    this.options?.[this.at]?.classList.remove("active");
    this.at = index;
    const option = this.options?.[index];
    if (!option) {
      this.owner?.removeAttribute("aria-activedescendant");
      return;
    }
    option.classList.add("active");
    if (!this.multiple) {
      for (const each of this.options) each.setAttribute("aria-selected", String(each === option));
    }
    this.owner?.setAttribute("aria-activedescendant", option.id);
    if (scroll) option.scrollIntoView({ block: "nearest" });
  }

  /** Moves by so many entries, around the ends. */
  move(step) {
    const count = this.entries.length;
    if (count) this.moveTo(this.at < 0 ? (step > 0 ? 0 : count - 1) : (this.at + step + count) % count);
  }

  /**
   * Takes a key of the box; says whether it was one for the list. Escape is left to the box, which also has its ends.
   * @param {KeyboardEvent} event
   */
  take(event) {
    if (!this.isOpen) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };
    if (event.key in steps) {
      const far = Math.abs(steps[event.key]) > 1;
      if (far) this.moveTo(Math.max(0, Math.min(this.entries.length - 1, this.at + steps[event.key])));
      else this.move(steps[event.key]);
    } else if ((event.key === "Enter" || event.key === "Tab") && this.active && !event.shiftKey) {
      if (this.active.disabled) return false;
      this.onPick(this.active);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }
}
