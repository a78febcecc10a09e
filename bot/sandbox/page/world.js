/** What one person sees of the world, kept up to date by the stream's events. */

import { seatPeople } from "./avatar.js";
import { isNewer } from "./dom.js";

export const DM = 1;
export const THREADS = [10, 11, 12];
export const COMMAND = 2;
export const COMPONENT = 3;
export const MODAL = 5;

/**
 * Tells of changes as events: `sight` (all anew), `channels`, `message` and `gone` (detail: channel, message),
 * `interaction` (detail), `unseen` and `learnt` (a channel without and with its messages), `backstage`, `commands`,
 * `read`, `clock`.
 */
export class World extends EventTarget {
  constructor() {
    super();
    this.me = null;
    this.bot = null;
    this.online = false;
    /** @type {Map<string, any>} */ this.guilds = new Map();
    /** @type {Map<string, any>} */ this.channels = new Map();
    /** @type {Map<string, any>} */ this.users = new Map();
    /** @type {Map<string, any>} */ this.interactions = new Map();
    /** @type {Map<string, string>} */ this.marks = new Map();
    /** Seconds by which the sandbox's clock is ahead of this machine's. */
    this.ahead = 0;
    this.backstage = { people: [], guilds: [], channels: [], process: { state: "none", output: [] }, faults: [] };
  }

  /** Seconds since 1970 in the sandbox. */
  now() {
    return Date.now() / 1000 + this.ahead;
  }

  tell(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Takes one event of the stream. */
  take(event) {
    const taker = this[`take_${event.type}`];
    if (taker) taker.call(this, event);
  }

  take_sight(sight) {
    this.me = sight.me;
    this.bot = sight.bot;
    this.ahead = sight.now - Date.now() / 1000;
    this.guilds.clear();
    this.channels.clear();
    this.interactions.clear();
    this.marks = new Map(Object.entries(sight.read));
    this.meet(sight.me);
    this.meet(sight.bot);
    for (const guild of sight.guilds) this.putGuild(guild);
    for (const channel of sight.dms) this.putChannel(channel);
    for (const each of sight.interactions) if (each.state !== "failed") this.interactions.set(each.id, each);
    this.tell("sight");
  }

  take_guild({ guild }) {
    const old = new Map(this.channelsOf(guild.id).map((each) => [each.id, each.messages]));
    for (const id of old.keys()) this.channels.delete(id);
    this.putGuild(guild, old);
    this.tell("channels");
  }

  take_guild_removed({ guild_id }) {
    for (const each of this.channelsOf(guild_id)) this.channels.delete(each.id);
    this.guilds.delete(guild_id);
    this.tell("channels");
  }

  take_channels({ guild_id, channels }) {
    const old = new Map(this.channelsOf(guild_id).map((each) => [each.id, each]));
    for (const id of old.keys()) this.channels.delete(id);
    for (const channel of channels) {
      const messages = old.get(channel.id)?.messages;
      this.putChannel(channel, messages);
      if (!messages) this.tell("unseen", { channel: channel.id });
    }
    this.tell("channels");
  }

  take_channel({ channel }) {
    this.putChannel(channel, this.channels.get(channel.id)?.messages ?? new Map());
    this.tell("channels");
  }

  take_channel_removed({ channel_id }) {
    this.channels.delete(channel_id);
    for (const each of [...this.channels.values()]) if (each.parent_id === channel_id) this.channels.delete(each.id);
    this.tell("channels");
  }

  take_message({ message, change }) {
    const channel = this.channels.get(message.channel_id);
    if (!channel) return;
    this.meetAll(message);
    channel.messages.set(message.id, message);
    this.tell("message", { channel: channel.id, message, change });
  }

  take_message_removed({ channel_id, message_id }) {
    this.channels.get(channel_id)?.messages.delete(message_id);
    this.tell("gone", { channel: channel_id, message: message_id });
  }

  take_interaction({ interaction }) {
    this.interactions.set(interaction.id, interaction);
    this.tell("interaction", interaction);
  }

  take_me({ me }) {
    this.me = me;
    this.tell("channels");
  }

  take_commands() {
    this.tell("commands");
  }

  take_bot({ online }) {
    this.online = online;
    this.tell("backstage");
  }

  take_clock({ now }) {
    this.ahead = now - Date.now() / 1000;
    this.tell("clock");
  }

  take_backstage(backstage) {
    this.backstage = backstage;
    seatPeople(backstage.people.map((each) => each.id));
    for (const each of backstage.people) {
      if (!this.users.has(each.id)) this.meet({ id: each.id, global_name: each.name, username: each.name });
    }
    this.tell("backstage");
  }

  /** A channel with its messages, asked for because the person has only now come to see it. */
  learn(channel) {
    if (this.channels.has(channel.id)) this.putChannel(channel);
    this.tell("channels");
    this.tell("learnt", { channel: channel.id });
  }

  /** `old` are the messages that are known already; those of the event are the same. */
  putGuild(guild, old = new Map()) {
    this.guilds.set(guild.id, guild);
    for (const member of guild.members) this.meet(member.user);
    for (const channel of guild.channels) this.putChannel(channel, old.get(channel.id));
  }

  putChannel(channel, messages) {
    const list = channel.messages ?? [];
    for (const each of list) this.meetAll(each);
    for (const each of channel.recipients ?? []) this.meet(each);
    channel.messages = messages ?? new Map(list.map((each) => [each.id, each]));
    this.channels.set(channel.id, channel);
  }

  meet(user) {
    this.users.set(user.id, user);
  }

  meetAll(message) {
    this.meet(message.author);
    for (const each of message.mentions) this.meet(each);
    if (message.interaction_of) this.meet(message.interaction_of);
  }

  // Looking.

  /** The name that a user goes by. */
  name(id) {
    const user = this.users.get(id);
    return user ? (user.global_name ?? nameOfBot(user)) : "unknown-user";
  }

  channelsOf(guildId) {
    return [...this.channels.values()].filter((each) => each.guild_id === guildId);
  }

  /** Conversations, the latest first. */
  conversations() {
    const dms = [...this.channels.values()].filter((each) => each.type === DM);
    return dms.sort((a, b) => (isNewer(b.last_message_id, a.last_message_id) ? 1 : -1));
  }

  title(channel) {
    return channel.type === DM ? channel.recipients.map((each) => this.name(each.id)).join(", ") : channel.name;
  }

  may(channel, bit) {
    return (BigInt(channel.permissions) & (1n << BigInt(bit))) !== 0n;
  }

  /** What others have said in the channel since this person last looked. */
  fresh(channel) {
    const mark = this.marks.get(channel.id);
    return [...channel.messages.values()].filter(
      (each) => isNewer(each.id, mark) && each.author.id !== this.me.id && !each.ephemeral,
    );
  }

  /** @returns {{unread: boolean, pings: number}} */
  news(channel) {
    const fresh = this.fresh(channel);
    return { unread: fresh.length > 0, pings: fresh.filter((each) => each.pinged).length };
  }

  /** Notes that a channel is read up to a message; says whether that is new. */
  markRead(channelId, messageId) {
    if (!isNewer(messageId, this.marks.get(channelId))) return false;
    this.marks.set(channelId, messageId);
    this.tell("read", { channel: channelId });
    return true;
  }
}

function nameOfBot(user) {
  return user.username[0].toUpperCase() + user.username.slice(1);
}
