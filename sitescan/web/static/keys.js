// Single keys for the list of issues, which can be switched off (WCAG 2.2, 2.1.4). Elsewhere, what is typed goes to the
// address, so that the next page can be scanned without a click.

import { h, toggle } from "./elements.js";

const OFF = "sitescan.keys";
const KEYMAP = {
  f: () => document.querySelector("#find")?.focus(),
  j: () => move(1),
  k: () => move(-1),
  c: () => document.activeElement.closest(".issue")?.querySelector(".copy")?.click(),
  e: () => flip("error"),
  w: () => flip("warning"),
  i: () => flip("info"),
  "?": () => help(),
};
const HELP = {
  f: "Search in the report", "j, k": "Next, previous issue", c: "Copy the first fix of the issue",
  "e, w, i": "Show or hide errors, warnings, suggestions", "?": "This help",
};

document.addEventListener("keydown", onKey);

function keysOn() {
  try {
    return localStorage.getItem(OFF) !== "off";
  } catch {
    return true;
  }
}

function onKey(event) {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || (!keysOn() && event.key !== "?")) return;
  const act = KEYMAP[event.key];
  if (act && (event.key === "?" || event.target.closest("[data-category], .filters"))) {
    event.preventDefault();
    act();
  } else if (event.key.length === 1 && event.key !== " " && keysOn() && !event.target.closest("dialog")) {
    // The browser writes the character into what has the focus now.
    document.querySelector("#url")?.select();
  }
}

function move(step) {
  const all = [...document.querySelectorAll(".issue > summary")].filter((one) => one.checkVisibility());
  const at = all.indexOf(document.activeElement.closest(".issue")?.querySelector("summary"));
  const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function flip(kind) {
  document.querySelector(`.show-${kind}`)?.click();
}

function help() {
  const dialog = document.querySelector("#keys") ?? makeDialog();
  dialog.showModal();
}

function makeDialog() {
  const close = h("button", { type: "button" }, "Close");
  const dialog = h(
    "dialog", { id: "keys", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, "Keys"),
    h("dl", {}, ...Object.entries(HELP).flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
    toggle("Use single keys", keysOn(), (on) => localStorage.setItem(OFF, on ? "on" : "off")),
    h("p", {}, close),
  );
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  return dialog;
}
