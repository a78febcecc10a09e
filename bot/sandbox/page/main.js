/** The page: one window, one person at a time. */

import { refreshTimes } from "./clock.js";
import { Composer } from "./composer.js";
import { isNarrow } from "./dom.js";
import { Modals } from "./modal.js";
import { PeopleBar } from "./people.js";
import { Room } from "./room.js";
import { go, lastChannel, lastPerson, place, settle } from "./route.js";
import { Sidebar } from "./sidebar.js";
import { applyTheme } from "./theme.js";
import { toast } from "./toast.js";
import { TroubleDrawer } from "./trouble.js";
import { act, FIRST_PERSON, Refused, Stream } from "./wire.js";
import { DM, World } from "./world.js";

const byId = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.world = new World();
    this.stream = null;
    this.channel = null;
    this.composer = new Composer(this.world);
    this.room = new Room(this.world, { composer: this.composer.element, onMenu: () => this.showLists(true) });
    byId("room").replaceChildren(...this.room.element);
    this.sidebar = new Sidebar(this.world, byId("rail"), byId("sidebar"));
    this.people = new PeopleBar(this.world, byId("people"), () => this.showTrouble(byId("drawer").hidden));
    this.drawer = new TroubleDrawer(
      this.world,
      byId("drawer"),
      () => this.channel,
      () => this.showTrouble(false),
    );
    this.modals = new Modals(this.world);
    this.listen();
  }

  listen() {
    const { world } = this;
    window.addEventListener("hashchange", () => this.arrive());
    world.addEventListener("sight", () => this.settle());
    world.addEventListener("channels", () => this.stay());
    world.addEventListener("unseen", (event) => this.learn(event.detail.channel));
    world.addEventListener("backstage", () => this.title());
    for (const type of ["message", "read", "sight"]) world.addEventListener(type, () => this.title());
    world.addEventListener("clock", () => refreshTimes(world));
    setInterval(() => refreshTimes(world), 5000);
    document.addEventListener("keydown", (event) => this.key(event));
    byId("client").addEventListener("click", (event) => this.clickedBeside(event));
    document.querySelector("[data-skip]").addEventListener("click", (event) => {
      event.preventDefault();
      this.composer.text.focus();
    });
  }

  /** Escape puts the lists away; what is typed while nothing has the focus goes into the message box. */
  key(event) {
    if (event.key === "Escape") this.showLists(false);
    const isText = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isFree = document.activeElement === document.body || document.activeElement?.matches("article, .messages");
    if (isText && isFree) this.composer.text.focus();
  }

  /** Goes where the address says, as the person that it says. */
  arrive() {
    const wanted = place();
    const person = wanted.person ?? lastPerson() ?? FIRST_PERSON;
    if (this.stream?.person !== person) {
      this.be(person);
    } else if (this.world.me) {
      this.settle();
    }
  }

  be(person) {
    this.stream?.end();
    this.stream = new Stream(
      person,
      (event) => this.world.take(event),
      (state) => this.connection(state),
    );
    this.people.be(person);
  }

  connection(state) {
    document.body.classList.toggle("lost", state !== "open");
    if (state === "open") sessionStorage.removeItem("refused");
    if (state === "refused") this.refused();
  }

  /** The sandbox was started anew: a reload brings its new key, and a second one leaves a person whom it lacks. */
  refused() {
    const times = Number(sessionStorage.getItem("refused") ?? 0);
    sessionStorage.setItem("refused", String(times + 1));
    if (times > 1) return;
    if (times === 1) {
      sessionStorage.removeItem("person");
      history.replaceState(null, "", "/");
    }
    location.reload();
  }

  /** The world is there, or the address has changed: open the channel that is meant. */
  settle() {
    const { world } = this;
    const wanted = place();
    const sees = (id) => id && world.channels.has(id);
    const channels = [...world.channels.values()];
    const first = channels.find((each) => each.type !== DM) ?? channels[0];
    const here = this.channel?.id;
    const id = [wanted.channel, here, lastChannel(world.me.id), first?.id].find(sees) ?? null;
    if (wanted.channel && wanted.channel !== id) toast(`${world.name(world.me.id)} does not see that channel.`, "bad");
    this.open(id, wanted.channel === id ? wanted.message : null);
  }

  open(id, message) {
    const { world } = this;
    this.channel = id ? world.channels.get(id) : null;
    settle(world.me.id, id);
    this.people.be(world.me.id);
    this.room.open(this.channel, message);
    this.composer.open(this.channel);
    this.sidebar.follow(this.channel);
    this.drawer.draw();
    this.showLists(false);
    this.title();
  }

  /** Channels came or went: leave one that is gone. */
  stay() {
    const now = this.channel && this.world.channels.get(this.channel.id);
    if (now) this.channel = now;
    else if (this.channel) {
      toast(`${this.named(this.channel)} is gone.`, "bad");
      this.channel = null;
      go(this.world.me.id, null);
    } else this.settle();
  }

  /** A channel that has only now come into sight is asked for with its messages. */
  async learn(id) {
    try {
      const { channel } = await act(this.world.me.id, "channel", { channel: id });
      this.world.learn(channel);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  title() {
    const { world } = this;
    if (!world.me) return;
    const pings = [...world.channels.values()].reduce((sum, each) => sum + world.news(each).pings, 0);
    const where = this.channel ? this.named(this.channel) : "no channel";
    document.title = `${pings ? `(${pings}) ` : ""}${world.name(world.me.id)} in ${where}`;
  }

  named(channel) {
    return `${channel.type === DM ? "" : "#"}${this.world.title(channel)}`;
  }

  // Drawers.

  /** On a narrow screen the channels lie over the messages. */
  showLists(open) {
    document.body.classList.toggle("lists-open", open && isNarrow());
    if (open && isNarrow()) byId("sidebar").querySelector("a, button")?.focus();
  }

  showTrouble(open) {
    const drawer = byId("drawer");
    drawer.hidden = !open;
    document.body.classList.toggle("trouble-open", open);
    this.people.troubleButton.setAttribute("aria-expanded", String(open));
    if (open) {
      this.drawer.draw();
      drawer.querySelector("button").focus();
    } else {
      this.people.troubleButton.focus();
    }
  }

  clickedBeside(event) {
    if (event.target.closest("#room") && !event.target.closest(".menu-button")) this.showLists(false);
  }
}

applyTheme();
new Page().arrive();
