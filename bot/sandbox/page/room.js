/** The open channel: its head, its messages, and the way it is read. */

import { day } from "./clock.js";
import { el, isNewer, refill } from "./dom.js";
import { icon } from "./icons.js";
import { ghost, MessageView } from "./message.js";
import { act } from "./wire.js";
import { COMMAND, DM, THREADS } from "./world.js";

/** Messages that are shown at first, and more with each press. */
const PAGE = 60;
/** Pixels from the end within which one is at the end. */
const NEAR = 80;

export class Room {
  /**
   * @param {import("./world.js").World} world
   * @param {{composer: HTMLElement, onMenu: () => void}} parts
   */
  constructor(world, { composer, onMenu }) {
    this.world = world;
    this.channel = null;
    /** @type {Map<string, MessageView>} */ this.views = new Map();
    this.dismissed = new Set();
    this.shown = PAGE;
    this.newSince = null;
    /** The message above which the line of what is new stands. */
    this.firstNew = null;
    /** Whether the end is in sight and shall stay so, whatever comes; and how far down the list was seen last. */
    this.stuck = true;
    this.lastTop = 0;
    this.head = el("header", { class: "room-head" });
    this.menuButton = el(
      "button",
      { type: "button", class: "icon-button menu-button", "aria-label": "Channels", on: { click: onMenu } },
      icon("menu"),
    );
    this.list = el("div", { class: "messages", role: "log", "aria-label": "Messages", tabindex: 0 });
    this.ghosts = el("div", { class: "ghosts" });
    this.inner = el("div", { class: "messages-inner" });
    this.list.append(this.inner);
    this.jump = el("button", { type: "button", class: "jump", hidden: true, on: { click: () => this.toEnd() } });
    this.element = [this.head, el("div", { class: "messages-frame" }, this.list, this.jump), composer];
    this.listen();
  }

  listen() {
    const { world } = this;
    const here = (event) => event.detail.channel === this.channel?.id;
    world.addEventListener("message", (event) => here(event) && this.take(event.detail));
    world.addEventListener("gone", (event) => here(event) && this.rebuild());
    world.addEventListener("learnt", (event) => here(event) && this.open(world.channels.get(event.detail.channel)));
    world.addEventListener("interaction", () => this.follow());
    // Whoever says or does something wants to see what comes of it, as in Discord's own client.
    world.addEventListener("spoken", () => this.toEnd());
    world.addEventListener("channels", () => this.renew());
    this.list.addEventListener("scroll", () => this.scrolled());
    window.addEventListener("focus", () => this.read());
    document.addEventListener("visibilitychange", () => this.read());
    // Pictures and menus change the height after a message is in its place, and the window's own may change.
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.inner);
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.list);
  }

  /** Shows a channel, at a message if one is named. */
  open(channel, message = null) {
    if (this.channel?.id !== channel?.id) {
      this.shown = PAGE;
      this.newSince = channel ? (this.world.marks.get(channel.id) ?? "0") : null;
      this.stuck = true;
    }
    this.channel = channel;
    this.drawHead();
    this.rebuild();
    if (message) this.goTo(message);
    else if (this.stuck) this.toEnd();
    this.read();
  }

  /** The world's channels were made anew: hold on to the one that is open. */
  renew() {
    const now = this.channel && this.world.channels.get(this.channel.id);
    if (!now) return;
    const isOther = now.messages !== this.channel.messages;
    this.channel = now;
    this.drawHead();
    if (isOther) this.rebuild();
  }

  drawHead() {
    const { channel, world } = this;
    if (!channel) {
      refill(this.head, this.menuButton);
      return;
    }
    const kind = channel.type === DM ? "at" : THREADS.includes(channel.type) ? "thread" : "hash";
    const parent = THREADS.includes(channel.type) && world.channels.get(channel.parent_id);
    const state = channel.thread_metadata?.locked ? "locked" : channel.thread_metadata?.archived ? "archived" : "";
    refill(
      this.head,
      this.menuButton,
      icon(kind),
      el("h1", { class: "room-title" }, world.title(channel)),
      parent && el("span", { class: "room-topic" }, `in #${parent.name}`),
      state && el("span", { class: "badge quiet" }, state),
      channel.topic && el("span", { class: "room-topic" }, channel.topic),
    );
  }

  /** The messages that are shown, oldest first. */
  messages() {
    const all = [...this.channel.messages.values()];
    return all.slice(Math.max(0, all.length - this.shown));
  }

  rebuild() {
    this.views.clear();
    if (!this.channel) {
      refill(this.inner, el("p", { class: "empty" }, "There is no channel here that this person can see."));
      return;
    }
    const messages = this.messages();
    const isWhole = messages.length === this.channel.messages.size;
    const parts = [isWhole ? this.beginning() : this.more()];
    let before = null;
    this.firstNew = messages.find((each) => this.isNew(each))?.id ?? null;
    for (const message of messages) {
      parts.push(...this.dividers(message, before), this.view(message, before).element);
      before = message;
    }
    const top = this.list.scrollTop;
    refill(this.inner, parts, this.ghosts);
    this.follow();
    if (this.stuck) this.toEnd();
    else this.list.scrollTop = top;
  }

  beginning() {
    const { channel, world } = this;
    const title = world.title(channel);
    if (channel.type === DM) {
      return el(
        "div",
        { class: "beginning" },
        el("h2", {}, title),
        el("p", {}, `This is the beginning of your direct messages with ${title}.`),
      );
    }
    const isThread = THREADS.includes(channel.type);
    return el(
      "div",
      { class: "beginning" },
      el("h2", {}, isThread ? title : `#${title}`),
      el("p", {}, `This is the beginning of the ${isThread ? "thread" : "channel"}.`),
    );
  }

  more() {
    const button = el("button", { type: "button", class: "button secondary" }, "Show earlier messages");
    button.addEventListener("click", () => {
      const height = this.list.scrollHeight;
      this.shown += PAGE;
      this.stuck = false;
      this.rebuild();
      this.list.scrollTop += this.list.scrollHeight - height;
    });
    return el("div", { class: "more" }, button);
  }

  view(message, before) {
    const view = new MessageView(message, before, this.channel, this.world);
    this.views.set(message.id, view);
    return view;
  }

  dividers(message, before) {
    const parts = [];
    const today = day(new Date(message.timestamp));
    if (!before || day(new Date(before.timestamp)) !== today) {
      parts.push(el("div", { class: "divider", role: "separator" }, el("span", {}, today)));
    }
    if (message.id === this.firstNew) {
      parts.push(
        el("div", { class: "divider new", role: "separator", "aria-label": "New messages" }, el("span", {}, "NEW")),
      );
    }
    return parts;
  }

  isNew(message) {
    return isNewer(message.id, this.newSince) && message.author.id !== this.world.me.id && !message.ephemeral;
  }

  /** A message was sent or edited. */
  take({ message, change }) {
    const old = this.views.get(message.id);
    if (old) {
      this.replace(old, message);
    } else if (change === "created") {
      if (this.isRead()) this.newSince = this.lastId() ?? this.newSince;
      if (this.isNew(message)) this.firstNew ??= message.id;
      const before = [...this.channel.messages.values()].at(-2) ?? null;
      this.ghosts.before(...this.dividers(message, before), this.view(message, before).element);
      // The answer to a press, wherever that was pressed.
      if (message.ephemeral) this.stuck = true;
    }
    this.follow();
    if (this.stuck) this.toEnd();
    else if (change === "created") this.offerJump();
    this.read();
  }

  replace(old, message) {
    const all = [...this.channel.messages.values()];
    const before = all[all.findIndex((each) => each.id === message.id) - 1] ?? null;
    const hadFocus = old.element.contains(document.activeElement);
    const fresh = this.view(message, before);
    old.element.replaceWith(fresh.element);
    // Who works a panel by keyboard goes on where the panel goes on.
    if (hadFocus)
      (fresh.element.querySelector(".components :is(.menu-box, .button)") ?? fresh.element).focus({
        preventScroll: true,
      });
  }

  /** Shows how the presses and commands of this person fare. */
  follow() {
    for (const view of this.views.values()) {
      view.components?.follow();
      const metadata = view.message.interaction_metadata;
      if (view.message.thinking && this.world.interactions.get(metadata?.id)?.state === "failed")
        this.replace(view, view.message);
    }
    const answered = new Set([...this.views.values()].map((view) => view.message.interaction_metadata?.id));
    const open = [...this.world.interactions.values()].filter(
      (each) =>
        each.kind === COMMAND &&
        each.channel_id === this.channel?.id &&
        ["waiting", "failed"].includes(each.state) &&
        !answered.has(each.id) &&
        !this.dismissed.has(each.id),
    );
    const dismiss = (each) => () => {
      this.dismissed.add(each.id);
      this.follow();
    };
    refill(
      this.ghosts,
      open.map((each) => ghost(each, this.world, dismiss(each))),
    );
  }

  // Scrolling and reading.

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.lastTop = this.list.scrollTop;
    this.stuck = true;
    this.jump.hidden = true;
  }

  scrolled() {
    const top = this.list.scrollTop;
    const wentUp = top < this.lastTop - 1;
    this.lastTop = top;
    if (this.list.scrollHeight - top - this.list.clientHeight < NEAR) {
      this.stuck = true;
      this.jump.hidden = true;
      this.read();
    } else if (wentUp || !this.stuck) {
      // Away from the end without having gone up, the channel has grown, and goes to its end by itself.
      this.stuck = false;
      this.offerJump(false);
    }
  }

  offerJump(isNew = true) {
    refill(this.jump, icon("down"), isNew ? "New messages" : "Jump to present");
    this.jump.hidden = false;
  }

  goTo(id) {
    if (!this.views.has(id) && this.channel.messages.has(id)) {
      this.shown = this.channel.messages.size;
      this.rebuild();
    }
    const element = this.views.get(id)?.element;
    if (!element) return;
    this.stuck = false;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.remove("flash");
    requestAnimationFrame(() => element.classList.add("flash"));
  }

  lastId() {
    return [...(this.channel?.messages.values() ?? [])].filter((each) => !each.ephemeral).at(-1)?.id;
  }

  /** Whether the person looks at the end of the channel. */
  isRead() {
    return this.stuck && document.visibilityState === "visible" && document.hasFocus();
  }

  read() {
    const last = this.lastId();
    if (!last || !this.isRead()) return;
    if (this.world.markRead(this.channel.id, last)) {
      act(this.world.me.id, "read", { channel: this.channel.id, message: last }).catch(() => {});
    }
  }
}
