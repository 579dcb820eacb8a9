// The words and numbers of a report; the same as in sitescan/report/wording.py.

export const SEVERITIES = {
  error: { name: "Error", names: "Errors", one: "error", many: "errors", sign: "✕" },
  warning: { name: "Warning", names: "Warnings", one: "warning", many: "warnings", sign: "!" },
  info: { name: "Suggestion", names: "Suggestions", one: "suggestion", many: "suggestions", sign: "i" },
};

export const GRADES = { good: "Good", fair: "Needs work", poor: "Poor", partly: "Partly examined", none: "Not examined" };

const LONGEST = 20_000;
// The characters of sitescan/report/visible_text.py: none is seen, and some move the text after them.
const UNSEEN =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

export function visible(text) {
  const characters = text.length > LONGEST ? [...text] : null;
  const shown = characters && characters.length > LONGEST ? characters.slice(0, LONGEST - 1).join("") + "…" : text;
  return shown.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0);
    const hex = code.toString(16);
    if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  });
}

export const number = (value) => value.toLocaleString("en-US");
export const counted = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;
export const points = (gain) => `+${counted(gain, "point", "points")}`;
export const grade = (score) => (score >= 90 ? "good" : score >= 50 ? "fair" : "poor");
export const categoryGrade = ({ counted, partly, score }) => (partly ? "partly" : counted === false ? "none" : grade(score));
export const scoreText = ({ counted, partly, score }) => (partly ? `≤${score}` : counted === false ? "–" : String(score));

export function scoreWords({ counted, partly, score }) {
  if (partly) return `${GRADES.partly}, at most ${score} of 100`;
  return counted === false ? GRADES.none : `${score} of 100`;
}
export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const UNCHECKED = "What they need was not requested, did not load, or was not seen as a whole.";
const ESTIMATED = "Times are estimates for a phone on slow 4G.";
const POINTS = "Points are of the overall score here, and of the category for each issue below.";
const listed = (words) => new Intl.ListFormat("en-GB").format(words);

// A link that was made before there were estimates has none.
const gainMs = (issue) => issue.gainMs ?? 0;
export const gainsAnything = (issue) => Boolean(issue.gain || gainMs(issue));

const inSeconds = (milliseconds) => `${(Math.floor((milliseconds + 50) / 100) / 10).toFixed(1)} s`;

export function sooner(milliseconds) {
  return milliseconds >= 50 ? `about ${inSeconds(milliseconds)} sooner` : "under 0.1 s sooner";
}

export function worth(issue) {
  const parts = [];
  if (issue.gain) parts.push(points(issue.gain));
  else if (issue.share) parts.push("under 1 point");
  if (gainMs(issue)) parts.push(sooner(issue.gainMs));
  return parts.join(", ") || "no points";
}

export function size(bytes) {
  const units = ["bytes", "KB", "MB", "GB"];
  let value = bytes, unit = 0;
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return unit === 0 || value >= 100 ? `${Math.round(value)} ${units[unit]}` : `${value.toFixed(1)} ${units[unit]}`;
}

export function counts(issues) {
  const found = Object.entries(SEVERITIES)
    .map(([kind, words]) => [issues.filter((issue) => issue.severity === kind).length, words])
    .filter(([many]) => many)
    .map(([many, words]) => counted(many, words.one, words.many));
  return found.join(", ") || "no issues";
}

export const scanned = (report) => `${report.scannedAt.slice(0, 16).replace("T", " ")} UTC`;

export const errorPage = ({ meta }) => meta.statusCode < 400 ? ""
  : `The server answered with status ${meta.statusCode}: this report is about an error page.`;

export function loaded({ meta, rendered }) {
  const facts = [size(meta.pageSize)];
  // A page that was not fetched has only a size.
  if (meta.fetchTimeMs) facts.splice(0, 1, `loaded in ${number(meta.fetchTimeMs)} ms`, ...facts, `status ${meta.statusCode}`);
  if (rendered) facts.push(`rendered in ${number(rendered.timeMs)} ms`);
  return facts.join(" · ");
}

// Unexamined parts are shown elsewhere.
export const shownIssues = (category) => category.issues.filter((issue) => issue.rule !== "general/unexamined");

// The lists of checks that found nothing; links and reports of earlier versions have none.
const SILENT = [
  ["passed", "check passed", "checks passed"],
  ["inapplicable", "check doesn't apply", "checks don't apply"],
  ["unchecked", "check could not be completed", "checks could not be completed"],
];

export const silentChecks = (report) => SILENT
  .map(([name, one, many]) => {
    const ids = [...new Set(report.categories.flatMap((category) => category[name] ?? []))];
    return { name, heading: counted(ids.length, one, many), ids };
  })
  .filter(({ ids }) => ids.length);

// What brings less than a point of its category and shuts nobody out is folded.
export const bringsLittle = (issue) => !issue.gain && issue.severity !== "error";

export const isMinor = (issue) => issue.severity === "info" && !issue.share && !gainsAnything(issue);

// What to do first; links of earlier versions don't say it.
export function topFixes(report) {
  const found = report.categories.flatMap((category) => category.issues.map((issue) => [issue.rule, { category, issue }]));
  const issues = new Map(found);
  return (report.topFixes ?? []).map(({ rules, points: gained, gainMs, title, where, paintMs, steps }) => {
    const worth = [`+${gained.toFixed(1)} points`];
    if (gainMs && !steps?.length) worth.push(sooner(gainMs));
    const { issue } = issues.get(rules[0]);
    const shown = title ?? (paintMs ? "Content appears late" : issue.title);
    return {
      issue, title: shown, where: listed(where ?? []), worth: worth.join(", "), gainMs,
      steps: stepsOf(paintMs, steps ?? [], issues),
      together: steps?.length ? [] : fixedTogether(shown, rules.map((rule) => issues.get(rule).issue)),
    };
  });
}

// The issues that an entry fixes at one go besides its own, one of each title.
function fixedTogether(title, issues) {
  const titled = issues.filter((issue, at) => issues.findIndex((other) => other.title === issue.title) === at);
  return titled.filter((issue) => issue.title !== title && titled.length > 1);
}

// Of a step that shows only other content sooner, they say when the first content appears.
function stepsOf(paintMs, steps, issues) {
  let paint = paintMs;
  const said = steps.map((step) => {
    // Shared links of earlier versions don't have the first content.
    const isSooner = step.firstPaintMs == null || (inSeconds(step.paintMs) !== inSeconds(paint) && step.paintMs < paint);
    paint = Math.min(paint, step.paintMs);
    const then = isSooner ? `after ${inSeconds(step.paintMs)}` : `first content after ${inSeconds(step.firstPaintMs)}`;
    return `“${issues.get(step.rule).issue.title}” fixed: ${then} (+${step.points.toFixed(1)})`;
  });
  return paintMs ? [`now after ${inSeconds(paintMs)}`, ...said] : said;
}

export const explained = (fixes) => (fixes.some(({ gainMs }) => gainMs) ? `${POINTS} ${ESTIMATED}` : POINTS);

export function unexamined(report) {
  const labels = new Map();
  for (const category of report.categories) {
    for (const sentence of new Set(category.unexamined)) labels.set(sentence, [...(labels.get(sentence) ?? []), category.label]);
  }
  return [...labels].map(([sentence, names]) => [listed(names), sentence]);
}
