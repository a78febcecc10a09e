/** Short notes at the window's edge, for what has no place of its own. */

import { el } from "./dom.js";

const LASTS = 6000;

/**
 * @param {string} words
 * @param {"good"|"bad"} [kind]
 */
export function toast(words, kind = "good") {
  const note = el("div", { class: `toast ${kind}` }, words);
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), LASTS);
}
