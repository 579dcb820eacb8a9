// Sorts and filters the table of pages. Every control is a button, a field or a list, so the keyboard is enough.
"use strict";
const table = document.querySelector("#pages table");
const body = table.tBodies[0];
const rows = [...body.rows];
const address = document.getElementById("address");
const template = document.getElementById("template");
const shown = document.getElementById("shown");

const value = (row, column) => row.cells[column].textContent;
const isNumber = (text) => text !== "" && !Number.isNaN(Number(text));

// Numbers come in their order, before texts; a dash is less than any number.
const compare = (first, second) => {
  if (isNumber(first) && isNumber(second)) return Number(first) - Number(second);
  return isNumber(first) - isNumber(second) || first.localeCompare(second);
};

const sort = (heading, column) => {
  const descending = heading.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
  rows.sort((first, second) => compare(value(first, column), value(second, column)) * (descending ? -1 : 1));
  body.append(...rows);
};

const filter = () => {
  const part = address.value.trim().toLowerCase();
  let number = 0;
  for (const row of rows) {
    const fits = value(row, 0).toLowerCase().includes(part)
      && (template.value === "" || value(row, row.cells.length - 1) === template.value);
    row.hidden = !fits;
    number += fits;
  }
  shown.textContent = `${number} of ${rows.length} pages`;
};

[...table.tHead.rows[0].cells].forEach((heading, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = heading.textContent;
  button.addEventListener("click", () => sort(heading, column));
  heading.replaceChildren(button);
});
address.addEventListener("input", filter);
template.addEventListener("change", filter);
const controls = document.getElementById("controls");
controls.addEventListener("submit", (event) => event.preventDefault());
controls.hidden = false;
filter();
