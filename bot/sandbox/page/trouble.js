/** The drawer of what can go wrong: the bot's process, time, requests, the gateway, rights, people, channels. */

import { cause, section } from "./cause.js";
import { span, written } from "./clock.js";
import { el, refill } from "./dom.js";
import { FaultSection, GatewaySection } from "./faults.js";
import { icon } from "./icons.js";
import { ChannelSection, PeopleSection, RightsSection, ServerSection } from "./places.js";
import { trouble } from "./wire.js";

export class TroubleDrawer {
  /**
   * @param {import("./world.js").World} world
   * @param {HTMLElement} element
   * @param {() => any} openChannel the channel that is open in this window
   * @param {() => void} onClose
   */
  constructor(world, element, openChannel, onClose) {
    this.element = element;
    this.sections = [
      new ProcessSection(world),
      new TimeSection(world),
      new FaultSection(world),
      new GatewaySection(world),
      new RightsSection(world, openChannel),
      new PeopleSection(world),
      new ChannelSection(world, openChannel),
      new ServerSection(world),
    ];
    const close = el(
      "button",
      { type: "button", class: "icon-button", "aria-label": "Close the troubles", on: { click: onClose } },
      icon("close"),
    );
    refill(
      element,
      el("header", { class: "drawer-head" }, icon("bolt"), el("h2", {}, "Trouble"), close),
      el(
        "div",
        { class: "drawer-body" },
        this.sections.map((each) => each.element),
      ),
    );
    element.addEventListener("keydown", (event) => event.key === "Escape" && onClose());
    for (const type of ["backstage", "clock", "channels", "sight"]) world.addEventListener(type, () => this.draw());
  }

  draw() {
    if (!this.element.hidden) for (const each of this.sections) each.draw();
  }
}

const WORDS = {
  online: "Running, at the gateway",
  starting: "Running, not at the gateway",
  ended: "Ended",
  none: "Not started by this page",
};

class ProcessSection {
  constructor(world) {
    this.world = world;
    this.state = el("p", { class: "process-state", role: "status" });
    this.output = el("pre", { class: "output", tabindex: 0, "aria-label": "The bot's output" });
    this.restart = cause("Kill -9 and restart", () => trouble("restart"), {
      style: "danger",
      says: "The bot was killed and starts anew.",
    });
    this.kill = cause("Kill -9", () => trouble("kill"), { says: "The bot was killed." });
    this.stop = cause("Stop (SIGTERM)", () => trouble("terminate"), { says: "The bot has ended in order." });
    this.start = cause("Start", () => trouble("start"), { style: "success", says: "The bot starts." });
    this.element = section(
      "The bot's process",
      null,
      this.state,
      el("div", { class: "row" }, this.restart, this.kill, this.stop, this.start),
      this.output,
    );
  }

  draw() {
    const { state, ending, output } = this.world.backstage.process;
    refill(this.state, el("i", { class: `lamp ${state}` }), `${WORDS[state]}${ending ? `: ${ending}` : ""}`);
    const runs = state === "online" || state === "starting";
    this.start.hidden = runs;
    for (const each of [this.kill, this.stop, this.restart]) each.hidden = !runs;
    const text = output.join("\n") || "(no output yet)";
    if (this.output.textContent === text) return;
    this.output.textContent = text;
    this.output.scrollTop = this.output.scrollHeight;
  }
}

const UNITS = [
  ["60", "minutes"],
  ["3600", "hours"],
  ["86400", "days"],
];

class TimeSection {
  constructor(world) {
    this.world = world;
    this.now = el("p", { class: "section-note" });
    this.count = el("input", {
      type: "number",
      class: "input short",
      min: 1,
      max: 1000,
      value: "30",
      "aria-label": "How much time",
    });
    this.unit = el(
      "select",
      { class: "input", "aria-label": "Unit" },
      UNITS.map(([value, label]) => el("option", { value }, label)),
    );
    this.element = section(
      "Time",
      null,
      this.now,
      el(
        "div",
        { class: "row" },
        this.skip("1 hour passes", () => 3600),
        this.skip("1 day passes", () => 86400),
      ),
      el(
        "div",
        { class: "row" },
        this.count,
        this.unit,
        this.skip("Pass", () => Number(this.count.value) * Number(this.unit.value)),
      ),
    );
  }

  skip(label, seconds) {
    return cause(label, () => trouble("skip", { seconds: seconds() }), { says: "Time has passed." });
  }

  draw() {
    const { world } = this;
    const now = new Date(world.now() * 1000);
    const skipped = world.backstage.skipped;
    this.now.textContent = `The sandbox's clock: ${written(now, new Date())}${skipped > 59 ? ` (${span(skipped)} ahead)` : ""}.`;
  }
}
