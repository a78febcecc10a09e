/** A command being filled in: its name, a box for each option in use, and a last box that finds the others. */

import { el } from "./dom.js";
import { narrowed, OptionField, whyNot } from "./optionfield.js";
import { divided } from "./spoken.js";

export class CommandLine {
  /**
   * @param {any} command
   * @param {{world: import("./world.js").World, channel: any, list: import("./listbox.js").Listbox,
   *   onSend: () => void, onLeave: () => void}} around
   */
  constructor(command, around) {
    this.command = command;
    this.around = around;
    /** @type {OptionField[]} */ this.fields = [];
    this.boxes = el("span", { class: "option-fields" });
    this.tail = el("input", {
      type: "text",
      class: "option-tail",
      role: "combobox",
      "aria-label": "Add an option, or press Enter to send",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
    });
    this.element = el(
      "div",
      { class: "command-line", role: "group", "aria-label": `Command /${command.line}` },
      el("span", { class: "command-name" }, `/${command.line}`),
      this.boxes,
      this.tail,
    );
    this.element.addEventListener("click", (event) => event.target === this.element && this.tail.focus());
    this.work(this.tail, null);
    for (const option of command.options) if (option.required) this.add(option, false);
    this.hint();
  }

  /** The options that are not in use yet. */
  get left() {
    return this.command.options.filter((each) => !this.fields.some((field) => field.name === each.name));
  }

  hint() {
    const count = this.left.length;
    this.tail.placeholder = count ? `+${count} optional` : "";
    this.tail.classList.toggle("useless", !count);
  }

  /** Takes what was written behind the command's name; without a name it is the first option that has to be given. */
  begin(rest = "") {
    (this.fields[0]?.input ?? this.tail).focus();
    this.tail.value = rest.trimStart();
    this.take(rest, null);
    const first = this.tail.value && this.fields.find((each) => !each.text);
    if (first) {
      first.write(this.tail.value);
      this.tail.value = "";
    }
    this.offer();
  }

  /**
   * Reads what is written in a box: whatever stands behind the `name:` of an option that has no value yet goes into the
   * box of that option, which then has the focus.
   */
  take(text, field) {
    const own = field ? `${field.name}:` : "";
    const isNamed = text.trimStart().toLowerCase().startsWith(own);
    const isFree = ({ name }) => name === field?.name || !this.fields.find((each) => each.name === name)?.text;
    const free = this.command.options.filter(isFree);
    const { loose, pairs } = divided(
      isNamed ? text : own + text,
      free.map((each) => each.name),
    );
    if (pairs.length === (isNamed ? 0 : 1)) return;
    if (!field) this.tail.value = loose;
    for (const [name, value] of pairs) {
      const known = this.fields.find((each) => each.name === name);
      const box = known ?? this.add(free.find((each) => each.name === name));
      box.write(value);
      box.input.focus();
    }
  }

  add(option, focus = true) {
    const { world, channel } = this.around;
    const field = new OptionField(option, {
      world,
      channel,
      line: this.command.line,
      others: () => this.others(option.name),
    });
    this.fields.push(field);
    this.boxes.append(field.element);
    this.work(field.input, field);
    this.hint();
    if (focus) field.input.focus();
    return field;
  }

  remove(field) {
    const at = this.fields.indexOf(field);
    this.fields.splice(at, 1);
    field.element.remove();
    this.hint();
    (this.fields[at - 1]?.input ?? this.tail).focus();
  }

  /** The values of the other options, as far as they are values. */
  others(name) {
    const rest = this.fields.filter((each) => each.name !== name).map((each) => [each.name, each.peek()]);
    return Object.fromEntries(rest.filter(([, value]) => value !== undefined));
  }

  /** All values, or null when one is wrong or something is left that nobody reads; that then has the focus. */
  values() {
    const unread = this.tail.value.trim();
    if (unread) {
      const names = this.left.map((each) => `${each.name}:`).join(" ");
      this.tail.focus();
      this.around.list.say(
        names
          ? `Not sent: “${unread}” belongs to no option. Put a name before it: ${names}`
          : `Not sent: /${this.command.line} does not take “${unread}”`,
      );
      return null;
    }
    const pairs = this.fields.map((each) => [each.name, each.value()]);
    const wrong = this.fields.find((each) => each.error);
    if (!wrong) return Object.fromEntries(pairs);
    wrong.input.focus();
    this.offer();
    return null;
  }

  // Working the boxes.

  work(input, field) {
    const { list } = this.around;
    input.addEventListener("focus", () => {
      list.belongTo(input);
      this.current = field;
      this.offer();
    });
    input.addEventListener("blur", () => list.owner === input && list.close());
    input.addEventListener("input", () => {
      this.take(input.value, field);
      this.offer();
    });
    input.addEventListener("keydown", (event) => this.key(event, input, field));
  }

  /** Shows what fits the box in use. */
  async offer() {
    const { list } = this.around;
    const field = this.current;
    if (!field) {
      const found = narrowed(
        this.left.map((each) => ({ id: each.name, label: each.name, detail: each.description, value: each })),
        this.tail.value,
      );
      if (found.length) list.show(found, { heading: "Options", at: this.tail.value ? 0 : -1 });
      else if (this.tail.value) list.say("There is no such option");
      else list.close();
      return;
    }
    if (field.option.autocomplete && !list.entries.length) list.say("Loading options…");
    let found;
    try {
      found = await field.suggest();
    } catch (error) {
      if (this.current === field) list.say(whyNot(error));
      return;
    }
    if (found === undefined || this.current !== field || document.activeElement !== field.input) return;
    if (found?.length) list.show(found, { heading: field.heading, at: field.isWritten ? -1 : 0 });
    else list.say(found ? `${field.heading} · Nothing fits` : field.heading);
  }

  /** An entry of the list was chosen. */
  pick(entry) {
    const field = this.current;
    if (!field) {
      this.tail.value = "";
      this.add(entry.value);
      return;
    }
    field.pick(entry);
    this.next(field);
  }

  next(field) {
    const empty = this.fields.slice(this.fields.indexOf(field) + 1).find((each) => !each.text);
    (empty?.input ?? this.tail).focus();
  }

  /** @param {KeyboardEvent} event */
  key(event, input, field) {
    const { list, onSend, onLeave } = this.around;
    if (event.isComposing) return;
    if (event.key === "Tab" && !event.shiftKey && !field && list.isOpen && list.at < 0) list.move(1);
    if (list.take(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      onSend();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (list.isOpen && list.entries.length) list.close();
      else onLeave();
    } else if (event.key === "Backspace" && !input.value) {
      event.preventDefault();
      this.back(field);
    } else if (event.key === "ArrowDown" && !list.isOpen) {
      event.preventDefault();
      this.offer();
    }
  }

  /** Backspace in an empty box. */
  back(field) {
    const last = this.fields.at(-1);
    if (field && !field.option.required) this.remove(field);
    else if (!field && last) last.input.focus();
    else if (field && field !== this.fields[0]) this.fields[this.fields.indexOf(field) - 1].input.focus();
    else this.around.onLeave();
  }
}
