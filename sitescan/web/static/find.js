// The search in a report. The filters beside it are checkboxes, which work without a script.

import { h } from "./elements.js";

export function addSearch(article) {
  const filters = article.querySelector(".filters");
  const issues = [...article.querySelectorAll("[data-category] .issue")];
  const field = h("input", { type: "search", id: "find", autocomplete: "off" });
  const found = h("span", { class: "soft", role: "status" });

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const issue of issues) {
      const text = issue.textContent.toLowerCase();
      issue.hidden = !words.every((word) => text.includes(word));
    }
    for (const fold of article.querySelectorAll(".little")) {
      fold.hidden = !fold.querySelector(".issue:not([hidden])");
      fold.open = words.length > 0;
    }
    const shown = issues.filter(isFound).length;
    found.textContent = shown === issues.length ? "" : `${shown} of ${issues.length} issues`;
  }

  // Issues in a closed fold are found, too; what a filter hides is not.
  const isFound = (issue) =>
    [issue, issue.closest("[data-category]")].every((part) => getComputedStyle(part).display !== "none");

  // A link inside the report leads to what a filter hides: then nothing is filtered any more.
  function reveal({ target }) {
    const link = target.closest("a[href^='#']");
    const to = link && document.getElementById(link.hash.slice(1));
    if (!to) return;
    if (!to.checkVisibility()) {
      field.value = "";
      for (const box of filters.querySelectorAll("[type=checkbox]")) box.checked = box.defaultChecked;
      search();
    }
    for (let fold = to.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }

  const keys = h("span", { class: "soft" }, "In the list: ", ...["j", "k", "c", "f", "?"].flatMap((key) => [h("kbd", {}, key), " "]));
  filters.append(h("label", { class: "find", for: "find" }, "Find "), field, found, keys);
  filters.addEventListener("input", search);
  article.addEventListener("click", reveal);
}
