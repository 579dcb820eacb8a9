// A report that travels in the fragment of a link, and reports that this browser keeps. The fragment is
// never sent to a server; what comes out of one is believed to have the shape of a report only once every
// part of it has been looked at.

const PREFIX = "#report=";
const LARGEST = 2_000_000;
const KEPT = "sitescan.last";
const CATEGORIES = { seo: "SEO", accessibility: "Accessibility", performance: "Performance", security: "Security", links: "Links" };
const SHARED_PLACES = 10;

export class BrokenLink extends Error {}

export const isShared = (hash) => hash.startsWith(PREFIX);

export async function toFragment(report) {
  const slim = {
    ...report,
    categories: report.categories.map((category) => ({
      ...category,
      issues: category.issues.map(({ description, ...issue }) => ({
        ...issue,
        occurrences: issue.occurrences.slice(0, SHARED_PLACES).map(({ line, column, snippet, facts }) => ({
          line, column, snippet, facts: facts.detail === undefined ? {} : { detail: facts.detail },
        })),
      })),
    })),
  };
  const stream = new Blob([JSON.stringify(slim)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function fromFragment(hash) {
  try {
    const binary = atob(hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const report = JSON.parse(await inflated(bytes));
    check(report);
    return report;
  } catch {
    throw new BrokenLink("The link was cut or changed on its way, so the report in it cannot be read. Ask for it again.");
  }
}

async function inflated(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let total = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    total += read.value.length;
    if (total > LARGEST) {
      await reader.cancel();
      throw new RangeError("too large");
    }
    parts.push(read.value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}

function must(holds) {
  if (!holds) throw new TypeError("not a report");
}

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isScore = (value) => isCount(value) && value <= 100;
const isAbsent = (value) => value === null || value === undefined;

function check(report) {
  must(isText(report.url) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(report.scannedAt) && isScore(report.overallScore));
  must(isCount(report.meta.fetchTimeMs) && isCount(report.meta.pageSize) && isCount(report.meta.statusCode));
  must(Array.isArray(report.categories) && report.categories.length <= 5);
  for (const category of report.categories) {
    must(CATEGORIES[category.category] === category.label && isScore(category.score));
    must([true, false, undefined].includes(category.counted));
    must(Array.isArray(category.unexamined) && category.unexamined.every(isText) && Array.isArray(category.issues));
    category.issues.forEach(checkIssue);
  }
}

function checkIssue(issue) {
  must(["error", "warning", "info"].includes(issue.severity) && /^[a-z]+\/[a-z0-9-]+$/.test(issue.rule));
  must(["title", "summary", "recommendation", "howToFix"].every((name) => isText(issue[name])));
  must(isAbsent(issue.gainMs) || isCount(issue.gainMs));
  must(isScore(issue.share) && isScore(issue.gain) && isCount(issue.count) && Array.isArray(issue.occurrences));
  for (const { line, column, snippet, facts } of issue.occurrences) {
    must((isAbsent(line) || isCount(line)) && (isAbsent(column) || isCount(column)) && (isAbsent(snippet) || isText(snippet)));
    must(typeof facts === "object" && facts !== null && ["string", "number", "undefined"].includes(typeof facts.detail));
  }
}

// Scans that this browser keeps, to compare with: only where the visitor has asked for it.

function storage() {
  try {
    return window.localStorage;
  } catch {
    return null; // Storage can be forbidden.
  }
}

export const remembers = () => storage()?.getItem(KEPT) !== null && storage() !== null;

export function remember(on) {
  if (on) storage()?.setItem(KEPT, storage().getItem(KEPT) ?? "{}");
  else storage()?.removeItem(KEPT);
}

// The scan of the same page before this one, if it was kept; then this one is kept in its place.
export function exchangeLast(report) {
  if (!remembers()) return null;
  let kept = {};
  try {
    kept = JSON.parse(storage().getItem(KEPT)) ?? {};
  } catch {
    kept = {};
  }
  const before = Object.hasOwn(kept, report.url) ? kept[report.url] : null;
  const outline = {
    at: report.scannedAt,
    overall: report.overallScore,
    scores: Object.fromEntries(report.categories.map(({ category, score }) => [category, score])),
    issues: Object.fromEntries(report.categories.flatMap(({ issues }) => issues.map(({ rule, title }) => [rule, title]))),
  };
  const entries = [...Object.entries(kept).filter(([url]) => url !== report.url), [report.url, outline]].slice(-20);
  try {
    storage().setItem(KEPT, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    remember(false); // It is full.
  }
  return before && typeof before === "object" && typeof before.scores === "object" && typeof before.issues === "object" ? before : null;
}
