/** The bot's rights, people's doors, channels and servers. */

import { avatar } from "./avatar.js";
import { attempt, cause, section } from "./cause.js";
import { el, refill } from "./dom.js";
import { openForm } from "./form.js";
import { trouble } from "./wire.js";

const RIGHTS = {
  VIEW_CHANNEL: "View Channel",
  SEND_MESSAGES: "Send Messages",
  SEND_MESSAGES_IN_THREADS: "Send Messages in Threads",
  CREATE_PUBLIC_THREADS: "Create Public Threads",
  EMBED_LINKS: "Embed Links",
  ATTACH_FILES: "Attach Files",
  READ_MESSAGE_HISTORY: "Read Message History",
  MANAGE_MESSAGES: "Manage Messages",
};

/** A switch that tells the sandbox when it is turned, and is turned back when that is refused. */
function turn(label, does) {
  const box = el("input", { type: "checkbox", role: "switch" });
  box.addEventListener("change", async () => {
    if (!(await attempt(() => does(box.checked)))) box.checked = !box.checked;
  });
  return { box, element: el("label", { class: "switch" }, box, el("span", {}, label)) };
}

export class RightsSection {
  constructor(world, openChannel) {
    this.world = world;
    this.openChannel = openChannel;
    this.select = el("select", { class: "input", "aria-label": "Channel" });
    this.select.addEventListener("change", () => {
      this.wanted = this.select.value;
      this.draw();
    });
    this.switches = Object.entries(RIGHTS).map(([name, label]) => ({
      name,
      ...turn(label, (given) => this.give(name, given)),
    }));
    this.element = section(
      "The bot's rights",
      null,
      this.select,
      el(
        "div",
        { class: "switches" },
        this.switches.map((each) => each.element),
      ),
    );
  }

  give(right, given) {
    return trouble("right", { channel: this.select.value, right, given });
  }

  draw() {
    const { channels } = this.world.backstage;
    const open = this.openChannel()?.id;
    const known = (id) => channels.some((each) => each.id === id);
    if (!known(this.wanted)) this.wanted = known(open) ? open : channels[0]?.id;
    const shown = channels.map((each) => `${each.id} ${each.name}`).join();
    if (shown !== this.shown) {
      this.shown = shown;
      refill(
        this.select,
        channels.map((each) => el("option", { value: each.id }, `${each.thread ? "thread " : "#"}${each.name}`)),
      );
    }
    this.select.value = this.wanted ?? "";
    const channel = channels.find((each) => each.id === this.wanted);
    for (const { name, box } of this.switches) {
      box.checked = Boolean(channel?.rights[name]);
      box.disabled = !channel;
    }
  }
}

export class PeopleSection {
  constructor(world) {
    this.world = world;
    this.list = el("ul", { class: "doors" });
    this.element = section("People", null, this.list);
    this.rows = new Map();
  }

  draw() {
    const { people, guilds } = this.world.backstage;
    for (const person of people) {
      const row = this.rows.get(person.id) ?? this.row(person, guilds);
      row.box.checked = person.accepts_dms;
      const guild = guilds[0];
      row.move.hidden = !guild;
      row.move.textContent = person.guilds.includes(guild?.id) ? `Leave ${guild?.name}` : `Join ${guild?.name}`;
    }
  }

  row(person, guilds) {
    const dms = turn("Direct messages", (open) => trouble("messages", { person: person.id, open }));
    const move = el("button", { type: "button", class: "button secondary small" });
    move.addEventListener("click", () => {
      const guild = guilds[0].id;
      const now = this.world.backstage.people.find((each) => each.id === person.id);
      attempt(() => trouble(now.guilds.includes(guild) ? "leave" : "join", { person: person.id, guild }));
    });
    const row = { box: dms.box, move };
    this.rows.set(person.id, row);
    dms.box.setAttribute("aria-label", `Direct messages to ${person.name}`);
    this.list.append(
      el(
        "li",
        { class: "door" },
        avatar(person, "small"),
        el("span", { class: "door-name" }, person.name),
        dms.element,
        move,
      ),
    );
    return row;
  }
}

export class ChannelSection {
  constructor(world, openChannel) {
    this.world = world;
    this.openChannel = openChannel;
    this.note = el("p", { class: "section-note" });
    this.remove = cause("Delete this channel", () => trouble("delete_channel", { channel: openChannel()?.id }), {
      style: "danger",
      says: "The channel is deleted.",
    });
    this.newest = cause(
      "Delete the bot's newest message",
      () => trouble("delete_message", { message: this.newestOfBot() }),
      { says: "The message is deleted." },
    );
    this.archive = cause("Archive", () => this.setThread({ archived: true, locked: false }), {
      says: "The thread is archived.",
    });
    this.lock = cause("Lock", () => this.setThread({ archived: true, locked: true }), {
      says: "The thread is locked.",
    });
    this.reopen = cause("Reopen", () => this.setThread({ archived: false, locked: false }), {
      says: "The thread is open.",
    });
    const add = el(
      "button",
      { type: "button", class: "button secondary", on: { click: () => this.add() } },
      "New channel…",
    );
    this.element = section(
      "The open channel",
      null,
      this.note,
      el("div", { class: "row" }, this.newest, this.remove, this.archive, this.lock, this.reopen, add),
    );
  }

  setThread(how) {
    return trouble("set_thread", { channel: this.openChannel()?.id, ...how });
  }

  newestOfBot() {
    const messages = [...(this.openChannel()?.messages.values() ?? [])];
    return messages.filter((each) => each.author.id === this.world.bot.id && !each.ephemeral).at(-1)?.id;
  }

  add() {
    const guild = this.openChannel()?.guild_id ?? this.world.backstage.guilds[0]?.id;
    openForm({
      title: "New channel",
      submit: "Create",
      fields: [{ name: "name", label: "Name", required: true, maxLength: 100 }],
      send: ({ name }) => trouble("add_channel", { guild, name }),
    });
  }

  draw() {
    const channel = this.openChannel();
    const thread = this.world.backstage.channels.find((each) => each.id === channel?.id && each.thread);
    const place = channel ? this.world.title(channel) : "nothing";
    this.note.textContent = channel?.guild_id
      ? `${thread ? "The thread " : "#"}${place}`
      : `A conversation with ${place}.`;
    this.remove.hidden = !channel?.guild_id;
    this.remove.textContent = thread ? "Delete this thread" : "Delete this channel";
    this.newest.hidden = !channel;
    this.newest.disabled = !this.newestOfBot();
    this.archive.hidden = !thread || thread.archived;
    this.lock.hidden = !thread || thread.locked;
    this.reopen.hidden = !thread || !(thread.archived || thread.locked);
  }
}

export class ServerSection {
  constructor(world) {
    this.world = world;
    this.list = el("div", { class: "row" });
    this.element = section("The server", null, this.list);
  }

  draw() {
    const { guilds } = this.world.backstage;
    const shown = guilds.map((each) => `${each.id} ${each.has_bot}`).join();
    if (shown === this.shown) return;
    this.shown = shown;
    refill(
      this.list,
      guilds.map((each) =>
        each.has_bot
          ? cause(`Remove the bot from ${each.name}`, () => trouble("remove_bot", { guild: each.id }), {
              style: "danger",
              says: "The bot was removed.",
            })
          : cause(`Invite the bot to ${each.name}`, () => trouble("add_bot", { guild: each.id }), {
              style: "success",
              says: "The bot was invited.",
            }),
      ),
    );
  }
}
