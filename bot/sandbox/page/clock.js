/** Times as Discord shows them, by the sandbox's clock; relative ones are kept right while they are shown. */

import { el } from "./dom.js";

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [
  ["year", 365 * 86400],
  ["month", 30 * 86400],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** "in 3 hours", "2 days ago", as seen from `now`; both in seconds. */
export function ago(seconds, now) {
  const away = Math.round(seconds - now);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(away) >= each) ?? UNITS.at(-1);
  return relative.format(Math.trunc(away / size), unit);
}

function format(seconds, style, now) {
  if (style === "R") return ago(seconds, now);
  return new Intl.DateTimeFormat("en-GB", FORMATS[style] ?? FORMATS.f).format(new Date(seconds * 1000));
}

/** A timestamp in a text. */
export function timestamp(world, seconds, style) {
  const exact = format(seconds, "F", world.now());
  const time = el("time", { class: "timestamp", title: exact, datetime: new Date(seconds * 1000).toISOString() });
  time.append(format(seconds, style, world.now()));
  if (style === "R") time.dataset.seconds = String(seconds);
  return time;
}

/** Brings every relative time on the page up to date. */
export function refreshTimes(world) {
  for (const each of document.querySelectorAll("time[data-seconds]")) {
    const text = ago(Number(each.dataset.seconds), world.now());
    if (each.textContent !== text) each.textContent = text;
  }
}

const dayOf = (date) => date.toDateString();

/** When a message was written: "Today at 14:02", "Yesterday at 9:30", "30/11/2026 14:02". */
export function written(date, now) {
  const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" }).format(date);
  if (dayOf(date) === dayOf(now)) return `Today at ${clock}`;
  if (dayOf(date) === dayOf(new Date(now.getTime() - 86400000))) return `Yesterday at ${clock}`;
  return `${new Intl.DateTimeFormat("en-GB", { dateStyle: "short" }).format(date)} ${clock}`;
}

/** The short time that stands beside the second of two messages. */
export function clockTime(date) {
  return new Intl.DateTimeFormat("en-GB", { timeStyle: "short" }).format(date);
}

/** The day over a day's first message. */
export function day(date) {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(date);
}

/** A span in words: "1 day 2 h". */
export function span(seconds) {
  const parts = [
    [Math.floor(seconds / 86400), (n) => `${n} day${n === 1 ? "" : "s"}`],
    [Math.floor(seconds / 3600) % 24, (n) => `${n} h`],
    [Math.floor(seconds / 60) % 60, (n) => `${n} min`],
  ];
  const told = parts.filter(([n]) => n > 0).map(([n, say]) => say(n));
  return told.slice(0, 2).join(" ") || `${Math.round(seconds)} s`;
}
