/** What is written after a slash, read as Discord reads it: a command, then options as `name:value` in any order. */

/** Whether a text is meant for a command, whatever there is of those. */
export const isCall = (text) => /^\/([^\s/]|$)/.test(text);

/**
 * The command that a text begins with, once the text has gone past its name, and all that stands behind it.
 * @param {string} text
 * @param {any[]} commands
 */
export function spoken(text, commands) {
  for (const command of commands) {
    const name = new RegExp(`^/${command.line.replaceAll(" ", "\\s+")}\\s`, "i").exec(text);
    if (name) return { command, rest: text.slice(name[0].length) };
  }
  return null;
}

/**
 * A text cut at the `name:` of options: what stands before the first, and the name and value of each. A value runs to
 * the next name; a name that comes again is part of the value.
 * @param {string} text
 * @param {string[]} names
 * @returns {{loose: string, pairs: [string, string][]}}
 */
export function divided(text, names) {
  const marks = names.length ? [...text.matchAll(new RegExp(`(?:^|\\s)(${names.join("|")}):`, "gi"))] : [];
  const called = marks.map((mark) => mark[1].toLowerCase());
  const first = marks.filter((_, index) => called.indexOf(called[index]) === index);
  const pairs = first.map((mark, index) => [
    mark[1].toLowerCase(),
    text.slice(mark.index + mark[0].length, first[index + 1]?.index).trim(),
  ]);
  return { loose: text.slice(0, first[0]?.index).trim(), pairs };
}
