/** The page's own drawings, as inline SVG in the colour of the text around them. */

const SVG = "http://www.w3.org/2000/svg";

/** Strokes on a field of 24 x 24; several paths are parted by a bar. */
const PATHS = {
  hash: "M9 4 7 20|M17 4l-2 16|M4 9h16.5|M3.5 15H20",
  thread: "M8 4v9a4 4 0 0 0 4 4h8|M16 13l4 4-4 4|M8 8h8",
  lock: "M6 11h12v9H6z|M9 11V8a3 3 0 0 1 6 0v3",
  home: "M4 5h16v11h-8l-5 4v-4H4z",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6z",
  menu: "M4 6h16|M4 12h16|M4 18h16",
  close: "M6 6l12 12|M18 6 6 18",
  plus: "M12 5v14|M5 12h14",
  send: "M4 12 20 4l-5 16-4-6.5z|M11 13.5 20 4",
  slash: "M5 4h14v16H5z|M14 8l-4 8",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z|M12 2v2|M12 20v2|M2 12h2|M20 12h2|M5 5l1.4 1.4|M17.6 17.6 19 19|M5 19l1.4-1.4|M17.6 6.4 19 5",
  moon: "M20 14.5A8 8 0 1 1 9.5 4 6.5 6.5 0 0 0 20 14.5z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z|M12 3v18|M12 8h6.8|M12 12h8.8|M12 16h6.8",
  reply: "M6 20v-8a4 4 0 0 1 4-4h9",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z|M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  file: "M7 3h7l4 4v14H7z|M14 3v4h4",
  chevron: "M6 9l6 6 6-6",
  down: "M12 5v13|M6 13l6 6 6-6",
  link: "M14 5h5v5|M19 5l-8 8|M17 14v5H5V7h5",
  trash: "M5 7h14|M9 7V4h6v3|M7 7l1 13h8l1-13",
  check: "M5 12.5 10 17.5 19.5 7",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15z|M10.5 21h3",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z|M12 7v5l3.5 2",
  at: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z|M15.5 8.5v5a2.3 2.3 0 0 0 4.6 0V12a8.1 8.1 0 1 0-3.3 6.5",
  tag: "M4 4h8l8 8-8 8-8-8z|M8.5 8.5h.01",
};

/**
 * A drawing of that name.
 * @param {keyof typeof PATHS} name
 * @param {string} [label] what it means, where no text beside it says so
 */
export function icon(name, label) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else {
    svg.setAttribute("aria-hidden", "true");
  }
  for (const path of PATHS[name].split("|")) {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", path);
    svg.append(line);
  }
  return svg;
}

/** Coloured squares and circles: [colour, round, name]. */
const SHAPES = {
  "🟥": ["#dd2e44", false, "red"],
  "🟧": ["#f4900c", false, "orange"],
  "🟨": ["#fdcb58", false, "yellow"],
  "🟩": ["#78b159", false, "green"],
  "🟦": ["#55acee", false, "blue"],
  "🟪": ["#aa8ed6", false, "purple"],
  "🟫": ["#c1694f", false, "brown"],
  "⬛": ["#31373d", false, "black"],
  "⬜": ["#e6e7e8", false, "white"],
  "🔴": ["#dd2e44", true, "red"],
  "🟠": ["#f4900c", true, "orange"],
  "🟡": ["#fdcb58", true, "yellow"],
  "🟢": ["#78b159", true, "green"],
  "🔵": ["#55acee", true, "blue"],
  "🟣": ["#aa8ed6", true, "purple"],
  "🟤": ["#c1694f", true, "brown"],
  "⚫": ["#31373d", true, "black"],
  "⚪": ["#e6e7e8", true, "white"],
};

/** Other signs: [name, what is drawn, each a path, its colour and the width of its stroke, 0 for a filled one]. */
const SIGNS = {
  "✅": ["check mark", ["M1 1h34v34H1z", "#3f8f3a", 0], ["M9 19l6 7 12-16", "#ffffff", 4.5]],
  "⚠": ["warning", ["M18 2L35 33H1z", "#fdcb58", 0], ["M18 12v11M18 28v.5", "#231f20", 4]],
};

const ANY_SIGN = new RegExp(`(${Object.keys({ ...SHAPES, ...SIGNS }).join("|")})\\uFE0F?`, "u");

/** A text as nodes. Colour signs are drawn: systems without a colour font show them as empty boxes. */
export function drawn(text) {
  const nodes = [];
  let rest = text;
  for (let match = ANY_SIGN.exec(rest); match; match = ANY_SIGN.exec(rest)) {
    if (match.index) nodes.push(rest.slice(0, match.index));
    nodes.push(match[1] in SHAPES ? shape(...SHAPES[match[1]]) : sign(...SIGNS[match[1]]));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest) nodes.push(rest);
  return nodes;
}

function shape(colour, round, name) {
  const places = round ? { cx: 18, cy: 18, r: 17 } : { x: 1, y: 1, width: 34, height: 34, rx: 5 };
  return picture(`${name} ${round ? "circle" : "square"}`, part(round ? "circle" : "rect", { ...places, fill: colour }));
}

function sign(name, ...paths) {
  const parts = paths.map(([d, colour, width]) =>
    part("path", width ? { d, fill: "none", stroke: colour, "stroke-width": width } : { d, fill: colour }),
  );
  return picture(name, ...parts);
}

function part(tag, attributes) {
  const inner = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) inner.setAttribute(key, String(value));
  return inner;
}

function picture(label, ...parts) {
  const svg = part("svg", { viewBox: "0 0 36 36", class: "emoji", role: "img", "aria-label": label });
  svg.append(...parts);
  return svg;
}
