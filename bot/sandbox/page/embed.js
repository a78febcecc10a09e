/** Embeds: the boxes with a coloured edge. */

import { el } from "./dom.js";
import { markup } from "./markup.js";
import { enlarge, localPath } from "./viewer.js";
import { written } from "./clock.js";

/** An embed as an element. */
export function embed(body, world) {
  const colour = body.color === undefined ? null : `#${body.color.toString(16).padStart(6, "0")}`;
  return el(
    "article",
    { class: "embed", style: colour ? { "--edge": colour } : {} },
    body.thumbnail && image(body.thumbnail, "thumbnail"),
    body.author && el("div", { class: "embed-author" }, titled(body.author.name, body.author.url)),
    body.title &&
      el("div", { class: "embed-title" }, body.url ? titled(body.title, body.url) : markup(body.title, world)),
    body.description && el("div", { class: "markup embed-description" }, markup(body.description, world)),
    body.fields &&
      el(
        "dl",
        { class: "embed-fields" },
        body.fields.map((each) => field(each, world)),
      ),
    body.image && image(body.image, "embed-image"),
    (body.footer || body.timestamp) && footer(body, world),
  );
}

function titled(text, url) {
  const isSafe = url && /^https?:\/\//.test(url);
  return isSafe ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text) : text;
}

function field(each, world) {
  return el(
    "div",
    { class: ["embed-field", each.inline && "inline"] },
    el("dt", {}, markup(each.name, world)),
    el("dd", { class: "markup" }, markup(each.value, world)),
  );
}

function image(body, kind) {
  const src = localPath(body.url);
  // A picture of the web would be fetched from there, and the sandbox keeps to itself.
  if (/^https?:/.test(src)) return el("a", { href: src, target: "_blank", rel: "noopener noreferrer" }, src);
  const button = el(
    "button",
    { type: "button", class: `picture ${kind}`, "aria-label": "Enlarge picture" },
    el("img", { src, alt: "" }),
  );
  button.addEventListener("click", () => enlarge(src, ""));
  return button;
}

function footer(body, world) {
  const when = body.timestamp && written(new Date(body.timestamp), new Date(world.now() * 1000));
  return el("div", { class: "embed-footer" }, [body.footer?.text, when].filter(Boolean).join(" • "));
}
