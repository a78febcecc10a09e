/** Markdown's tree as elements. */

import { timestamp } from "./clock.js";
import { el } from "./dom.js";
import { drawn, icon } from "./icons.js";
import { parse } from "./markdown.js";
import { address, discordPlace } from "./route.js";

/**
 * A text as elements.
 * @param {string} text
 * @param {import("./world.js").World} world
 */
export function markup(text, world) {
  return parse(text).map((node) => build(node, world));
}

function inside(node, world) {
  return node.children.map((each) => build(each, world));
}

const BUILDERS = {
  text: (node, world) => el("div", { class: "text" }, inside(node, world)),
  bold: (node, world) => el("strong", {}, inside(node, world)),
  italic: (node, world) => el("em", {}, inside(node, world)),
  underline: (node, world) => el("u", {}, inside(node, world)),
  strike: (node, world) => el("s", {}, inside(node, world)),
  spoiler: (node, world) => spoiler(inside(node, world)),
  code: (node) => el("code", {}, node.text),
  block: (node) => el("pre", { tabindex: 0 }, el("code", {}, drawn(node.text))),
  quote: (node, world) => el("blockquote", {}, inside(node, world)),
  heading: (node, world) => el(`h${node.level + 2}`, { class: `heading level${node.level}` }, inside(node, world)),
  small: (node, world) => el("div", { class: "small" }, inside(node, world)),
  list: (node, world) => list(node, world),
  link: (node, world) => link(node, world),
  user: (node, world) => user(node.id, world),
  role: (node, world) => el("span", { class: "mention" }, `@${roleName(node.id, world)}`),
  channel: (node, world) => channelLink(node.id, null, world),
  time: (node, world) => timestamp(world, node.seconds, node.style),
  everyone: (node) => el("span", { class: "mention" }, node.text),
  command: (node) => el("span", { class: "mention" }, `/${node.text}`),
  emoji: (node) => el("span", {}, node.text),
};

function build(node, world) {
  return typeof node === "string" ? drawn(node) : BUILDERS[node.type](node, world);
}

function list(node, world) {
  const items = node.items.map((item) =>
    el(
      "li",
      {},
      item.map((each) => build(each, world)),
    ),
  );
  return el(node.ordered ? "ol" : "ul", { start: node.ordered && node.start !== 1 ? node.start : null }, items);
}

function spoiler(children) {
  const inner = el("span", { "aria-hidden": "true" }, children);
  const button = el(
    "button",
    { type: "button", class: "spoiler", "aria-expanded": "false", "aria-label": "Spoiler, press to show" },
    inner,
  );
  button.addEventListener("click", () => {
    button.setAttribute("aria-expanded", "true");
    button.removeAttribute("aria-label");
    inner.removeAttribute("aria-hidden");
  });
  return button;
}

function link(node, world) {
  const here = discordPlace(node.url);
  const isBare = node.children.length === 1 && node.children[0] === node.url;
  if (here && isBare) return channelLink(here.channel, here.message, world);
  const href = here ? address(world.me.id, here.channel, here.message) : node.url;
  const outside = here ? {} : { target: "_blank", rel: "noopener noreferrer" };
  return el("a", { href, ...outside }, inside(node, world));
}

/** A mention of a channel, or of a message in it. */
function channelLink(id, message, world) {
  const channel = world.channels.get(id);
  if (!channel) return el("span", { class: "mention" }, icon("lock"), "no access");
  const parts = [icon(channel.parent_id && channel.type !== 0 ? "thread" : channel.type === 1 ? "at" : "hash")];
  parts.push(world.title(channel));
  if (message) parts.push(el("span", { class: "arrow", "aria-hidden": "true" }, "›"), icon("home", "message"));
  return el("a", { class: "mention", href: address(world.me.id, id, message) }, parts);
}

function user(id, world) {
  const isMe = id === world.me?.id;
  return el("span", { class: ["mention", isMe && "me"] }, `@${world.name(id)}`);
}

function roleName(id, world) {
  for (const guild of world.guilds.values()) {
    const role = guild.roles.find((each) => each.id === id);
    if (role) return role.name.replace(/^@/, "");
  }
  return "unknown-role";
}
