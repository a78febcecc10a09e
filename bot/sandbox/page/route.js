/** Where this window is: `#/person/channel/message`. Two windows are two people by having two addresses. */

/** @typedef {{person: string|null, channel: string|null, message: string|null}} Place */

/** @returns {Place} */
export function place() {
  const [, person = "", channel = "", message = ""] = location.hash.split("/");
  const number = (text) => (/^\d+$/.test(text) ? text : null);
  return { person: number(person), channel: number(channel), message: number(message) };
}

/** The address of a place, for links. */
export function address(person, channel, message) {
  return ["#", person, channel, message].filter((part) => part).join("/");
}

/** Goes there as a link does. */
export function go(person, channel, message) {
  const wanted = address(person, channel, message);
  if (location.hash === wanted) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = wanted;
}

/** Notes where one is, without a step in the history. */
export function settle(person, channel) {
  history.replaceState(null, "", address(person, channel));
  sessionStorage.setItem("person", person);
  if (channel) sessionStorage.setItem(`channel ${person}`, channel);
}

/** Who this window was last, and where that person was. */
export function lastPerson() {
  return sessionStorage.getItem("person");
}

export function lastChannel(person) {
  return sessionStorage.getItem(`channel ${person}`);
}

/**
 * The place that a Discord link means, if it is one.
 * @returns {{channel: string, message: string|null}|null}
 */
export function discordPlace(url) {
  const match = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/.exec(url);
  return match && { channel: match[1], message: match[2] ?? null };
}
