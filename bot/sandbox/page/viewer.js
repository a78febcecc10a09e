/** Files of messages, and a picture seen large. */

import { el, showDialog } from "./dom.js";
import { icon } from "./icons.js";

/** Pixels. */
const WIDEST = 560;
const HIGHEST = 480;

/** The address of a file without its host, which may be 127.0.0.1 or localhost. */
export function localPath(url) {
  const parsed = new URL(url, location.href);
  const isHere = ["127.0.0.1", "localhost"].includes(parsed.hostname);
  return isHere ? parsed.pathname : url;
}

/** All files of a message. */
export function attachments(files) {
  const pictures = files.filter((each) => each.content_type.startsWith("image/"));
  const others = files.filter((each) => !pictures.includes(each));
  return el(
    "div",
    { class: "attachments" },
    pictures.map((each) => picture(each)),
    others.map((each) => other(each)),
  );
}

/** A picture with its alt text, which a press on the badge shows and a press on the picture enlarges. */
function picture(file) {
  const src = localPath(file.url);
  const alt = file.description ?? "";
  const image = el("img", { src, alt, style: shownSize(file) });
  const open = el(
    "button",
    { type: "button", class: "picture", "aria-label": `Enlarge picture${alt ? `: ${alt}` : ""}` },
    image,
  );
  open.addEventListener("click", () => enlarge(src, alt));
  const parts = [open];
  if (alt) parts.push(...badge(alt));
  return el("figure", { class: "attachment" }, parts);
}

/** The size at which a picture is shown, known before it is there, so that nothing moves when it comes. */
function shownSize({ width, height }) {
  if (!width || !height) return {};
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  return { width: `${Math.round(width * scale)}px`, "aspect-ratio": `${width} / ${height}` };
}

function badge(alt) {
  const words = el("figcaption", { class: "alt-text", hidden: true }, alt);
  const button = el(
    "button",
    { type: "button", class: "alt-badge", "aria-expanded": "false", "aria-label": "Show alt text" },
    "ALT",
  );
  button.addEventListener("click", () => {
    words.hidden = !words.hidden;
    button.setAttribute("aria-expanded", String(!words.hidden));
  });
  return [button, words];
}

function other(file) {
  const size = file.size < 1024 ? `${file.size} bytes` : `${(file.size / 1024).toFixed(1)} KB`;
  return el(
    "a",
    { class: "file", href: localPath(file.url), download: file.filename },
    icon("file"),
    el("span", {}, el("span", { class: "file-name" }, file.filename), el("span", { class: "file-size" }, size)),
  );
}

/** Shows a picture as large as the window allows; Escape or a press beside it ends that. */
export function enlarge(src, alt) {
  const close = el(
    "button",
    { type: "button", class: "icon-button viewer-close", "aria-label": "Close" },
    icon("close"),
  );
  const dialog = el(
    "dialog",
    { class: "viewer", "aria-label": "Picture" },
    close,
    el("img", { src, alt }),
    alt && el("p", { class: "viewer-alt" }, alt),
  );
  dialog.addEventListener("click", (event) => event.target.closest("p, img") || dialog.close());
  showDialog(dialog);
}
