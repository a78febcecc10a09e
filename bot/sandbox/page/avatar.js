/** The round pictures of people: an initial on a colour of their own; the bot has its emblem. */

import { el } from "./dom.js";

/** White letters on each of these have a contrast of at least 4.5. */
const COLOURS = ["#b0413e", "#2f6fb3", "#9a6700", "#2d7d46", "#8b46a8", "#0f7c83", "#a8416f", "#5a5fcf"];

function colourOf(id) {
  let sum = 0;
  for (const digit of id.slice(-8)) sum = (sum * 31 + digit.charCodeAt(0)) % 9973;
  return COLOURS[sum % COLOURS.length];
}

/**
 * @param {{id: string, name: string, bot?: boolean}} who
 * @param {string} [kind] a class for the size
 */
export function avatar(who, kind = "") {
  if (who.bot) return el("img", { class: `avatar ${kind}`, src: "/page/emblem.svg", alt: "" });
  const initial = [...who.name][0]?.toUpperCase() ?? "?";
  return el("span", { class: `avatar ${kind}`, style: { background: colourOf(who.id) }, "aria-hidden": "true" }, initial);
}

/** The same for a user as the world knows them. */
export function avatarOf(user, world, kind) {
  return avatar({ id: user.id, name: world.name(user.id), bot: user.bot }, kind);
}
