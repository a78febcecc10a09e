/** The round pictures of people: an initial on a colour of their own; the bot has its emblem. */

import { el } from "./dom.js";

/**
 * White letters on each of these have a contrast of at least 4.5. The first are none of the game's colours, which are
 * drawn by lot: a red face on blue cubes would mislead.
 */
const COLOURS = [
  "#2d7d46",
  "#8b46a8",
  "#0f7c83",
  "#5d6577",
  "#8a5a2b",
  "#a8416f",
  "#5a5fcf",
  "#9a6700",
  "#2f6fb3",
  "#b0413e",
];

/** @type {Map<string, number>} */
const places = new Map();

/** Gives each of these people a colour by their place. */
export function seatPeople(ids) {
  ids.forEach((id, place) => places.set(id, place));
}

function colourOf(id) {
  const place = places.get(id) ?? [...id].reduce((sum, digit) => sum + Number(digit), 5);
  return COLOURS[place % COLOURS.length];
}

/**
 * @param {{id: string, name: string, bot?: boolean}} who
 * @param {string} [kind] a class for the size
 */
export function avatar(who, kind = "") {
  if (who.bot) return el("img", { class: `avatar ${kind}`, src: "/page/emblem.svg", alt: "" });
  const initial = [...who.name][0]?.toUpperCase() ?? "?";
  return el(
    "span",
    { class: `avatar ${kind}`, style: { background: colourOf(who.id) }, "aria-hidden": "true" },
    initial,
  );
}

/** The same for a user as the world knows them. */
export function avatarOf(user, world, kind) {
  return avatar({ id: user.id, name: world.name(user.id), bot: user.bot }, kind);
}
