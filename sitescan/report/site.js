// Sorts and filters the pages. Every control is a button, a field or a list, so the keyboard is enough.
"use strict";
const STEP = 50;
const rows = JSON.parse(document.getElementById("rows").textContent);
const table = document.querySelector("#pages table");
const headings = [...table.tHead.rows[0].cells];
const address = document.getElementById("address");
const template = document.getElementById("template");
const shown = document.getElementById("shown");
const more = document.getElementById("more");
let most = STEP;

const cell = (value, column) => {
  const made = document.createElement(column ? "td" : "th");
  if (column) {
    made.textContent = value ?? "–";
    return made;
  }
  made.scope = "row";
  if (!/^https?:/.test(value)) {
    made.textContent = value;
    return made;
  }
  const link = document.createElement("a");
  link.href = value;
  link.rel = "noreferrer";
  link.textContent = value.replace(/^https?:\/\/[^/]+(?=\/)/, "");
  made.append(link);
  return made;
};

const show = () => {
  const part = address.value.trim().toLowerCase();
  const fitting = rows.filter((row) => row[0].toLowerCase().includes(part)
    && (template.value === "" || row.at(-1) === template.value));
  table.tBodies[0].replaceChildren(...fitting.slice(0, most).map((row) => {
    const made = document.createElement("tr");
    made.append(...row.map(cell));
    return made;
  }));
  shown.textContent = `${Math.min(most, fitting.length)} of ${fitting.length} pages shown`;
  more.hidden = fitting.length <= most;
};

// What has no number comes before all numbers.
const compare = (first, second) => (typeof first === "string" ? first.localeCompare(second) : (first ?? -1) - (second ?? -1));

headings.forEach((heading, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = heading.textContent;
  button.addEventListener("click", () => {
    const descending = heading.getAttribute("aria-sort") === "ascending";
    for (const other of headings) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
    rows.sort((first, second) => compare(first[column], second[column]) * (descending ? -1 : 1));
    show();
  });
  heading.replaceChildren(button);
});
headings[1].setAttribute("aria-sort", "ascending");
for (const control of [address, template]) {
  control.addEventListener("input", () => {
    most = STEP;
    show();
  });
}
more.addEventListener("click", () => {
  most += STEP;
  show();
});
const controls = document.getElementById("controls");
controls.addEventListener("submit", (event) => event.preventDefault());
controls.hidden = false;
show();
