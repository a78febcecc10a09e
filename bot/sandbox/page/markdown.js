/**
 * Discord's markdown, read into a tree. Nodes are texts or objects with a `type`:
 * bold, italic, underline, strike, spoiler, link (url), quote, heading (level), small, list (ordered, start, items)
 * hold `children`; code, block (language) hold `text`; user, role, channel hold `id`; time holds `seconds` and `style`;
 * everyone and command hold `text`; emoji holds `text`.
 */

const FENCE = /(?<!\\)```(?:([\w+#.-]*)\n)?([\s\S]*?)\n?```/;
const HEADING = /^(#{1,3})\s+(.+)$/;
const SMALL = /^-#\s+(.+)$/;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(.*)$/;

/** The whole of a message. */
export function parse(text) {
  const nodes = [];
  let rest = text;
  for (let match = FENCE.exec(rest); match; match = FENCE.exec(rest)) {
    nodes.push(...blocks(rest.slice(0, match.index).replace(/\n$/, "")));
    nodes.push({ type: "block", language: match[1] || null, text: match[2] });
    rest = rest.slice(match.index + match[0].length).replace(/^\n/, "");
  }
  nodes.push(...blocks(rest));
  return nodes;
}

/** Lines into quotes, headings, lists and what lies between them. */
function blocks(text) {
  if (!text) return [];
  const lines = text.split("\n");
  const nodes = [];
  let plain = [];
  const flush = () => {
    if (plain.length) nodes.push({ type: "text", children: inline(plain.join("\n")) });
    plain = [];
  };
  for (let at = 0; at < lines.length;) {
    const [node, used] = block(lines, at);
    if (node) {
      flush();
      nodes.push(node);
    } else {
      plain.push(lines[at]);
    }
    at += used;
  }
  flush();
  return nodes;
}

/** The block that begins at a line, with the number of its lines; no block for a plain line. */
function block(lines, at) {
  const line = lines[at];
  if (line.startsWith(">>> ")) {
    const all = [line.slice(4), ...lines.slice(at + 1)];
    return [{ type: "quote", children: blocks(all.join("\n")) }, all.length];
  }
  if (/^> ?/.test(line) && (line.startsWith("> ") || line === ">")) {
    let end = at;
    while (end < lines.length && (lines[end].startsWith("> ") || lines[end] === ">")) end += 1;
    const quoted = lines.slice(at, end).map((each) => each.slice(2));
    return [{ type: "quote", children: blocks(quoted.join("\n")) }, end - at];
  }
  const heading = HEADING.exec(line);
  if (heading) return [{ type: "heading", level: heading[1].length, children: inline(heading[2]) }, 1];
  const small = SMALL.exec(line);
  if (small) return [{ type: "small", children: inline(small[1]) }, 1];
  return ITEM.test(line) ? list(lines, at) : [null, 1];
}

/** A list with the lists inside it, which are told by their indentation. */
function list(lines, at) {
  const [, indent, bullet] = ITEM.exec(lines[at]);
  const ordered = bullet.endsWith(".");
  const node = { type: "list", ordered, start: ordered ? Number.parseInt(bullet, 10) : 1, items: [] };
  let end = at;
  while (end < lines.length) {
    const item = ITEM.exec(lines[end]);
    if (!item || item[1].length < indent.length) break;
    if (item[1].length > indent.length && node.items.length) {
      const [inner, used] = list(lines, end);
      node.items.at(-1).push(inner);
      end += used;
    } else if (item[2].endsWith(".") === ordered) {
      node.items.push(inline(item[3]));
      end += 1;
    } else {
      break;
    }
  }
  return [node, end - at];
}

const same = (type) => (match) => ({ type, children: inline(match.at(-1)) });

/** What can stand within a line, tried in this order: where it begins, and what it becomes. */
const RULES = [
  [/^\\([^\p{L}\p{N}\s])/u, (match) => match[1]],
  [
    /^(`{1,2})(?!`)([\s\S]*?[^`])\1(?!`)/,
    (match) => ({ type: "code", text: match[2].replace(/^ (?= *`)|(` *) $/g, "$1") }),
  ],
  [/^<(https?:\/\/[^\s>]+)>/, (match) => ({ type: "link", url: match[1], children: [match[1]] })],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"'\])!?*_~|]/, (match) => ({ type: "link", url: match[0], children: [match[0]] })],
  [
    /^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/,
    (match) => ({ type: "link", url: match[2], children: inline(match[1]) }),
  ],
  [/^<@!?(\d+)>/, (match) => ({ type: "user", id: match[1] })],
  [/^<@&(\d+)>/, (match) => ({ type: "role", id: match[1] })],
  [/^<#(\d+)>/, (match) => ({ type: "channel", id: match[1] })],
  [
    /^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/,
    (match) => ({ type: "time", seconds: Number(match[1]), style: match[2] ?? "f" }),
  ],
  [/^<\/([-_'\p{L}\p{N} ]{1,98}):\d+>/u, (match) => ({ type: "command", text: match[1] })],
  [/^<a?:(\w{2,32}):\d+>/, (match) => ({ type: "emoji", text: `:${match[1]}:` })],
  [/^@(everyone|here)\b/, (match) => ({ type: "everyone", text: match[0] })],
  [
    /^\*\*\*((?:\\[\s\S]|[^\\*])+?)\*\*\*(?!\*)/,
    (match) => ({ type: "bold", children: [{ type: "italic", children: inline(match[1]) }] }),
  ],
  [/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, same("bold")],
  [/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, same("underline")],
  [/^\*(?=[^\s*])((?:\*\*|\\[\s\S]|[^\\*])+?)\*(?!\*)/, same("italic")],
  [/^_((?:__|\\[\s\S]|[^\\_])+?)_(?![\p{L}\p{N}_])/u, same("italic"), /[\p{L}\p{N}]$/u],
  [/^~~((?:\\[\s\S]|[^\\])+?)~~(?!~)/, same("strike")],
  [/^\|\|((?:\\[\s\S]|[^\\])+?)\|\|/, same("spoiler")],
];

/** A run of text that no rule can begin in. */
const PLAIN = /^(?:h(?!ttps?:\/\/)|[^\\`<h[@*_~|])+/;

/** What stands within lines. */
export function inline(text) {
  const nodes = [];
  let before = "";
  for (let rest = text; rest;) {
    const [node, length] = next(rest, before);
    if (typeof node === "string" && typeof nodes.at(-1) === "string") nodes[nodes.length - 1] += node;
    else nodes.push(node);
    before = rest.slice(0, length);
    rest = rest.slice(length);
  }
  return nodes;
}

function next(rest, before) {
  for (const [rule, become, unlessAfter] of RULES) {
    const match = unlessAfter?.test(before) ? null : rule.exec(rest);
    if (match) return [become(match), match[0].length];
  }
  const plain = PLAIN.exec(rest)?.[0] ?? rest[0];
  return [plain, plain.length];
}

/** All that is said, without any marks: for previews, titles and labels. */
export function plainText(text, name = (id) => id) {
  return flatten(parse(text), name).replace(/\s+/g, " ").trim();
}

function flatten(nodes, name) {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      if (node.type === "user") return `@${name(node.id)}`;
      if (node.type === "list") return node.items.map((item) => `${flatten(item, name)} `).join("");
      if (node.type === "spoiler") return "…";
      if (node.type === "time") return "…";
      return node.children ? flatten(node.children, name) + (BLOCKS.has(node.type) ? " " : "") : (node.text ?? "");
    })
    .join("");
}

const BLOCKS = new Set(["heading", "small", "quote", "text"]);
