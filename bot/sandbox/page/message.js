/** One message as the person sees it. */

import { avatarOf } from "./avatar.js";
import { clockTime, written } from "./clock.js";
import { Components } from "./components.js";
import { beginning, el } from "./dom.js";
import { embed } from "./embed.js";
import { drawn, icon } from "./icons.js";
import { plainText } from "./markdown.js";
import { markup } from "./markup.js";
import { address } from "./route.js";
import { toast } from "./toast.js";
import { attachments } from "./viewer.js";
import { act, Refused, trouble } from "./wire.js";
import { COMMAND, COMPONENT } from "./world.js";

const TOGETHER = 7 * 60_000;
const REPLY = 19;

/** Whether a message stands under the head of the one before it. */
export function follows(message, before) {
  if (!before || origin(message) || message.author.id !== before.author.id || message.ephemeral !== before.ephemeral) {
    return false;
  }
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER;
}

/** What a message answers: a command, a press, another message, or nothing. */
function origin(message) {
  if (message.interaction) return COMMAND;
  if (message.interaction_metadata?.type === COMPONENT && message.interaction_metadata.interacted_message_id)
    return COMPONENT;
  return message.type === REPLY ? REPLY : null;
}

export class MessageView {
  /**
   * @param {any} message
   * @param {any} before the message above it
   * @param {any} channel
   * @param {import("./world.js").World} world
   */
  constructor(message, before, channel, world) {
    this.message = message;
    this.channel = channel;
    this.world = world;
    this.components = message.components.length ? new Components(message, channel, world) : null;
    this.element = this.build(follows(message, before));
  }

  build(grouped) {
    const { message, world } = this;
    const kind = [
      "message",
      grouped && "grouped",
      message.pinged && this.channel.guild_id && "pinged",
      message.ephemeral && "ephemeral",
    ];
    return el(
      "article",
      { class: kind, id: `m${message.id}`, "data-message": message.id, tabindex: -1 },
      !grouped && this.reply(),
      el("div", { class: "gutter" }, grouped ? this.shortTime() : avatarOf(message.author, world)),
      el("div", { class: "content" }, !grouped && this.head(), this.body(), message.ephemeral && this.privacy()),
      this.tools(),
    );
  }

  date() {
    return new Date(this.message.timestamp);
  }

  shortTime() {
    return el("time", { class: "short-time", datetime: this.message.timestamp }, clockTime(this.date()));
  }

  head() {
    const { author } = this.message;
    const now = new Date(this.world.now() * 1000);
    return el(
      "header",
      { class: "message-head" },
      el("span", { class: ["author", author.bot && "of-bot"] }, this.world.name(author.id)),
      author.bot && el("span", { class: "badge" }, "APP"),
      el("time", { class: "written", datetime: this.message.timestamp }, written(this.date(), now)),
    );
  }

  body() {
    const { message, world } = this;
    if (message.thinking) return this.thinking();
    const edited =
      message.edited_timestamp &&
      el(
        "span",
        { class: "edited", title: written(new Date(message.edited_timestamp), new Date(world.now() * 1000)) },
        "(edited)",
      );
    const text = markup(message.content, world);
    const last = text.at(-1);
    if (edited && last?.classList?.contains("text")) last.append(" ", edited);
    else if (edited) text.push(edited);
    return [
      text.length > 0 && el("div", { class: "markup" }, text),
      message.embeds.map((each) => embed(each, world)),
      message.attachments.length > 0 && attachments(message.attachments),
      this.components?.element,
    ];
  }

  thinking() {
    const interaction = this.world.interactions.get(this.message.interaction_metadata?.id);
    if (interaction?.state === "failed") return el("div", { class: "failure" }, "The application did not respond");
    const name = this.world.name(this.message.author.id);
    return el(
      "div",
      { class: "thinking" },
      el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      `${name} is thinking…`,
    );
  }

  /** The line above: who used which command, or what is answered. */
  reply() {
    const { message, world } = this;
    switch (origin(message)) {
      case COMMAND:
        return replyLine(
          avatarOf(message.interaction_of, world, "tiny"),
          el("strong", {}, world.name(message.interaction_of.id)),
          " used ",
          el("span", { class: "mention" }, `/${message.interaction.name}`),
        );
      case COMPONENT:
        return this.excerpt(message.interaction_metadata.interacted_message_id);
      case REPLY:
        return this.excerpt(message.message_reference.message_id);
      default:
        return null;
    }
  }

  excerpt(id) {
    const { world, channel } = this;
    const other = channel.messages.get(id);
    if (!other) return replyLine(el("em", {}, "A message that is gone"));
    const text = plainText(other.content, (user) => world.name(user)) || "A message with files";
    return replyLine(
      avatarOf(other.author, world, "tiny"),
      el("strong", {}, world.name(other.author.id)),
      el("a", { class: "excerpt", href: address(world.me.id, channel.id, id) }, drawn(beginning(text, 160))),
    );
  }

  privacy() {
    const dismiss = el("button", { type: "button", class: "text-button" }, "Dismiss message");
    dismiss.addEventListener("click", () =>
      this.attempt(act(this.world.me.id, "dismiss", { channel: this.channel.id, message: this.message.id })),
    );
    return el(
      "footer",
      { class: "privacy" },
      icon("eye"),
      "Only you can see this ",
      el("span", { "aria-hidden": "true" }, "•"),
      " ",
      dismiss,
    );
  }

  tools() {
    const { message, channel } = this;
    if (message.ephemeral || message.thinking) return null;
    const remove = el(
      "button",
      { type: "button", class: "icon-button", title: "Delete, as a moderator would", "aria-label": "Delete message" },
      icon("trash"),
    );
    remove.addEventListener("click", () => this.attempt(trouble("delete_message", { message: message.id })));
    const copy = el(
      "button",
      { type: "button", class: "icon-button", title: "Copy link", "aria-label": "Copy link" },
      icon("link"),
    );
    const link = `https://discord.com/channels/${channel.guild_id ?? "@me"}/${channel.id}/${message.id}`;
    copy.addEventListener("click", () => navigator.clipboard.writeText(link).then(() => toast("The link is copied.")));
    return el("div", { class: "tools" }, copy, remove);
  }

  async attempt(promise) {
    try {
      await promise;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, "bad");
    }
  }
}

function replyLine(...parts) {
  return el(
    "div",
    { class: "reply" },
    el("span", { class: "reply-arm", "aria-hidden": "true" }),
    el("span", { class: "reply-text" }, parts),
  );
}

/** A command that has no message yet: on its way, or without an answer. */
export function ghost(interaction, world, onDismiss) {
  const isLost = interaction.state === "failed";
  const dismiss = el("button", { type: "button", class: "text-button", on: { click: onDismiss } }, "Dismiss message");
  return el(
    "article",
    { class: "message ephemeral ghost", id: `i${interaction.id}` },
    replyLine(
      avatarOf(world.me, world, "tiny"),
      el("strong", {}, world.name(world.me.id)),
      " used ",
      el("span", { class: "mention" }, `/${interaction.name}`),
    ),
    el("div", { class: "gutter" }, avatarOf(world.bot, world)),
    el(
      "div",
      { class: "content" },
      el(
        "header",
        { class: "message-head" },
        el("span", { class: "author of-bot" }, world.name(world.bot.id)),
        el("span", { class: "badge" }, "APP"),
      ),
      isLost
        ? el("div", { class: "failure", role: "alert" }, "The application did not respond")
        : el("div", { class: "thinking" }, "Sending command…"),
      isLost &&
        el(
          "footer",
          { class: "privacy" },
          icon("eye"),
          "Only you can see this ",
          el("span", { "aria-hidden": "true" }, "•"),
          " ",
          dismiss,
        ),
    ),
  );
}
