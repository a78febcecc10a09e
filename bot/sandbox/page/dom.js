/** Building elements. Text always goes in as text, so nothing that anybody writes can become markup. */

/**
 * An element with attributes, listeners and children.
 * @param {string} tag
 * @param {Record<string, any>} [props] `class`, `on` (listeners by event), `style` (CSS properties), or attributes;
 *   true sets an attribute without a value, false and null leave it out.
 * @param {...(Node|string|number|null|false|undefined|Array)} children
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  fill(element, children);
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "class") {
    element.className = Array.isArray(value) ? value.filter(Boolean).join(" ") : value;
  } else if (name === "on") {
    for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  } else if (name === "style") {
    for (const [property, each] of Object.entries(value)) element.style.setProperty(property, each);
  } else if (name === "value") {
    element.value = value;
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Puts children at the end of an element; lists are flattened, nothing is skipped over. */
export function fill(element, children) {
  for (const each of children.flat(Infinity)) {
    if (each === null || each === undefined || each === false) continue;
    element.append(typeof each === "number" ? String(each) : each);
  }
  return element;
}

/** Puts these children in place of those that are there. */
export function refill(element, ...children) {
  element.replaceChildren();
  return fill(element, children);
}

/**
 * Makes a list's children those that are described, and leaves alone what has not changed: an element that is made anew
 * between a button's going down and up would swallow the click.
 * @param {HTMLElement} list
 * @param {Array<{key: string, shows: any, make: () => HTMLElement}>} items `shows` is all that the element depends on
 */
export function renew(list, items) {
  const old = new Map([...list.children].map((each) => [each.dataset.key, each]));
  const children = items.map(({ key, shows, make }) => {
    const state = JSON.stringify(shows);
    const same = old.get(key);
    if (same?.dataset.state === state) return same;
    const fresh = make();
    fresh.dataset.key = key;
    fresh.dataset.state = state;
    if (same?.contains(document.activeElement))
      requestAnimationFrame(() => (fresh.querySelector("a, button") ?? fresh).focus({ preventScroll: true }));
    return fresh;
  });
  if (children.length === list.children.length && children.every((each, at) => each === list.children[at])) return;
  for (const each of [...list.children]) if (!children.includes(each)) each.remove();
  children.forEach((each, at) => list.children[at] === each || list.insertBefore(each, list.children[at] ?? null));
}

let last = 0;

/** An id that no other element has. */
export function freshId(stem) {
  last += 1;
  return `${stem}-${last}`;
}

/** Whether the window is as narrow as a phone, where lists become drawers. */
export function isNarrow() {
  return window.matchMedia("(max-width: 760px)").matches;
}

/** Whether a newer snowflake than the other; both are texts, for numbers are too small for them. */
export function isNewer(one, other) {
  if (!other) return Boolean(one);
  if (!one) return false;
  return one.length === other.length ? one > other : one.length > other.length;
}

/** Shows a dialog over the page and takes it away once it is closed. */
export function showDialog(dialog) {
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    const focused = document.activeElement;
    dialog.remove();
    // What was focused has the focus again, but Chromium loses its caret together with the dialog's.
    focused?.blur();
    focused?.focus({ preventScroll: true });
  });
  dialog.showModal();
}

const LETTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first letters of a text; what is seen as one, as an emoji of several signs, stays whole. */
export function beginning(text, length) {
  const [rest] = [...LETTERS.segment(text)].slice(length);
  return rest ? `${text.slice(0, rest.index)}…` : text;
}
