/** Short notes at the window's edge, for what has no place of its own. */

import { el } from "./dom.js";

const LASTS = 6000;
const MOST = 3;

/**
 * @param {string} words
 * @param {"good"|"bad"} [kind]
 */
export function toast(words, kind = "good") {
  const note = el("div", { class: `toast ${kind}` }, words);
  const toasts = document.getElementById("toasts");
  while (toasts.children.length >= MOST) toasts.firstChild.remove();
  toasts.append(note);
  setTimeout(() => note.remove(), LASTS);
}
