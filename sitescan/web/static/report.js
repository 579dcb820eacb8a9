// A report as elements, from the API's JSON with evidence. sitescan/report/html_format.py makes the same
// elements for pages without scripts and for files; a test compares the two.

import { h } from "./elements.js";
import { fix, inline } from "./fixes.js";
import { LISTED, cutout, markedScreenshot } from "./screenshot.js";
import {
  GRADES, SEVERITIES, UNCHECKED, bringsLittle, capitalize, categoryGrade, counted, counts, errorPage, explained, gainsAnything, grade,
  loaded, number, scanned, scoreText, scoreWords, shownIssues, silentChecks, topFixes, unexamined, visible, worth,
} from "./wording.js";

// With the catalogue of rules, it also lists the checks that found nothing, by their positive titles.
export function article(report, rules = new Map(), rulesAt = "/rules/") {
  return h(
    "article", { class: "report" },
    head(report),
    scores(report),
    report.summary ? h("p", { class: "summary" }, ...inline(report.summary)) : null,
    fixes(report),
    patch(report.patch, `One patch with ${counted(report.changes ?? 0, "safe change", "safe changes")}`),
    filters(report),
    markedScreenshot(report),
    ...report.categories.map((category) => section(category, rulesAt)),
    little(report, rulesAt),
    checks(report, rules, rulesAt),
    facts(report, rulesAt),
    left(report),
  );
}

function head(report) {
  return h(
    "header", {},
    h("h1", { id: "report", tabindex: "-1" }, "Report on ", h("bdi", { class: "url" }, visible(report.url))),
    h("p", { class: "meta" }, "Scanned ", h("time", { datetime: report.scannedAt }, scanned(report)), ` · ${loaded(report)}`),
    errorPage(report) ? h("p", {}, h("strong", {}, errorPage(report))) : null,
  );
}

function scores(report) {
  const overall = report.overallScore;
  return h(
    "section", { class: "scores", "aria-label": "Scores" },
    h(
      "p", { class: "hero", "data-grade": grade(overall) },
      gauge(overall),
      h("span", { class: "number" }, String(overall)),
      h("span", { class: "label" }, "out of 100 overall"),
      h("span", { class: "grade" }, GRADES[grade(overall)]),
    ),
    h("ul", {}, ...report.categories.map((category) => h(
      "li", {},
      h(
        "a", { href: `#${category.category}`, "data-grade": categoryGrade(category) },
        gauge(category.counted === false && !category.partly ? 0 : category.score),
        h("span", { class: "number" }, scoreText(category)),
        h("span", { class: "label" }, category.label),
        h("span", { class: "grade" }, GRADES[categoryGrade(category)]),
      ),
    ))),
  );
}

function gauge(score) {
  const circle = { cx: "20", cy: "20", r: "17", pathLength: "100" };
  return h(
    "svg", { viewBox: "0 0 40 40", "aria-hidden": "true", focusable: "false" },
    h("circle", { class: "track", ...circle }),
    score ? h("circle", { class: "value", "stroke-dasharray": `${score} 100`, ...circle }) : null,
  );
}

function fixes(report) {
  const found = topFixes(report);
  const items = found.map(({ issue, title, where, worth: gained, steps, together }) => h(
    "li", {},
    h("a", { href: `#${issue.rule}` }, title),
    " ",
    h("span", { class: "of" }, where),
    " ",
    h("span", { class: "gain" }, gained),
    ...steps.map((step) => h("span", { class: "step" }, step)),
    ...together.map((other) => h("span", { class: "step" }, h("a", { href: `#${other.rule}` }, other.title))),
  ));
  if (!items.length) return null;
  const note = h("p", { class: "note" }, explained(found));
  return h("section", { class: "top-fixes" }, h("h2", {}, "What to do first"), h("ol", {}, ...items), note);
}

function filters(report) {
  const issues = report.categories.flatMap(shownIssues);
  return h(
    "fieldset", { class: "filters" },
    h("legend", {}, "Show"),
    ...Object.entries(SEVERITIES).map(([kind, words]) =>
      checkbox(`show-${kind}`, `${words.names} (${issues.filter((issue) => issue.severity === kind).length})`)),
    ...report.categories.map((category) =>
      checkbox(`show-${category.category}`, `${category.label} (${shownIssues(category).length})`)),
    checkbox("only-costly", "Only what costs points", false),
  );
}

const checkbox = (name, label, checked = true) =>
  h("label", {}, h("input", { type: "checkbox", class: name, checked }), ` ${label}`);

function section(category, rulesAt) {
  const issues = shownIssues(category);
  const little = issues.filter(bringsLittle).length;
  return h(
    "section", { class: "category", id: category.category, "data-category": category.category },
    h(
      "h2", {},
      `${category.label} `,
      h(
        "span", { class: "score", "data-grade": categoryGrade(category) },
        scoreWords(category),
      ),
    ),
    h("p", { class: "counts" }, `${capitalize(counts(issues))}${little ? `, ${little} of them at the end` : ""}`),
    ...(category.counted === false ? category.unexamined : []).map((reason) => h("p", { class: "soft" }, visible(reason))),
    ...issues.filter((issue) => !bringsLittle(issue)).map((issue) => shown(issue, rulesAt)),
  );
}

// One fold with the issues of all categories that bring less than a point.
function little(report, rulesAt) {
  const found = report.categories
    .map((category) => ({ category, issues: shownIssues(category).filter(bringsLittle) }))
    .filter(({ issues }) => issues.length);
  const sections = found.map(({ category, issues }) => h(
    "section", { "data-category": category.category },
    h("h3", {}, category.label),
    ...issues.map((issue) => shown(issue, rulesAt)),
  ));
  const name = counted(found.flatMap(({ issues }) => issues).length, "issue that brings", "issues that bring");
  return folded("little", `${name} less than a point`, sections);
}

function folded(name, summary, content) {
  return content.length ? h("details", { class: name }, h("summary", {}, h("h2", {}, summary)), ...content) : null;
}

const shown = (issue, rulesAt) => (issue.sameFaultAs ? sameFault(issue) : details(issue, rulesAt));

function facts(report, rulesAt) {
  const found = report.categories.flatMap((category) => category.facts ?? []);
  return folded("facts", counted(found.length, "fact", "facts"), found.map((fact) => details(fact, rulesAt)));
}

// A line for an issue about a fault that another issue of the report stands for.
function sameFault(issue) {
  return h(
    "p", { class: "same-fault", id: issue.rule, "data-severity": issue.severity, "data-points": issue.gain || issue.share },
    `${issue.title} `,
    h("span", { class: "gain" }, worth(issue)),
    " · ",
    h("a", { href: `#${issue.sameFaultAs}` }, "the same fault"),
  );
}

// One fold with the checks of all categories that found nothing; without the catalogue, they have no titles.
function checks(report, rules, rulesAt) {
  const lists = silentChecks(report);
  const number = lists.reduce((sum, { ids }) => sum + ids.length, 0);
  const parts = lists.map(({ name, heading, ids }) => h(
    "section", { class: name },
    h("h3", {}, heading),
    name === "unchecked" ? h("p", { class: "soft" }, UNCHECKED) : null,
    h("ul", {}, ...ids.filter((id) => rules.has(id)).map((id) => h("li", {}, h("a", { href: rulesAt + id }, rules.get(id).passed)))),
  ));
  return rules.size ? folded("checks", `${counted(number, "check", "checks")} that found nothing`, parts) : null;
}

function details(issue, rulesAt) {
  const words = SEVERITIES[issue.severity];
  return h(
    "details", { class: "issue", id: issue.rule, "data-severity": issue.severity, "data-points": issue.gain || issue.share, open: issue.severity === "error" },
    h(
      "summary", {},
      h("span", { class: "severity" }, h("span", { class: "sign", "aria-hidden": "true" }, words.sign), words.name),
      " ",
      h("span", { class: "title" }, issue.title),
      " ",
      h("span", { class: gainsAnything(issue) ? "gain" : "gain none" }, worth(issue)),
    ),
    h("p", {}, ...inline(issue.summary)),
    ...places(issue),
    h("h3", {}, "How to fix it"),
    h("p", {}, ...inline(issue.recommendation)),
    ...fix(issue.howToFix, issue.occurrences[0]?.snippet ?? ""),
    patch(issue.patch, "Patch for the page's source"),
    h("p", { class: "rule" }, "Rule ", h("a", { href: rulesAt + issue.rule }, issue.rule)),
  );
}

// A patch that can't be shown as it is can't be copied either.
function patch(text, summary) {
  if (!text || visible(text) !== text) return null;
  const code = h("figure", { class: "code" }, h("pre", { class: "fix" }, text));
  return h("details", { class: "patch" }, h("summary", {}, summary), code);
}

function places(issue) {
  const items = issue.occurrences.slice(0, LISTED).map(place).filter((parts) => parts.length);
  if (!items.length) return [];
  const listed = items.map((parts) => h("li", {}, ...parts));
  if (issue.count > items.length) listed.push(h("li", {}, `and ${number(issue.count - items.length)} more`));
  return [h("h3", {}, counted(issue.count, "place", "places")), h("ul", { class: "places" }, ...listed)];
}

function place({ line, column, selector, snippet, facts, box }) {
  const parts = [];
  if (line) parts.push(h("span", { class: "where" }, column ? `Line ${line}, column ${column}` : `Line ${line}`));
  // An element that scripts have made has no line.
  else if (selector) parts.push(h("code", { class: "where" }, visible(selector)));
  if (snippet) parts.push(h("code", {}, visible(snippet)));
  const detail = String(facts.detail ?? "");
  if (detail) parts.push(h("span", { class: "detail" }, ...inline(detail)));
  if (box) parts.push(cutout(box));
  return parts;
}

function left(report) {
  const items = unexamined(report).map(([labels, sentence]) => h("li", {}, `${labels}: ${visible(sentence)}`));
  return items.length ? h("section", { class: "left" }, h("h2", {}, "What was not examined"), h("ul", {}, ...items)) : null;
}
