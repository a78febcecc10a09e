/** One option of a command while it is typed: a named box, and what is offered for it. */

import { avatarOf } from "./avatar.js";
import { el } from "./dom.js";
import { files } from "./files.js";
import { icon } from "./icons.js";
import { act, Refused } from "./wire.js";
import { DM } from "./world.js";

const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const MENTIONABLE = 9;
const NUMBER = 10;
const ATTACHMENT = 11;

/** Milliseconds of rest after a key before the bot is asked what it offers. */
const REST = 120;

const KINDS = {
  [STRING]: "text",
  [INTEGER]: "whole number",
  [BOOLEAN]: "true or false",
  [USER]: "user",
  [CHANNEL]: "channel",
  [ROLE]: "role",
  [MENTIONABLE]: "user or role",
  [NUMBER]: "number",
  [ATTACHMENT]: "file",
};

export class OptionField {
  /**
   * @param {any} option
   * @param {{world: import("./world.js").World, channel: any, line: string, others: () => Record<string, any>}} around
   */
  constructor(option, around) {
    this.option = option;
    this.around = around;
    /** What was chosen from the list, as long as the text still says so. */
    this.picked = null;
    /** Whether the value was written whole, so that Enter sends it and does not choose from the list. */
    this.isWritten = false;
    this.asked = 0;
    this.input = el("input", {
      type: "text",
      class: "option-input",
      role: "combobox",
      "aria-label": `${option.name}${option.required ? ", required" : ""}: ${option.description}`,
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      size: 6,
    });
    this.input.addEventListener("input", () => this.typed());
    this.element = el(
      "span",
      { class: "option-field" },
      el("span", { class: "option-name", "aria-hidden": "true" }, option.name),
      this.input,
    );
  }

  get name() {
    return this.option.name;
  }

  get text() {
    return this.input.value;
  }

  /** What stands over the list while this box is used. */
  get heading() {
    if (this.error) return `${this.name}: ${this.error}`;
    return `${this.name} (${this.kind}): ${this.option.description}`;
  }

  /** What the option takes, in words. */
  get kind() {
    const { option } = this;
    const low = option.min_value ?? option.min_length;
    const high = option.max_value ?? option.max_length;
    const range = low === undefined && high === undefined ? "" : `, ${low ?? "any"} to ${high ?? "any"}`;
    if (option.choices?.length) return "one of the list";
    return `${KINDS[option.type]}${range}${option.type === STRING && range ? " characters" : ""}`;
  }

  typed() {
    if (this.picked && this.picked.name !== this.text) this.picked = null;
    this.isWritten = false;
    this.complain("");
    this.fit();
  }

  /** Takes a text as if it had been typed, all at once. */
  write(text) {
    this.input.value = text;
    this.typed();
    this.isWritten = Boolean(text);
  }

  fit() {
    this.input.size = Math.min(48, Math.max(6, this.text.length + 1));
  }

  /** Takes an entry of the list. */
  pick(entry) {
    if (entry.upload) return void entry.upload((chosen) => this.pick(chosen));
    this.picked = { name: entry.label, value: entry.value };
    this.input.value = entry.label;
    this.complain("");
    this.fit();
  }

  complain(words) {
    this.error = words;
    this.element.classList.toggle("wrong", Boolean(words));
    this.input.setAttribute("aria-invalid", String(Boolean(words)));
    this.element.title = words;
  }

  /**
   * What is offered for the text as it is; null if anything may be typed and nothing is offered.
   * Undefined says that something newer is being asked for.
   */
  async suggest() {
    this.asked += 1;
    const { option } = this;
    if (option.autocomplete) return this.ask(this.asked);
    const found = this.known();
    return found && narrowed(found, this.picked ? "" : this.text);
  }

  async ask(turn) {
    const { world, channel, line, others } = this.around;
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (turn !== this.asked) return undefined;
    const text = this.picked ? "" : this.text;
    const { choices } = await act(world.me.id, "autocomplete", {
      channel: channel.id,
      line,
      option: this.name,
      text,
      options: others(),
    });
    if (turn !== this.asked) return undefined;
    return choices.map((each, index) => ({ id: `${index}`, label: each.name, value: each.value }));
  }

  /** All values that there are, where they can be listed. */
  known() {
    const { option, around } = this;
    if (option.choices?.length)
      return option.choices.map((each) => ({ id: String(each.value), label: each.name, value: each.value }));
    if (option.type === BOOLEAN)
      return [true, false].map((each) => ({ id: String(each), label: each ? "True" : "False", value: each }));
    const found = [];
    if ([USER, MENTIONABLE].includes(option.type)) found.push(...members(around));
    if ([ROLE, MENTIONABLE].includes(option.type)) found.push(...roles(around));
    if (option.type === CHANNEL) found.push(...channels(around, option.channel_types ?? []));
    if (option.type === ATTACHMENT) found.push(...files(around));
    return [USER, MENTIONABLE, ROLE, CHANNEL, ATTACHMENT].includes(option.type) ? found : null;
  }

  /** The value as the command takes it; complains and gives undefined for one that it does not take. */
  value() {
    const text = this.text.trim();
    if (this.picked) return this.picked.value;
    if (!text) {
      this.complain(this.option.required ? "This option is required." : "Fill this in, or remove it with Backspace.");
      return undefined;
    }
    const value = this.read(text);
    const isFit = value !== undefined && this.isWithin(value);
    if (!isFit) this.complain(`This takes: ${this.kind}.`);
    return isFit ? value : undefined;
  }

  isWithin(value) {
    const { option } = this;
    if (option.autocomplete || option.choices?.length) return true;
    const size = typeof value === "string" ? value.length : value;
    const low = option.min_value ?? option.min_length ?? -Infinity;
    const high = option.max_value ?? option.max_length ?? Infinity;
    return typeof size !== "number" || (size >= low && size <= high);
  }

  /** What stands in it if that is a value, else undefined; says nothing. */
  peek() {
    return this.picked ? this.picked.value : this.text.trim() ? this.read(this.text.trim()) : undefined;
  }

  read(text) {
    const known = this.option.autocomplete ? null : this.known();
    if (known) return known.find((each) => [each.label, each.id].some((name) => bare(name) === bare(text)))?.value;
    if (this.option.type === INTEGER) return /^-?\d+$/.test(text) ? Number(text) : undefined;
    if (this.option.type === NUMBER) return Number.isFinite(Number(text)) ? Number(text) : undefined;
    return this.option.type === STRING ? this.text : undefined;
  }
}

const bare = (label) => label.replace(/^[@#]/, "").toLowerCase();

/** The entries that a text may mean, those that begin with it first. */
export function narrowed(entries, text, of = (entry) => entry.label) {
  const wanted = bare(text.trim());
  const fits = entries.filter((each) => bare(of(each)).includes(wanted));
  const starts = fits.filter((each) => bare(of(each)).startsWith(wanted));
  return [...starts, ...fits.filter((each) => !starts.includes(each))];
}

function members({ world, channel }) {
  const guild = world.guilds.get(channel.guild_id);
  const users = guild ? guild.members.map((each) => each.user) : [world.me, ...(channel.recipients ?? [])];
  return users.map((each) => ({
    id: each.id,
    label: world.name(each.id),
    value: each.id,
    mark: avatarOf(each, world, "tiny"),
  }));
}

function roles({ world, channel }) {
  const found = world.guilds.get(channel.guild_id)?.roles ?? [];
  return found.map((each) => ({ id: each.id, label: `@${each.name.replace(/^@/, "")}`, value: each.id }));
}

function channels({ world, channel }, types) {
  const found = world
    .channelsOf(channel.guild_id)
    .filter((each) => each.type !== DM && (!types.length || types.includes(each.type)));
  return found.map((each) => ({ id: each.id, label: each.name, value: each.id, mark: icon("hash") }));
}

/** What to say when asking for suggestions went wrong. */
export function whyNot(error) {
  if (!(error instanceof Refused)) throw error;
  return "Loading options failed";
}
