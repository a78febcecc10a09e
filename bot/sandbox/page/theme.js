/** Light or dark: as the system says, or as chosen here. */

import { el, refill } from "./dom.js";
import { icon } from "./icons.js";

const ORDER = ["auto", "light", "dark"];
const ICONS = { auto: "auto", light: "sun", dark: "moon" };
const NAMES = { auto: "as the system", light: "light", dark: "dark" };

function chosen() {
  const kept = localStorage.getItem("theme");
  return ORDER.includes(kept) ? kept : "auto";
}

/** Puts the choice into force. */
export function applyTheme() {
  const theme = chosen();
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function label(button) {
  const theme = chosen();
  const words = `Colours: ${NAMES[theme]}`;
  button.title = words;
  button.setAttribute("aria-label", words);
  refill(button, icon(ICONS[theme]));
}

export function themeButton() {
  const button = el("button", { type: "button", class: "icon-button theme" });
  label(button);
  return button;
}

/** Goes on to the next choice. */
export function nextTheme(button) {
  localStorage.setItem("theme", ORDER[(ORDER.indexOf(chosen()) + 1) % ORDER.length]);
  applyTheme();
  label(button);
}
