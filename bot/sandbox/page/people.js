/** The bar on top: everybody one can be, the bot's state, and what is not Discord's. */

import { avatar } from "./avatar.js";
import { span } from "./clock.js";
import { el, refill, renew } from "./dom.js";
import { icon } from "./icons.js";
import { openForm } from "./form.js";
import { address } from "./route.js";
import { badge } from "./sidebar.js";
import { trouble } from "./wire.js";
import { nextTheme, themeButton } from "./theme.js";

const STATES = {
  online: "The bot is online",
  starting: "The bot is not at the gateway",
  ended: "The bot's process has ended",
  none: "There is no bot",
};

export class PeopleBar {
  /**
   * @param {import("./world.js").World} world
   * @param {HTMLElement} element
   * @param {() => void} onTrouble
   */
  constructor(world, element, onTrouble) {
    this.world = world;
    this.me = null;
    this.chips = el("ul", { class: "chips" });
    this.more = el("button", { type: "button", class: "chips-more", hidden: true, on: { click: () => this.turn() } });
    this.state = el("span", { class: "state", role: "status" });
    this.time = el("span", { class: "skipped" });
    this.troubleButton = el(
      "button",
      {
        type: "button",
        class: "bar-button",
        "aria-expanded": "false",
        "aria-controls": "drawer",
        title: "Trouble",
        on: { click: onTrouble },
      },
      icon("bolt"),
      el("span", { class: "bar-label" }, "Trouble"),
    );
    const theme = themeButton();
    theme.addEventListener("click", () => nextTheme(theme));
    refill(element, this.chips, this.more, el("div", { class: "bar-end" }, this.time, this.state, this.troubleButton, theme));
    this.chips.addEventListener("scroll", () => this.count());
    new ResizeObserver(() => this.count()).observe(this.chips);
    // What hangs below the bar begins where it ends.
    const measure = () => document.documentElement.style.setProperty("--bar", `${element.offsetHeight}px`);
    new ResizeObserver(measure).observe(element);
    world.addEventListener("backstage", () => this.draw());
    world.addEventListener("clock", () => this.draw());
  }

  /** Marks who this window is, and has them in sight. */
  be(person) {
    const isOther = this.me !== person;
    this.me = person;
    this.draw();
    const chip = isOther && this.chips.querySelector(".chip.me");
    if (chip) chip.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Says how many are out of sight, where the row is too narrow for all, and whether a table waits for one of them. */
  count() {
    const { left, right } = this.chips.getBoundingClientRect();
    const hidden = [...this.chips.querySelectorAll("a.chip")].filter((each) => {
      const face = each.querySelector(".chip-face").getBoundingClientRect();
      return face.left < left - 1 || face.right > right + 1;
    });
    this.more.hidden = this.chips.scrollWidth <= this.chips.clientWidth + 1;
    this.more.textContent = hidden.length ? `+${hidden.length}` : "›";
    this.more.classList.toggle(
      "called",
      hidden.some((each) => each.classList.contains("called")),
    );
    const label = hidden.length ? `${hidden.length} more: ${hidden.map((each) => each.title).join(", ")}` : "More";
    this.more.title = label;
    this.more.setAttribute("aria-label", label);
  }

  /** Shows the next of the row, and after the last the first. */
  turn() {
    const { chips } = this;
    const isEnd = chips.scrollLeft + chips.clientWidth >= chips.scrollWidth - 1;
    chips.scrollTo({ left: isEnd ? 0 : chips.scrollLeft + chips.clientWidth * 0.8 });
  }

  draw() {
    const { backstage } = this.world;
    const chips = backstage.people.map((each) => ({
      key: each.id,
      shows: [each, each.id === this.me],
      make: () => el("li", {}, this.chip(each)),
    }));
    renew(this.chips, [...chips, { key: "add", shows: null, make: () => el("li", {}, this.adder()) }]);
    this.count();
    const { state, ending } = backstage.process;
    const words = `${STATES[state]}${ending ? `: ${ending}` : ""}`;
    if (this.state.title !== words) {
      this.state.className = `state ${state}`;
      this.state.title = words;
      refill(
        this.state,
        el("i", { class: "lamp" }),
        el("span", { class: "bar-label" }, state === "none" ? "no bot" : `bot ${state}`),
        el("span", { class: "only-read" }, words),
      );
    }
    refill(this.time, backstage.skipped > 59 && [icon("clock"), el("span", {}, `+${span(backstage.skipped)}`)]);
    this.time.title = "Time that has been skipped";
  }

  chip(person) {
    const isMe = person.id === this.me;
    const news = person.pings
      ? `, ${person.pings} mention${person.pings === 1 ? "" : "s"}`
      : person.unread
        ? ", unread"
        : "";
    const turn = person.called ? ", a table waits" : "";
    return el(
      "a",
      {
        class: ["chip", isMe && "me", person.called && "called", person.unread && "unread"],
        href: address(person.id),
        "data-person": person.id,
        "aria-current": isMe ? "true" : null,
        "aria-label": `${person.name}, ${person.kind}${turn}${news}`,
        title: `${person.name} (${person.kind})${turn}${person.guilds.length ? "" : ", in no server"}`,
      },
      el("span", { class: "chip-face" }, avatar(person, "small"), !isMe && badge(person.pings)),
      el(
        "span",
        { class: "chip-text" },
        el("span", { class: "chip-name" }, person.name),
        el("span", { class: "chip-kind" }, person.called ? "to act" : person.kind),
      ),
    );
  }

  adder() {
    return el(
      "button",
      {
        type: "button",
        class: "chip add",
        title: "Add somebody",
        "aria-label": "Add somebody",
        on: { click: () => this.add() },
      },
      icon("plus"),
    );
  }

  add() {
    const guilds = this.world.backstage.guilds;
    openForm({
      title: "Add somebody",
      submit: "Add",
      fields: [
        { name: "name", label: "Name", required: true, maxLength: 32 },
        {
          name: "kind",
          label: "Who it is",
          options: [
            ["player", "A player"],
            ["moderator", "A moderator (Manage Channels)"],
            ["outsider", "An outsider"],
          ],
        },
        {
          name: "guild",
          label: "Server",
          options: [...guilds.map((each) => [each.id, each.name]), ["", "In no server"]],
        },
      ],
      send: ({ name, kind, guild }) => trouble("add_person", { name, kind, guild: guild || null }),
    });
  }
}
