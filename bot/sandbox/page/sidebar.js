/** Servers on the rail, and the channels or conversations of the chosen one beside it. */

import { avatarOf } from "./avatar.js";
import { el, refill, renew } from "./dom.js";
import { icon } from "./icons.js";
import { address, go } from "./route.js";
import { toast } from "./toast.js";
import { act, Refused } from "./wire.js";
import { DM, THREADS } from "./world.js";

const HOME = "home";

export class Sidebar {
  /**
   * @param {import("./world.js").World} world
   * @param {HTMLElement} rail
   * @param {HTMLElement} list
   */
  constructor(world, rail, list) {
    this.world = world;
    this.rail = rail;
    this.heading = el("h2", {});
    this.channels = el("ul", { class: "channels" });
    this.note = el("p", { class: "sidebar-note" });
    this.starter = el(
      "button",
      { type: "button", class: "button secondary wide", hidden: true, on: { click: () => this.converse() } },
      "Message the bot",
    );
    this.foot = el("footer", { class: "sidebar-foot" });
    refill(
      list,
      el("header", { class: "sidebar-head" }, this.heading),
      this.note,
      this.starter,
      this.channels,
      this.foot,
    );
    /** The open channel's id, and the server (or home) whose channels are listed. */
    this.open = null;
    this.chosen = null;
    for (const type of ["channels", "message", "gone", "read", "backstage"])
      world.addEventListener(type, () => this.later());
  }

  /** Draws once for all that happens at the same time. */
  later() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.draw();
    });
  }

  /** A channel was opened: list where it belongs. */
  follow(channel) {
    this.open = channel?.id ?? null;
    if (channel) this.chosen = channel.type === DM ? HOME : channel.guild_id;
    else if (!this.world.guilds.has(this.chosen)) this.chosen = [...this.world.guilds.keys()][0] ?? HOME;
    this.draw();
  }

  draw() {
    if (!this.world.me) return;
    this.drawRail();
    const guild = this.world.guilds.get(this.chosen);
    if (guild) this.drawGuild(guild);
    else this.drawConversations();
    this.drawFoot();
  }

  drawRail() {
    const { world } = this;
    const home = this.railItem(HOME, "Direct messages", () => icon("home"), world.conversations());
    const line = { key: "line", shows: null, make: () => el("div", { class: "rail-line", role: "presentation" }) };
    const guilds = [...world.guilds.values()].map((each) =>
      this.railItem(each.id, each.name, () => initials(each.name), world.channelsOf(each.id)),
    );
    renew(this.rail, [home, line, ...guilds]);
  }

  railItem(id, label, content, channels) {
    const news = total(channels.map((each) => this.world.news(each)));
    const isOpen = this.chosen === id;
    const make = () => {
      const button = el(
        "button",
        {
          type: "button",
          class: ["rail-button", isOpen && "open", news.unread && "unread"],
          "aria-current": isOpen ? "true" : null,
          "aria-label": label + told(news),
          title: label,
          on: { click: () => this.choose(id) },
        },
        content(),
      );
      return el("div", { class: "rail-item" }, el("span", { class: "pill" }), button, badge(news.pings));
    };
    return { key: id, shows: [label, news, isOpen], make };
  }

  /** Shows a server's or the home's list, and opens what was open there last. */
  choose(id) {
    this.chosen = id;
    const channels = id === HOME ? this.world.conversations() : this.ordered(id);
    const withNews = channels.find((each) => this.world.news(each).pings > 0);
    const target = withNews ?? channels[0];
    if (target && !channels.some((each) => each.id === this.open)) go(this.world.me.id, target.id);
    else this.draw();
  }

  /** A server's channels, each followed by its threads. */
  ordered(guildId) {
    const all = this.world.channelsOf(guildId);
    const threads = all.filter((each) => THREADS.includes(each.type));
    const channels = all.filter((each) => !threads.includes(each)).sort((a, b) => a.position - b.position);
    const under = (parent) =>
      threads.filter((each) => each.parent_id === parent.id && (!isAway(each) || each.id === this.open));
    return channels.flatMap((each) => [each, ...under(each)]);
  }

  drawGuild(guild) {
    const items = this.ordered(guild.id).map((each) => {
      const isThread = THREADS.includes(each.type);
      return this.item(each, () => icon(isThread ? "thread" : "hash"), isThread ? "thread" : "");
    });
    this.heading.textContent = guild.name;
    this.note.textContent = items.length ? "" : "This person sees no channel here.";
    this.starter.hidden = true;
    renew(this.channels, items);
  }

  drawConversations() {
    const { world } = this;
    const items = world
      .conversations()
      .map((each) => this.item(each, () => avatarOf(each.recipients[0], world, "small"), "conversation"));
    this.heading.textContent = "Direct messages";
    this.note.textContent = items.length ? "" : "No direct messages yet.";
    this.starter.hidden = items.length > 0;
    renew(this.channels, items);
  }

  item(channel, mark, kind) {
    const { world } = this;
    const news = world.news(channel);
    const isOpen = channel.id === this.open;
    const title = world.title(channel);
    const make = () =>
      el(
        "li",
        {},
        el(
          "a",
          {
            href: address(world.me.id, channel.id),
            class: ["channel", kind, isOpen && "open", news.unread && "unread"],
            "aria-current": isOpen ? "page" : null,
            "aria-label": title + told(news),
          },
          mark(),
          el("span", { class: "channel-name" }, title),
          badge(news.pings),
        ),
      );
    return { key: channel.id, shows: [title, kind, news, isOpen, world.me.id], make };
  }

  async converse() {
    try {
      const { channel } = await act(this.world.me.id, "converse");
      go(this.world.me.id, channel);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, "bad");
    }
  }

  /** Who one is, at the foot of the list. */
  drawFoot() {
    const { world } = this;
    const person = world.backstage.people.find((each) => each.id === world.me.id);
    const shows = [world.me, person?.kind];
    if (JSON.stringify(shows) === this.footShows) return;
    this.footShows = JSON.stringify(shows);
    refill(
      this.foot,
      avatarOf(world.me, world, "small"),
      el("div", { class: "foot-text" }, el("strong", {}, world.name(world.me.id)), el("span", {}, person?.kind ?? "")),
      !world.me.accepts_dms &&
        el("span", { class: "badge quiet", title: "Takes no direct messages from the bot" }, "DMs closed"),
    );
  }
}

function isAway(thread) {
  return thread.thread_metadata?.archived;
}

function initials(name) {
  return name
    .split(/\s+/)
    .map((word) => [...word][0])
    .join("")
    .slice(0, 3)
    .toUpperCase();
}

function total(news) {
  return { unread: news.some((each) => each.unread), pings: news.reduce((sum, each) => sum + each.pings, 0) };
}

function told(news) {
  if (news.pings) return `, ${news.pings} mention${news.pings === 1 ? "" : "s"}`;
  return news.unread ? ", unread" : "";
}

/** The red number. */
export function badge(count) {
  return count > 0 ? el("span", { class: "pings", "aria-hidden": "true" }, count > 99 ? "99+" : count) : null;
}
