/** Requests that go wrong, and the gateway. */

import { attempt, cause, section } from "./cause.js";
import { el, refill } from "./dom.js";
import { trouble } from "./wire.js";

const REQUESTS = [
  ["all", "all requests"],
  ["messages", "sending messages"],
  ["edits", "editing messages"],
  ["acknowledgements", "acknowledging presses and commands"],
  ["replies", "private answers to them"],
];

const FAULTS = [
  ["delay", "is delayed"],
  ["limit", "meets a limit (429)"],
  ["before", "fails before it is done (500)"],
  ["after", "fails after it is done (500)"],
  ["lost", "is done, its answer lost"],
];

/** The sandbox's names of what is pending. */
const PENDING = {
  DELAY: "delayed",
  RATE_LIMIT: "limited (429)",
  FAIL_BEFORE: "failing before (500)",
  FAIL_AFTER: "failing after (500)",
  LOSE_ANSWER: "answer lost",
};

const TIMED = ["delay", "limit"];

function choice(label, options) {
  return el(
    "select",
    { class: "input", "aria-label": label },
    options.map(([value, name]) => el("option", { value }, name)),
  );
}

export class FaultSection {
  constructor(world) {
    this.world = world;
    this.requests = choice("Which requests", REQUESTS);
    this.fault = choice("What happens", FAULTS);
    this.count = el("input", { type: "number", class: "input short", min: 1, max: 1000, value: "1" });
    this.seconds = el("input", { type: "number", class: "input short", min: 0.1, max: 60, step: 0.1, value: "5" });
    this.timed = el("label", { class: "labelled" }, "for", this.seconds, "seconds");
    this.pending = el("ul", { class: "pending" });
    this.clear = cause("Clear", () => trouble("clear_faults"), { says: "No more faults." });
    this.fault.addEventListener("change", () => this.shape());
    this.element = section(
      "The bot's requests",
      null,
      el("label", { class: "labelled" }, "The next", this.count),
      this.requests,
      this.fault,
      this.timed,
      el(
        "div",
        { class: "row" },
        cause("Make it so", () => this.order(), { style: "primary", says: "It will go wrong." }),
        this.clear,
      ),
      this.pending,
    );
    this.shape();
  }

  shape() {
    this.timed.hidden = !TIMED.includes(this.fault.value);
  }

  order() {
    return trouble("fault", {
      requests: this.requests.value,
      fault: this.fault.value,
      count: Number(this.count.value),
      seconds: Number(this.seconds.value),
    });
  }

  draw() {
    const { faults } = this.world.backstage;
    const names = new Map(REQUESTS);
    this.clear.hidden = !faults.length;
    refill(
      this.pending,
      faults.map((each) => {
        const time = each.seconds ? `, ${each.seconds} s` : "";
        return el(
          "li",
          {},
          `${each.count} × ${names.get(each.requests) ?? each.requests}: ${PENDING[each.fault] ?? each.fault}${time}`,
        );
      }),
    );
  }
}

export class GatewaySection {
  constructor(world) {
    this.world = world;
    this.held = el("input", { type: "checkbox", role: "switch" });
    this.held.addEventListener("change", () => attempt(() => trouble("hold", { held: this.held.checked })));
    this.twice = cause("Deliver the next press twice", () => trouble("twice"), {
      says: "The next press or command comes twice.",
    });
    this.note = el("p", { class: "section-note", hidden: true });
    this.element = section(
      "The gateway",
      null,
      el(
        "div",
        { class: "row" },
        cause("Drop, can resume", () => trouble("drop", { resumable: true }), {
          says: "The connection broke; the bot may resume.",
        }),
        cause("Drop, session lost", () => trouble("drop", { resumable: false }), {
          says: "The connection broke and its session is forgotten.",
        }),
      ),
      el("label", { class: "switch" }, this.held, el("span", {}, "Hold events back")),
      el("div", { class: "row" }, this.twice),
      this.note,
    );
  }

  draw() {
    const { held, twice } = this.world.backstage;
    this.held.checked = Boolean(held);
    this.note.hidden = !twice;
    this.note.textContent = `${twice} more will come twice.`;
  }
}
