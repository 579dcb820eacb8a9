// The screenshot of a rendered page with a numbered box around each element that has an issue.
// sitescan/report/marked_screenshot.py makes the same elements; a test compares the two.

import { h } from "./elements.js";
import { SEVERITIES, shownIssues } from "./wording.js";

// The number of occurrences of an issue that are listed and marked.
export const LISTED = 20;

const WIDTH = 1280;
const HEIGHT = 800;
const MOST_BOXES = 40;
const FLAG = { width: 26, height: 20 };
const ROOM = 8;

const rank = ({ severity }) => Object.keys(SEVERITIES).indexOf(severity);

// The boxes to be drawn, from top to bottom, each with the issues of the element in it, the most severe one first.
function markers(report) {
  const found = new Map();
  for (const issue of report.categories.flatMap(shownIssues).sort((one, other) => rank(one) - rank(other))) {
    for (const { box } of issue.occurrences.slice(0, LISTED).filter((one) => one.box)) {
      const key = [box.x, box.y, box.width, box.height].join();
      if (!found.has(key) && found.size < MOST_BOXES) found.set(key, { box, issues: new Map() });
      found.get(key)?.issues.set(issue.rule, issue);
    }
  }
  return [...found.values()].sort(({ box: one }, { box: other }) =>
    one.y - other.y || one.x - other.x || one.width - other.width || one.height - other.height);
}

export function markedScreenshot(report) {
  const url = report.rendered?.screenshot;
  if (!url) return null;
  const found = markers(report);
  return h(
    "section", { class: "screenshot" },
    h("h2", {}, "First screen"),
    h("p", { class: "soft" }, found.length ? "Each number links to an issue of the element in its box." : "It shows no element with an issue."),
    h("div", {}, h(
      "svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      h("image", {
        id: "screen", href: url, width: WIDTH, height: HEIGHT, role: "img", "aria-label": "Screenshot of the first screen of the page",
      }),
      ...found.map(marker),
    )),
  );
}

function marker({ box, issues }, index) {
  const [first] = issues.values();
  const titles = [...issues.values()].map(({ title }) => title).join(", ");
  // The number is on the corner of the box, so that it covers little of it, but within the picture.
  const x = Math.min(Math.max(box.x - FLAG.width / 2, 0), WIDTH - FLAG.width);
  const y = Math.min(Math.max(box.y - FLAG.height / 2, 0), HEIGHT - FLAG.height);
  return h(
    "svg:a", { href: `#${first.rule}`, "aria-label": `${index + 1}: ${titles}`, "data-severity": first.severity },
    h("rect", { class: "box", ...box }),
    h("rect", { class: "flag", x, y, ...FLAG }),
    h("text", { x: x + FLAG.width / 2, y: y + FLAG.height - 4, "text-anchor": "middle" }, String(index + 1)),
  );
}

// The part of the screenshot that shows an element.
export function cutout(box) {
  const x = Math.max(box.x - ROOM, 0);
  const y = Math.max(box.y - ROOM, 0);
  const width = Math.min(box.x + box.width + ROOM, WIDTH) - x;
  const height = Math.min(box.y + box.height + ROOM, HEIGHT) - y;
  return h(
    "svg", { class: "seen", viewBox: `${x} ${y} ${width} ${height}`, width, height, "aria-hidden": "true", focusable: "false" },
    h("use", { href: "#screen" }),
  );
}
