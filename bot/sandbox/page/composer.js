/** The box at the foot of a channel: messages, and commands after a slash. */

import { CommandLine } from "./commandline.js";
import { beginning, el, isNarrow, refill } from "./dom.js";
import { icon } from "./icons.js";
import { Listbox } from "./listbox.js";
import { narrowed } from "./optionfield.js";
import { isCall, spoken } from "./spoken.js";
import { toast } from "./toast.js";
import { act, Refused } from "./wire.js";
import { DM, THREADS } from "./world.js";

const SEND_MESSAGES = 11;
const SEND_IN_THREADS = 38;
const LONGEST = 2000;

export class Composer {
  /** @param {import("./world.js").World} world */
  constructor(world) {
    this.world = world;
    this.channel = null;
    /** What may be called in the open channel: a promise, or null until it is asked for. @type {Promise<any[]>|null} */
    this.commands = null;
    /** @type {CommandLine|null} */ this.line = null;
    this.list = new Listbox({ label: "Suggestions", onPick: (entry) => this.pick(entry) });
    this.list.element.classList.add("over-composer");
    this.text = el("textarea", {
      id: "composer",
      class: "composer-text",
      rows: 1,
      maxlength: LONGEST,
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      spellcheck: "false",
    });
    this.slash = this.button("slash", "Commands", () => this.offerAll());
    this.send = this.button("send", "Send", () => this.sent());
    this.box = el("div", { class: "composer-box" });
    this.element = el("form", { class: "composer", "aria-label": "Message box" }, this.list.element, this.box);
    this.element.addEventListener("submit", (event) => event.preventDefault());
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("focus", () => this.list.belongTo(this.text));
    this.text.addEventListener("blur", () => this.list.owner === this.text && this.list.close());
    this.text.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => this.fit());
    for (const type of ["commands", "channels"]) world.addEventListener(type, () => this.forget());
    this.show();
  }

  button(name, label, press) {
    const button = el(
      "button",
      { type: "button", class: `icon-button composer-${name}`, "aria-label": label, title: label },
      icon(name),
    );
    // The focus stays in the box, so that the list stays open.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", press);
    return button;
  }

  show() {
    refill(this.box, this.slash, this.line?.element ?? this.text, this.send);
  }

  open(channel) {
    const isOther = this.channel?.id !== channel?.id || this.person !== this.world.me?.id;
    this.channel = channel;
    this.person = this.world.me?.id;
    if (isOther) {
      this.leave(false);
      this.text.value = "";
    }
    this.forget();
    this.fit();
    if (isOther && !isNarrow()) this.text.focus({ preventScroll: true });
  }

  /** What is offered may have changed. */
  forget() {
    const { channel } = this;
    const now = channel && this.world.channels.get(channel.id);
    this.element.hidden = !now;
    if (!now) return;
    this.channel = now;
    this.commands = null;
    const bit = THREADS.includes(now.type) ? SEND_IN_THREADS : SEND_MESSAGES;
    const may = this.world.may(now, bit);
    this.text.disabled = !may;
    this.slash.disabled = this.send.disabled = !may;
    const title = this.world.title(now);
    this.text.placeholder = may
      ? `Message ${now.type === DM ? "@" : "#"}${title}`
      : "You do not have permission to send messages in this channel.";
    this.text.setAttribute("aria-label", this.text.placeholder);
    // Asked for before they are needed, so that who types fast finds them there; what goes wrong is told when typing.
    if (may) this.known().catch(() => {});
  }

  /** What may be called here; asked for once. */
  known() {
    this.commands ??= act(this.world.me.id, "commands", { channel: this.channel.id }).then(({ commands }) => commands);
    return this.commands;
  }

  // Text.

  fit() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 220)}px`;
  }

  async typed() {
    this.fit();
    const text = this.text.value;
    if (!isCall(text)) {
      this.list.close();
      return;
    }
    let commands;
    try {
      commands = await this.known();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.commands = null;
      this.list.say(error.message);
      return;
    }
    if (this.text.value !== text || this.line) return;
    const call = spoken(text, commands);
    if (call) this.enter(call.command, call.rest);
    else this.offer(commands, text.slice(1));
  }

  /** The entries of the commands that a text may mean. */
  fitting(commands, wanted) {
    const bot = this.world.name(this.world.bot.id);
    const entries = commands.map((each, index) => ({
      id: `${index}`,
      label: `/${each.line}`,
      detail: each.description,
      note: bot,
      value: each,
    }));
    return narrowed(entries, wanted.replace(/\s+/g, " "), (each) => each.label.slice(1));
  }

  offer(commands, wanted) {
    const found = this.fitting(commands, wanted);
    this.list.belongTo(this.text);
    if (found.length) this.list.show(found, { heading: "Commands" });
    else this.list.say(commands.length ? "There is no such command" : "The bot has no commands here");
  }

  /** The button of the slash: all commands, to choose one without typing. */
  offerAll() {
    this.leave(false);
    if (this.list.isOpen && this.list.owner === this.text) {
      this.list.close();
      return;
    }
    if (!this.text.value.startsWith("/")) this.text.value = "/";
    this.text.focus();
    this.typed();
  }

  pick(entry) {
    if (this.line) this.line.pick(entry);
    else this.enter(entry.value);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing || this.list.take(event)) return;
    if (event.key === "Escape" && this.list.isOpen) {
      event.preventDefault();
      this.list.close();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.sent();
    }
  }

  // Commands.

  /** Begins a command, of which `rest` is already written. */
  enter(command, rest = "") {
    this.list.close();
    this.text.value = "";
    this.fit();
    this.line = new CommandLine(command, {
      world: this.world,
      channel: this.channel,
      list: this.list,
      onSend: () => this.sent(),
      onLeave: () => this.leave(),
    });
    this.show();
    this.line.begin(rest);
  }

  leave(focus = true) {
    if (!this.line) return;
    this.line = null;
    this.list.close();
    this.show();
    if (focus) this.text.focus();
  }

  // Sending.

  async sent() {
    if (this.line) await this.attempt(() => this.sendCommand());
    else if (this.list.isOpen && this.list.active) this.pick(this.list.active);
    else if (this.text.value.trim()) await this.attempt(() => this.sendText());
  }

  async sendCommand() {
    const { line } = this;
    const options = line.values();
    if (!options) return;
    const { interaction } = await act(this.world.me.id, "slash", {
      channel: this.channel.id,
      line: line.command.line,
      options,
    });
    // First the focus goes back to the box, where it returns to from a modal.
    if (this.line === line) this.leave();
    this.world.tell("mine", { interaction });
    this.world.tell("spoken");
  }

  async sendText() {
    if (isCall(this.text.value)) {
      this.call(this.text.value, await this.known());
      return;
    }
    const content = this.mentioning(this.text.value);
    await act(this.world.me.id, "say", { channel: this.channel.id, content });
    this.world.tell("spoken");
    this.text.value = "";
    this.fit();
    this.list.close();
  }

  /** Whoever is faster than the list means the command all the same, and nobody means to say it to all. */
  call(text, commands) {
    const call = spoken(`${text} `, commands);
    const near = this.fitting(commands, text.slice(1))[0];
    if (call) this.enter(call.command, call.rest);
    else if (near) this.enter(near.value);
    else this.list.say(`Not sent: there is no command ${beginning(text, 40)}. To say it, put a space before it.`);
  }

  async attempt(doing) {
    if (this.isSending) return;
    this.isSending = true;
    try {
      await doing();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, "bad");
    } finally {
      this.isSending = false;
    }
  }

  /** Names after an @ become mentions, the longest first, and so do channels after a #. */
  mentioning(text) {
    const guild = this.world.guilds.get(this.channel.guild_id);
    const names = (guild?.members ?? []).map((each) => [`@${this.world.name(each.user.id)}`, `<@${each.user.id}>`]);
    const channels = guild ? this.world.channelsOf(guild.id).map((each) => [`#${each.name}`, `<#${each.id}>`]) : [];
    const pairs = [...names, ...channels].sort((a, b) => b[0].length - a[0].length);
    return pairs.reduce((said, [name, mention]) => said.replaceAll(name, mention), text);
  }
}
