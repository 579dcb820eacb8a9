// The search and the filters of the list of rules, which is complete without them.

import { h } from "./elements.js";
import { counted } from "./wording.js";

const sections = [...document.querySelectorAll(".rule-list")];
const rules = [...document.querySelectorAll(".rule-list li")];
const field = h("input", { type: "search", id: "find", autocomplete: "off" });
const category = select("category", "All categories", sections.map((section) => section.querySelector("h2").textContent));
const severity = select("severity", "All severities", ["Error", "Warning", "Suggestion"]);
const found = h("span", { class: "soft", role: "status" });

const form = h(
  "form", { class: "filters", role: "search" },
  h("label", { class: "find", for: "find" }, "Find a rule "), field,
  h("label", {}, "Category ", category), h("label", {}, "Severity ", severity),
  found,
);

form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
document.querySelector("#categories").before(form);
// A jump leads to all rules of a category, whatever was searched before.
document.querySelector("#categories").addEventListener("click", () => {
  form.reset();
  filter();
});

function select(name, all, values) {
  return h("select", { name }, h("option", { value: "" }, all), ...values.map((value) => h("option", {}, value)));
}

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const rule of rules) {
    const text = `${rule.textContent} ${rule.querySelector("a").pathname}`.toLowerCase();
    rule.hidden = !words.every((word) => text.includes(word)) || !rule.querySelector("span").textContent.includes(severity.value);
  }
  for (const section of sections) {
    const other = category.value && category.value !== section.querySelector("h2").textContent;
    section.hidden = Boolean(other) || !section.querySelector("li:not([hidden])");
  }
  const shown = rules.filter((rule) => !rule.hidden && !rule.closest("section").hidden).length;
  found.textContent = shown === rules.length ? "" : counted(shown, "rule", "rules");
}
