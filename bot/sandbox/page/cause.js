/** What the sections of the trouble drawer are made of. */

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { toast } from "./toast.js";
import { Refused } from "./wire.js";

/**
 * A button that brings something about, and says so.
 * @param {string} label
 * @param {() => Promise<any>|any} does
 * @param {{style?: string, says?: string}} [how]
 */
export function cause(label, does, { style = "secondary", says } = {}) {
  const button = el("button", { type: "button", class: `button ${style}` }, label);
  button.addEventListener("click", async () => {
    button.disabled = true;
    if (await attempt(does)) toast(says ?? `${label}: done.`);
    button.disabled = false;
  });
  return button;
}

/** Does it, and tells why not; says whether it was done. */
export async function attempt(does) {
  try {
    await does();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.message, "bad");
    return false;
  }
}

/** A part of the drawer that can be folded away. */
export function section(title, note, ...children) {
  return el(
    "details",
    { class: "section", open: true },
    el("summary", {}, el("span", {}, title), icon("chevron")),
    el("div", { class: "section-body" }, note && el("p", { class: "section-note" }, note), children),
  );
}
