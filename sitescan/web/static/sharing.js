// A report in the fragment of a link, which is never sent to a server: rule ids, counts and scores. The texts come from
// the catalogue of rules, so the link is short. What comes out of a link is believed to be a report only once every part
// of it has been looked at.

import { number } from "./wording.js";

const PREFIX = "#scan=";
// Links of earlier versions hold the whole report.
const WHOLE = "#report=";
const LARGEST = 2_000_000;
const CATEGORIES = { seo: "SEO", accessibility: "Accessibility", performance: "Performance", security: "Security", links: "Links" };

export class BrokenLink extends Error {}

export const isShared = (hash) => hash.startsWith(PREFIX) || hash.startsWith(WHOLE);

export async function toFragment({ url, scannedAt, overallScore, meta, categories, topFixes }) {
  const fixes = topFixes?.map(({ rules, points, gainMs, paintMs, steps }) => ({ rules, points, gainMs, paintMs, steps }));
  const slim = [url, scannedAt, overallScore, meta, categories.map(({ category, score, counted, unexamined, issues, partly }) => [
    category, score, counted, unexamined,
    issues.map(({ rule, severity, share, gain, gainMs, count, sameFaultAs }) => [rule, severity, share, gain, gainMs, count, sameFaultAs]),
    partly,
  ]), fixes];
  const stream = new Blob([JSON.stringify(slim)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return PREFIX + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// What the service says of a whole page, no link may say.
function withoutSentences({ summary, categories, topFixes, ...report }) {
  const fixes = topFixes?.map(({ title, recommendation, where, ...fix }) => fix);
  return { ...report, topFixes: fixes, categories: categories.map(({ facts, ...category }) => category) };
}

// The report with the texts of the rules.
function expanded([url, scannedAt, overallScore, meta, categories, topFixes], rules) {
  return {
    url, scannedAt, overallScore, meta, topFixes,
    categories: categories.map(([category, score, counted, unexamined, issues, partly]) => ({
      category, label: CATEGORIES[category], score, counted, unexamined, partly,
      issues: issues.map(([rule, severity, share, gain, gainMs, count, sameFaultAs]) => ({
        rule, severity, share, gain, gainMs, count, sameFaultAs, occurrences: [], ...texts(rules.get(rule) ?? successor(rules, rule), rule, count),
      })),
    })),
  };
}

// The rule that has taken over another one.
function successor(rules, id) {
  return [...rules.values()].find(({ formerIds }) => formerIds.includes(id));
}

function texts(rule, id, count) {
  if (!rule) return { title: String(id), summary: "This service has no such rule.", recommendation: "", howToFix: "" };
  const { title, recommendation } = rule;
  return { title, recommendation, summary: filled(rule.description, count), howToFix: filled(rule.howToFix, count) };
}

// A text with the count in it and an ellipsis for every other fact; sitescan/rules/texts.py says what a field is.
function filled(template, count) {
  return template.replace(/\{\{|\}\}|\{(\w+)(?::([^{}]*))?\}/g, (whole, name, form = "") => {
    if (!name) return whole[0];
    const forms = form.split("|");
    const known = name === "count";
    if (forms.length === 1) return known ? String(count) : "…";
    return (known && count === 1 ? forms.at(-2) : forms.at(-1)).replaceAll("#", known ? number(count) : "…");
  });
}

export async function fromFragment(hash, rules) {
  try {
    const [prefix] = hash.match(/^#\w+=/);
    const binary = atob(hash.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const read = JSON.parse(await inflated(bytes));
    const report = prefix === WHOLE ? withoutSentences(read) : expanded(read, rules);
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
const isPoints = (value) => Number.isFinite(value) && Math.abs(value) <= 100;
const isAbsent = (value) => value === null || value === undefined;

function check(report) {
  must(isText(report.url) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(report.scannedAt) && isScore(report.overallScore));
  must(isCount(report.meta.fetchTimeMs) && isCount(report.meta.pageSize) && isCount(report.meta.statusCode));
  must(isAbsent(report.patch) || (isText(report.patch) && isCount(report.changes)));
  must(Array.isArray(report.categories) && report.categories.length <= 5);
  for (const category of report.categories) {
    must(CATEGORIES[category.category] === category.label && isScore(category.score));
    must([category.counted, category.partly].every((flag) => isAbsent(flag) || typeof flag === "boolean"));
    must(Array.isArray(category.unexamined) && category.unexamined.every(isText) && Array.isArray(category.issues));
    category.issues.forEach(checkIssue);
  }
  const rules = new Set(report.categories.flatMap((category) => category.issues.map((issue) => issue.rule)));
  must(report.categories.every(({ issues }) => issues.every((issue) => isAbsent(issue.sameFaultAs) || rules.has(issue.sameFaultAs))));
  must(isAbsent(report.topFixes) || (Array.isArray(report.topFixes) && report.topFixes.length <= 5));
  for (const { rules: named, points, gainMs, paintMs, steps } of report.topFixes ?? []) {
    must(Array.isArray(named) && named.length > 0 && named.every((rule) => rules.has(rule)) && isPoints(points) && isCount(gainMs));
    must((isAbsent(paintMs) || isCount(paintMs)) && (isAbsent(steps) || Array.isArray(steps)));
    must((steps ?? []).every((step) => rules.has(step.rule) && isCount(step.paintMs) && isPoints(step.points)
      && (isAbsent(step.firstPaintMs) || isCount(step.firstPaintMs))));
  }
}

function checkIssue(issue) {
  must(["error", "warning", "info"].includes(issue.severity) && /^[a-z]+\/[a-z0-9-]+$/.test(issue.rule));
  must(["title", "summary", "recommendation", "howToFix"].every((name) => isText(issue[name])));
  must(isAbsent(issue.gainMs) || isCount(issue.gainMs));
  must(isAbsent(issue.patch) || isText(issue.patch));
  must(isScore(issue.share) && isScore(issue.gain) && isCount(issue.count) && Array.isArray(issue.occurrences));
  for (const { line, column, snippet, facts } of issue.occurrences) {
    must((isAbsent(line) || isCount(line)) && (isAbsent(column) || isCount(column)) && (isAbsent(snippet) || isText(snippet)));
    must(typeof facts === "object" && facts !== null && ["string", "number", "undefined"].includes(typeof facts.detail));
  }
}
