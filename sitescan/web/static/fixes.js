// The parts of howToFix: prose, code, and code before and after a change. sitescan/report/fix_parts.py splits in
// the same way, and sitescan/report/html_fixes.py makes the same elements; a test compares them.

import { h } from "./elements.js";
import { visible } from "./wording.js";

// No rule writes more lines or tags than these; sitescan/report/fix_parts.py has the same limits.
const MOST_LINES = 100, MOST_MARKS = 200;
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9-]*)(?=[ \t/>])(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g;
const SERVER = /^(nginx|Apache|Caddy|PHP|ASP\.NET|WordPress):(?: |$)/;
const FIELD = /^[A-Z][A-Za-z-]*: ?[^ ]/;
const FIXED = /^The (?:first )?one on this page, fixed: /;
const TOKEN = /[ \t\n]+|[<>]|[^ \t\n<>]+/g;
const COLOR = /(?<![^\s(])#[0-9a-f]{6}(?![0-9a-zA-Z_-])/g;

// Each part is { prose }, { code, label } or { before, after }.
export function fixParts(text, snippet = "") {
  const lines = text.split("\n");
  if (lines.length - 1 > MOST_LINES) return [{ code: text, label: "" }];
  const parts = [];
  for (const line of lines) {
    const last = parts.at(-1);
    const server = line.match(SERVER);
    const fixed = line.match(FIXED);
    if (last?.code !== undefined && (line.startsWith(" ") || line.startsWith("}"))) {
      last.code = `${last.code}\n${line.replace(/^ +/, "")}`.replace(/^\n+/, "");
    } else if (server) {
      parts.push({ code: line.slice(server[0].length), label: server[1] });
    } else if (isCode(line, last)) {
      if (last?.code !== undefined && !last.label) last.code += `\n${line}`;
      else parts.push({ code: line, label: "" });
    } else if (fixed && snippet) {
      parts.push({ before: snippet, after: line.slice(fixed[0].length) });
    } else {
      parts.push(...sentenceParts(line));
    }
  }
  return parts;
}

function isCode(line, last) {
  if (FIELD.test(line)) {
    return line.split(":")[0].includes("-") || Boolean(last?.prose?.endsWith(":")) || (last?.code !== undefined && !last.label);
  }
  const runs = markupRuns(line);
  return line.endsWith(" {") || (runs.length === 1 && runs[0].begin === 0 && runs[0].end === line.length);
}

// Markup that a colon introduces is a part of its own, and so is a change.
function sentenceParts(line) {
  const runs = markupRuns(line);
  const parts = [];
  const say = (prose) => { if (prose.trim()) parts.push({ prose: prose.trim() }); };
  let start = 0;
  for (let at = 0; at < runs.length; at += 1) {
    let { begin, end } = runs[at];
    const change = changeOf(line, runs[at], runs[at + 1], start);
    if (change) {
      if (["Write ", "Instead of "].includes(line.slice(start, begin))) begin = start;
      at += 1;
      end = runs[at].end;
    }
    const rest = line.slice(end);
    const ended = rest === "" || rest === "." || rest.startsWith(". ") || rest.startsWith(": ");
    if (ended && (change || line.slice(start, begin).endsWith(": ") || begin === start)) {
      say(line.slice(start, begin));
      parts.push(change ?? { code: line.slice(begin, end), label: "" });
      start = end + 2;
    }
  }
  say(line.slice(start));
  return parts;
}

// "A instead of B", or "Instead of A, write B".
function changeOf(line, one, next, start) {
  if (!next) return null;
  const first = line.slice(one.begin, one.end), between = line.slice(one.end, next.begin), second = line.slice(next.begin, next.end);
  if (between === " instead of ") return { before: second, after: first };
  return between === ", write " && line.slice(start, one.begin) === "Instead of " ? { before: first, after: second } : null;
}

// The bounds of each run of markup in a text: elements with at most an ellipsis between them.
export function markupRuns(line) {
  if (line.split("<").length - 1 > MOST_MARKS) return [];
  const tags = [...line.matchAll(TAG)];
  const ends = elementEnds(tags);
  const runs = [];
  for (let at = 0; at < tags.length; at = ends[at] + 1) {
    if (tags[at][1]) continue;
    const last = tags[ends[at]];
    const run = { begin: tags[at].index, end: last.index + last[0].length };
    const before = runs.at(-1);
    if (before && ["", "..."].includes(line.slice(before.end, run.begin).trim())) run.begin = runs.pop().begin;
    runs.push(run);
  }
  return runs;
}

// The index of the tag that ends the element of each tag; its own if there is none.
function elementEnds(tags) {
  const ends = [...tags.keys()];
  const opened = new Map();
  tags.forEach(([tag, slash, written], index) => {
    const name = written.toLowerCase();
    if (!opened.has(name)) opened.set(name, []);
    if (slash) {
      const begin = opened.get(name).pop();
      if (begin !== undefined) ends[begin] = index;
    } else if (!VOID.has(name) && !tag.endsWith("/>")) {
      opened.get(name).push(index);
    }
  });
  return ends;
}

export function fix(text, snippet) {
  const parts = fixParts(visible(text), visible(snippet));
  const made = [];
  for (let at = 0, next; at < parts.length; at = next) {
    made.push(element(parts[at]));
    for (next = at + 1; parts[at].label && parts[next]?.label; next += 1);
    const others = parts.slice(at + 1, next);
    if (others.length) {
      made.push(h("details", { class: "servers" }, h("summary", {}, others.map(({ label }) => label).join(", ")), ...others.map(element)));
    }
  }
  return made;
}

function element(part) {
  if (part.prose !== undefined) return h("p", {}, ...inline(part.prose));
  if (part.code !== undefined) return figure(part.code, part.label, "fix");
  const [before, after] = marked(part);
  return h("div", { class: "change" }, figure(before, "Before"), figure(after, "After", "fix"));
}

const figure = (code, label, kind) =>
  h("figure", { class: "code" }, label ? h("figcaption", {}, label) : null, h("pre", { class: kind }, ...[code].flat()));

// The code before and after a change, with the difference in an element. Words and attributes are not divided, and
// quotation marks make no difference, because fixes add them.
function marked({ before, after }) {
  const one = before.match(TOKEN) ?? [], other = after.match(TOKEN) ?? [];
  const start = common(one, other);
  const end = common(one.slice(start).reverse(), other.slice(start).reverse());
  return [["del", one], ["ins", other]].map(([tag, tokens]) => {
    const [first, different, last] = [tokens.slice(0, start), tokens.slice(start, tokens.length - end), tokens.slice(tokens.length - end)];
    return [first.join(""), different.length ? h(tag, {}, different.join("")) : null, last.join("")];
  });
}

// The number of tokens that are the same at the beginning of two lists.
function common(one, other) {
  const different = one.findIndex((token, index) => unquoted(token) !== unquoted(other[index]));
  return different < 0 ? one.length : different;
}

const unquoted = (token) => token?.replace(/["']/g, "");

// A text with its markup as code and a swatch before each color.
export function inline(text) {
  const shown = visible(text);
  const made = [];
  let at = 0;
  for (const { begin, end } of markupRuns(shown)) {
    made.push(...withSwatches(shown.slice(at, begin)), h("code", {}, shown.slice(begin, end)));
    at = end;
  }
  return [...made, ...withSwatches(shown.slice(at))];
}

function withSwatches(text) {
  const made = [];
  let at = 0;
  for (const { 0: color, index } of [...text.matchAll(COLOR)].slice(0, MOST_MARKS)) {
    made.push(text.slice(at, index), swatch(color));
    at = index;
  }
  return [...made, text.slice(at)];
}

const swatch = (color) =>
  h(
    "svg", { class: "swatch", viewBox: "0 0 40 40", "aria-hidden": "true", focusable: "false" },
    h("circle", { cx: "20", cy: "20", r: "17", fill: color }),
  );
