/** Menus of messages and modals: one entry or several, of texts or of people, roles and channels. */

import { el, refill } from "./dom.js";
import { drawn, icon } from "./icons.js";
import { Listbox } from "./listbox.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;

/** The entries of a menu: its own, or what there is of that kind where it stands. */
function choices(part, channel, world) {
  if (part.type === STRING) {
    return part.options.map((each) => ({
      id: each.value,
      label: each.label,
      detail: each.description,
      emoji: each.emoji?.name,
    }));
  }
  const guild = world.guilds.get(channel.guild_id);
  const found = [];
  if (part.type === USER || part.type === MENTIONABLE) {
    const users = guild ? guild.members.map((each) => each.user) : [world.me, ...channel.recipients];
    found.push(...users.map((each) => ({ id: each.id, label: world.name(each.id) })));
  }
  if (part.type === ROLE || part.type === MENTIONABLE) {
    found.push(...(guild?.roles ?? []).map((each) => ({ id: each.id, label: `@${each.name.replace(/^@/, "")}` })));
  }
  if (part.type === CHANNEL) {
    const wanted = part.channel_types ?? [];
    const channels = world.channelsOf(channel.guild_id).filter((each) => !wanted.length || wanted.includes(each.type));
    found.push(...channels.map((each) => ({ id: each.id, label: `#${each.name}` })));
  }
  return found;
}

export class Menu {
  /**
   * @param {any} part the component
   * @param {any} channel where it stands
   * @param {import("./world.js").World} world
   * @param {(values: string[]) => void} onChosen called once the choice is made
   */
  constructor(part, channel, world, onChosen) {
    this.part = part;
    this.onChosen = onChosen;
    this.choices = choices(part, channel, world);
    this.filter = "";
    this.chosen = new Set((part.options ?? []).filter((each) => each.default).map((each) => each.value));
    this.given = [...this.chosen].join();
    this.low = part.min_values ?? 1;
    this.high = part.max_values ?? 1;
    this.multiple = this.high > 1;
    this.build();
  }

  build() {
    const label = this.part.placeholder || "Make a selection";
    this.shown = el("span", { class: "menu-shown" });
    this.box = el(
      "button",
      {
        type: "button",
        class: "menu-box",
        role: "combobox",
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        "aria-label": label,
        disabled: this.part.disabled,
      },
      this.shown,
      icon("chevron"),
    );
    this.list = new Listbox({ label, multiple: this.multiple, onPick: (entry) => this.pick(entry) });
    this.list.belongTo(this.box);
    this.done = el("button", { type: "button", class: "button primary menu-done", on: { click: () => this.close() } });
    if (this.multiple) this.list.element.append(el("div", { class: "menu-foot" }, this.done));
    this.box.addEventListener("click", () => (this.list.isOpen ? this.close() : this.open()));
    this.box.addEventListener("keydown", (event) => this.key(event));
    // The press of a button inside the list must not take the focus, or the list would close under it.
    this.box.addEventListener("blur", () => this.close());
    this.element = el("div", { class: "menu" }, this.box, this.list.element);
    this.tell();
  }

  /** Writes the choice into the box. */
  tell() {
    const labels = this.choices.filter((each) => this.chosen.has(each.id)).map((each) => each.label);
    refill(this.shown, drawn(labels.join(", ") || this.part.placeholder || "Make a selection"));
    this.shown.classList.toggle("placeholder", !labels.length);
    const count = this.chosen.size;
    const wanted = this.low === this.high ? `${this.low}` : `${this.low} to ${this.high}`;
    this.done.textContent = count < this.low ? `Choose ${wanted} (${count} so far)` : `Done (${count} chosen)`;
    this.done.disabled = count < this.low;
  }

  open() {
    if (this.box.disabled || this.box.getAttribute("aria-disabled") === "true") return;
    this.filter = "";
    this.show();
    this.makeRoom();
    this.list.element.scrollIntoView({ block: "nearest" });
  }

  /** Leaves the list so much height that the picture that it speaks of, with its numbers, stays in sight as a whole. */
  makeRoom() {
    const view = this.element.closest(".messages");
    const picture = this.element.closest("article")?.querySelector(".picture");
    if (!view || !picture) return;
    const above = this.box.getBoundingClientRect().bottom - picture.getBoundingClientRect().top;
    const foot = this.list.element.offsetHeight - this.list.list.offsetHeight;
    this.list.element.style.setProperty("--room", `${view.clientHeight - above - foot}px`);
  }

  show(keep = false) {
    const full = this.multiple && this.chosen.size >= this.high;
    const fits = this.choices.filter((each) => each.label.toLowerCase().includes(this.filter));
    const entries = fits.map((each) => ({
      ...each,
      mark: each.emoji ? el("span", {}, drawn(each.emoji)) : null,
      chosen: this.chosen.has(each.id),
      disabled: full && !this.chosen.has(each.id),
    }));
    const heading = this.filter ? `Found by “${this.filter}”` : "";
    this.list.show(entries, {
      heading,
      keep,
      at: Math.max(
        0,
        entries.findIndex((each) => each.chosen),
      ),
    });
  }

  pick(entry) {
    if (!this.multiple) {
      this.chosen = new Set([entry.id]);
      this.tell();
      this.list.close();
      this.give();
      return;
    }
    if (!this.chosen.delete(entry.id)) this.chosen.add(entry.id);
    this.tell();
    this.show(true);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.list.isOpen) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      this.open();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (event.key === "Tab") {
      this.close();
    } else if (event.key === " ") {
      event.preventDefault();
      if (this.list.active && !this.list.active.disabled) this.pick(this.list.active);
    } else if (event.key === "Backspace" || (event.key.length === 1 && !event.ctrlKey && !event.metaKey)) {
      event.preventDefault();
      this.filter = event.key === "Backspace" ? this.filter.slice(0, -1) : this.filter + event.key.toLowerCase();
      this.show();
    } else {
      this.list.take(event);
    }
  }

  /** Closing sends what has been chosen, if it is enough and not what was there before. */
  close() {
    if (!this.list.isOpen) return;
    this.list.close();
    if (this.multiple) this.give();
  }

  give() {
    const now = [...this.chosen].join();
    if (this.chosen.size < this.low || (this.multiple && now === this.given)) return;
    this.given = now;
    this.onChosen([...this.chosen]);
  }
}
