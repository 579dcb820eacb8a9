// What can be done with a report: copy it as a link or as Markdown, copy its fixes, save and print it.

import { action, h, toggle } from "./elements.js";
import { keep, remember, remembers } from "./kept.js";
import { markdown } from "./markdown.js";
import { toFragment } from "./sharing.js";
import { number } from "./wording.js";

const status = document.querySelector("#status");

export function tools(report) {
  return h(
    "p", { class: "tools" },
    action("Copy link to this report", () => copyLink(report)),
    action("Copy all as Markdown", () => copy(markdown(report), "Copied.")),
    action("Save as JSON", () => save(report)),
    action("Print", () => print()),
    toggle("Keep scans in this browser to compare", remembers(), (on) => {
      remember(on);
      keep(report);
    }),
  );
}

async function copyLink(report) {
  const link = `${location.origin}/${await toFragment(report)}`;
  await copy(link, `Copied. The link has ${number(link.length)} characters and holds the scores and issues, without places; nothing is stored.`);
}

export function addCopyButtons(article) {
  for (const pre of article.querySelectorAll(".fix")) {
    // Who pastes an ellipsis loses what it stands for.
    if (pre.textContent.includes("…")) continue;
    const label = pre.previousElementSibling?.textContent ?? "After";
    const made = action("Copy", () => copy(pre.textContent, "The code was copied."));
    made.setAttribute("aria-label", `Copy ${pre.closest(".patch") ? "the patch" : label === "After" ? "the fix" : `the lines for ${label}`}`);
    made.classList.add("copy");
    pre.before(made);
  }
}

function say(...parts) {
  status.className = "said";
  status.replaceChildren(...parts);
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    // Without permission, or without HTTPS: the visitor copies it by hand.
    const field = h("textarea", { readonly: true, rows: "4", "aria-label": "Copy this text" });
    field.value = text;
    say("Copy this text:", field);
    field.select();
  }
}

function save(report) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: "application/json" }));
  h("a", { href: url, download: "sitescan-report.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
