// A report as Markdown to paste into a ticket; sitescan/report/markdown_format.py writes the longer one.

import { fixParts } from "./fixes.js";
import { SEVERITIES, counted, gainsAnything, isMinor, scoreText, shownIssues, visible, worth } from "./wording.js";

const SPECIAL = /[\\`*[\]|<>~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#\w])|^[-+=#]|(?<=^\d{1,2})[.)]/gu;
const LINKED = /@|:\/\/|www\.|#\d/i;

export function markdown(report) {
  const lines = [`# ${report.overallScore} of 100: ${plain(report.url)}`, ""];
  if (report.summary) lines.push(plain(report.summary), "");
  for (const category of report.categories) {
    const issues = shownIssues(category);
    if (issues.length) lines.push(`## ${category.label}: ${scoreText(category)}`, "");
    for (const issue of issues) {
      if (issue.sameFaultAs) lines.push(`${heading(issue)}: the same fault as ${code(issue.sameFaultAs)}`, "");
      else if (!isMinor(issue)) lines.push(...issueLines(issue));
    }
    const minor = issues.filter((issue) => isMinor(issue) && !issue.sameFaultAs);
    if (minor.length) lines.push(`${counted(minor.length, "suggestion", "suggestions")} without points:`, "");
    if (minor.length) lines.push(...minor.map((issue) => `- ${plain(issue.title)}`), "");
  }
  return lines.join("\n");
}

function heading(issue) {
  const gained = gainsAnything(issue) ? ` (${worth(issue)})` : "";
  return `${SEVERITIES[issue.severity].name}: ${plain(issue.title)}${gained}`;
}

function issueLines(issue) {
  const lines = [`### ${heading(issue)}`, "", plain(issue.summary), ""];
  const places = issue.occurrences.slice(0, 5).filter(({ snippet }) => snippet);
  for (const { line, column, snippet } of places) {
    lines.push(`- ${line ? `Line ${line}, column ${column}: ` : ""}${code(visible(snippet).replace(/\s+/g, " "))}`);
  }
  if (places.length) lines.push("");
  lines.push(plain(issue.recommendation), "");
  for (const part of fixParts(visible(issue.howToFix), visible(issue.occurrences[0]?.snippet ?? ""))) {
    if (part.prose !== undefined) lines.push(plain(part.prose), "");
    else if (part.code !== undefined) lines.push(...(part.label ? [`${part.label}:`, ""] : []), ...block(part.code));
    else lines.push("Before:", "", ...block(part.before), "After:", "", ...block(part.after));
  }
  return lines;
}

// A text that Markdown renders literally; words that GitHub would link become code.
function plain(text) {
  const shown = visible(text).replace(/\s+/g, " ").trim();
  let made = "", at = 0;
  for (const { 0: word, index } of shown.matchAll(/[^ (]+/g)) {
    if (!LINKED.test(word)) continue;
    const linked = word.replace(/[.,;:!?)]+$/, "") || word;
    made += escaped(shown.slice(at, index)) + code(linked);
    at = index + linked.length;
  }
  return made + escaped(shown.slice(at));
}

const escaped = (text) => text.replace(SPECIAL, "\\$&");

const fence = (text, least) => "`".repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));

function code(text) {
  const marks = fence(text, 1);
  return text.startsWith("`") || text.endsWith("`") ? `${marks} ${text} ${marks}` : `${marks}${text}${marks}`;
}

function block(text) {
  const marks = fence(text, 3);
  return [`${marks}${text.startsWith("<") ? "html" : "text"}`, text, marks, ""];
}
