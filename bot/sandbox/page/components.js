/** Buttons and menus under a message, and how their presses fare. */

import { el, refill } from "./dom.js";
import { drawn, icon } from "./icons.js";
import { Menu } from "./menu.js";
import { toast } from "./toast.js";
import { act, Refused } from "./wire.js";
import { COMPONENT } from "./world.js";

const BUTTON = 2;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };

export class Components {
  /**
   * @param {any} message
   * @param {any} channel
   * @param {import("./world.js").World} world
   */
  constructor(message, channel, world) {
    this.message = message;
    this.channel = channel;
    this.world = world;
    /** The custom id that was pressed and has not been heard of yet. */
    this.pressed = null;
    this.hasFailed = false;
    this.failure = el("div", { class: "failure", role: "alert", hidden: true });
    this.element = el("div", { class: "components" });
    this.build();
  }

  build() {
    this.parts = [];
    const rows = this.message.components.map((row) =>
      el(
        "div",
        { class: "component-row" },
        row.components.map((part) => this.part(part)),
      ),
    );
    refill(this.element, rows, this.failure);
    this.follow();
  }

  part(part) {
    if (part.type === BUTTON) return this.button(part);
    const menu = new Menu(part, this.channel, this.world, (values) => this.send("select", part.custom_id, { values }));
    this.parts.push({ id: part.custom_id, control: menu.box, disabled: Boolean(part.disabled) });
    return menu.element;
  }

  button(part) {
    const content = [
      part.emoji && el("span", { class: "button-emoji" }, drawn(part.emoji.name)),
      part.label && drawn(part.label),
    ];
    if (part.url) {
      return el(
        "a",
        { class: "button secondary", href: part.url, target: "_blank", rel: "noopener noreferrer" },
        content,
        icon("link"),
      );
    }
    const press = () => this.send("click", part.custom_id);
    const button = el(
      "button",
      {
        type: "button",
        class: ["button", STYLES[part.style] ?? "secondary"],
        disabled: part.disabled,
        "data-id": part.custom_id,
        on: { click: press },
      },
      el("span", { class: "button-label" }, content),
      el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
    );
    this.parts.push({ id: part.custom_id, control: button, disabled: Boolean(part.disabled) });
    return button;
  }

  async send(what, customId, more = {}) {
    if (this.isWaiting) return;
    this.pressed = customId;
    this.hasFailed = false;
    this.show(customId, "");
    try {
      const { interaction } = await act(this.world.me.id, what, {
        message: this.message.id,
        custom_id: customId,
        ...more,
      });
      this.world.tell("mine", { interaction });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.hasFailed = true;
      this.show(null, "This interaction failed");
      toast(error.message, "bad");
    }
    this.pressed = null;
    this.follow();
  }

  /** Shows how the latest press on this message fares. */
  follow() {
    const mine = [...this.world.interactions.values()].filter(
      (each) => each.kind === COMPONENT && each.message_id === this.message.id,
    );
    const latest = mine.at(-1);
    if (latest?.state === "waiting") this.show(latest.custom_id, "");
    else if (this.pressed) this.show(this.pressed, "");
    else this.show(null, latest?.state === "failed" || this.hasFailed ? "This interaction failed" : "");
  }

  /** While one of them waits, all are at rest. */
  show(waiting, failure) {
    this.isWaiting = waiting !== null;
    for (const { id, control, disabled } of this.parts) {
      control.classList.toggle("waiting", id === waiting);
      // Not `disabled`, which would take the focus away from the one who has just pressed.
      control.setAttribute("aria-disabled", String(disabled || waiting !== null));
      control.classList.toggle("resting", waiting !== null && id !== waiting);
    }
    this.failure.hidden = !failure;
    this.failure.textContent = failure;
  }
}
