// What a visitor sees of kept scans: a list of all, and for one address a comparison and a chart.

import { action, h } from "./elements.js";
import { kept, remember } from "./kept.js";
import { visible } from "./wording.js";

const day = (at) => h("time", { datetime: at }, at.slice(0, 16).replace("T", " "));

// The list on the start page; nothing where nothing is kept.
export function keptList() {
  const scans = kept().reverse();
  if (!scans.length) return [];
  return [
    h("h2", {}, "Kept scans"),
    h("ul", { class: "rules" }, ...scans.map(({ url, at, overall }) => h(
      "li", {},
      h("a", { href: `/?url=${encodeURIComponent(url)}` }, visible(url)),
      h("span", { class: "soft" }, `${overall} of 100 · `, day(at)),
    ))),
    h("p", {}, action("Forget all", ({ target }) => {
      remember(false);
      target.closest("#kept").replaceChildren(h("p", { role: "status" }, "No scans are kept any more."));
    })),
  ];
}

// What has changed since the last of the scans before.
export function comparison(report, before) {
  const last = before.at(-1);
  const now = Object.fromEntries(report.categories.flatMap(({ issues }) => issues.map(({ rule, title }) => [rule, title])));
  const titles = (from, holds) => Object.keys(from).filter(holds).map((rule) => visible(String(from[rule])));
  const scores = report.categories.map(({ category, label, score }) => `${label} ${change(score, last.scores[category])}`);
  return h(
    "section", { class: "comparison" },
    h("h2", {}, "Since the last scan"),
    h("p", {}, `Overall ${change(report.overallScore, last.overall)}; ${scores.join(", ")}.`),
    list("Fixed", titles(last.issues, (rule) => !(rule in now)), true),
    list("New", titles(now, (rule) => !(rule in last.issues)), true),
    list("Unchanged", titles(now, (rule) => rule in last.issues), false),
    chart([...before, { at: report.scannedAt, overall: report.overallScore }].slice(-20)),
  );
}

const change = (now, then) => (now === then ? "unchanged" : `${now > then ? "up" : "down"} ${Math.abs(now - then)}`);

const list = (name, titles, open) =>
  titles.length
    ? h("details", { open }, h("summary", {}, `${name} (${titles.length})`), h("ul", {}, ...titles.map((title) => h("li", {}, title))))
    : h("p", { class: "soft" }, `${name}: nothing`);

// The overall scores as a line; the table says the same in numbers.
function chart(scans) {
  const x = (index) => 4 + (index * 192) / (scans.length - 1);
  const y = ({ overall }) => 4 + (100 - overall) * 0.42;
  return h(
    "figure", { class: "chart" },
    h("figcaption", {}, `Overall score of the last ${scans.length} scans`),
    h(
      "svg", { viewBox: "0 0 200 50", "aria-hidden": "true", focusable: "false" },
      h("polyline", { points: scans.map((scan, index) => `${x(index)},${y(scan)}`).join(" ") }),
      ...scans.map((scan, index) => h("circle", { cx: x(index), cy: y(scan), r: "2" })),
    ),
    h(
      "details", {}, h("summary", {}, "Scores"),
      h("table", {}, ...scans.map(({ at, overall }) => h("tr", {}, h("th", { scope: "row" }, day(at)), h("td", {}, String(overall))))),
    ),
  );
}
