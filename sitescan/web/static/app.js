// The page: sends the form through the API, shows the report, and what can be done with it.

import { h } from "./elements.js";
import { highlight } from "./highlight.js";
import { markdown } from "./markdown.js";
import { article } from "./report.js";
import { BrokenLink, exchangeLast, fromFragment, isShared, remember, remembers, toFragment } from "./sharing.js";
import { visible } from "./wording.js";

const form = document.querySelector("#scan");
const field = form.elements.url;
const button = form.querySelector("button");
const status = document.querySelector("#status");
const result = document.querySelector("#result");
const welcome = document.querySelectorAll("#intro, .cards");
const quota = document.querySelector("#quota");
const KEYS = "sitescan.keys";
const KEYMAP = {
  "/": () => field.focus(),
  j: () => move(1),
  k: () => move(-1),
  c: () => document.activeElement.closest(".issue")?.querySelector(".copy")?.click(),
  e: () => flip("error"),
  w: () => flip("warning"),
  i: () => flip("info"),
  "?": () => help(),
};

let running = null;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (running) running.abort();
  else scan(withScheme(field.value.trim()));
});

addEventListener("hashchange", showShared);
document.addEventListener("keydown", onKey);
showShared();
showQuota();

// An address as people type it, such as pears.example; the same is in pages.py.
function withScheme(address) {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || /\s/.test(address)) return address;
  return `${/^(?:localhost|127\.[\d.]+|\[::1\])(?:[:/?#]|$)/i.test(address) ? "http" : "https"}://${address}`;
}

async function scan(url) {
  running = new AbortController();
  const stop = showProgress(url);
  try {
    const response = await fetch("/api/v1/scan?include=evidence", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ url }),
      signal: running.signal,
    });
    updateQuota(response.headers);
    const body = await response.json();
    if (response.ok) showReport(body, exchangeLast(body));
    else showProblem(body.error, body.details, response);
  } catch (problem) {
    if (problem.name === "AbortError") status.replaceChildren("The scan was stopped.");
    else showProblem("No response", "The service could not be reached. Check your connection and try again.");
  } finally {
    stop();
    running = null;
  }
}

function showProgress(url) {
  const started = Date.now();
  const seconds = h("span", {});
  button.textContent = "Stop";
  button.classList.add("busy");
  result.setAttribute("aria-busy", "true");
  status.className = "";
  status.replaceChildren(
    h("p", { class: "working" }, h("span", { class: "spinner", "aria-hidden": "true" }), "Scanning ", h("bdi", {}, visible(url)), " "),
    h("p", { class: "soft" }, "Fetching the page and checking its links and files. Most scans take a few seconds, and none more than 30."),
  );
  // The clock is outside of the live region: a screen reader need not hear every second.
  const clock = h("p", { class: "soft clock", "aria-hidden": "true" }, seconds);
  status.after(clock);
  const tick = () => { seconds.textContent = `${Math.round((Date.now() - started) / 1000)} s`; };
  tick();
  const timer = setInterval(tick, 1000);
  return () => {
    clearInterval(timer);
    clock.remove();
    button.textContent = "Scan";
    button.classList.remove("busy");
    result.removeAttribute("aria-busy");
  };
}

function showProblem(error, details, response) {
  status.className = "problem";
  const parts = [h("h2", { tabindex: "-1" }, visible(error)), h("p", {}, visible(details))];
  const reset = Number(response?.headers.get("X-RateLimit-Reset"));
  if (response?.status === 429 && reset) {
    parts.push(h("p", {}, "You can scan again at ", time(reset), "."));
  }
  status.replaceChildren(...parts);
  parts[0].focus();
}

function time(seconds) {
  const date = new Date(seconds * 1000);
  return h("time", { datetime: date.toISOString() }, date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
}

function updateQuota(headers) {
  if (!headers.has("X-RateLimit-Limit")) return;
  Object.assign(quota.dataset, {
    limit: headers.get("X-RateLimit-Limit"),
    remaining: headers.get("X-RateLimit-Remaining"),
    reset: headers.get("X-RateLimit-Reset"),
  });
  showQuota();
}

function showQuota() {
  const { limit, remaining, reset } = quota.dataset;
  if (!limit) return;
  const words = `${remaining} of ${limit} scans left`;
  quota.replaceChildren(...(Number(reset) ? [`${words}. All of them are available again at `, time(Number(reset)), "."] : [`${words}.`]));
}

function showReport(report, before, notice = "") {
  status.className = "";
  status.replaceChildren(notice || `The report is ready: ${report.overallScore} of 100.`);
  for (const part of welcome) part.hidden = true;
  const made = article(report);
  made.querySelector("header").append(tools(report));
  if (before) made.querySelector(".scores").after(comparison(report, before));
  for (const pre of made.querySelectorAll(".fix")) addCopy(pre);
  result.replaceChildren(made);
  highlight(made);
  document.title = `${report.overallScore} of 100: ${visible(report.url).slice(0, 100)} - sitescan`;
  made.querySelector("h1").focus();
}

function tools(report) {
  const made = h("p", { class: "tools" });
  made.append(
    action("Copy link to this report", async (said) => {
      const link = location.origin + location.pathname + (await toFragment(report));
      await copy(link, said, `Copied. The whole report is in the link (${link.length.toLocaleString("en-US")} characters); nothing is stored.`);
    }),
    action("Copy all as Markdown", (said) => copy(markdown(report), said, "Copied.")),
    action("Save as JSON", () => save(report)),
    action("Print", () => print()),
    toggle("Keep scans in this browser to compare", remembers(), (on) => {
      remember(on);
      if (on) exchangeLast(report);
    }),
  );
  return made;
}

function action(name, run) {
  const made = h("button", { type: "button", class: "quiet" }, name);
  made.addEventListener("click", () => run((text) => say(text)));
  return made;
}

function toggle(name, on, changed) {
  const input = h("input", { type: "checkbox", checked: on });
  input.addEventListener("change", () => changed(input.checked));
  return h("label", { class: "toggle" }, input, ` ${name}`);
}

function say(text) {
  status.className = "said";
  status.replaceChildren(text);
}

async function copy(text, said, done) {
  try {
    await navigator.clipboard.writeText(text);
    said(done);
  } catch {
    // Without permission, or without HTTPS: the visitor copies it by hand.
    const field = h("textarea", { readonly: true, rows: "4", "aria-label": "Copy this text" });
    field.value = text;
    status.className = "said";
    status.replaceChildren("Copy this text:", field);
    field.select();
  }
}

function save(report) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: "application/json" }));
  h("a", { href: url, download: "sitescan-report.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function addCopy(pre) {
  const label = pre.previousElementSibling?.textContent ?? "";
  const made = action("Copy", (said) => copy(pre.textContent, said, "The code was copied."));
  made.setAttribute("aria-label", `Copy ${label === "After" || !label ? "the fix" : `the lines for ${label}`}`);
  made.classList.add("copy");
  pre.before(made);
}

function comparison(report, before) {
  const change = (now, then) => (now === then ? "unchanged" : `${now > then ? "up" : "down"} ${Math.abs(now - then)}`);
  const now = Object.fromEntries(report.categories.flatMap(({ issues }) => issues.map(({ rule, title }) => [rule, title])));
  const gone = Object.keys(before.issues).filter((rule) => !(rule in now)).map((rule) => String(before.issues[rule]));
  const fresh = Object.keys(now).filter((rule) => !(rule in before.issues)).map((rule) => now[rule]);
  const list = (name, titles) => (titles.length ? [h("h3", {}, name), h("ul", {}, ...titles.map((title) => h("li", {}, visible(title))))] : []);
  return h(
    "section", { class: "comparison" },
    h("h2", {}, "Since the last scan"),
    h("p", {}, `Overall ${change(report.overallScore, before.overall)}; `, report.categories
      .map(({ category, label, score }) => `${label} ${change(score, before.scores[category])}`).join(", "), "."),
    ...list("Fixed", gone),
    ...list("New", fresh),
  );
}

async function showShared() {
  if (!isShared(location.hash)) return;
  try {
    showReport(await fromFragment(location.hash), null, "This report comes from a link, and anyone can make such a link. Scan the page yourself to be sure.");
  } catch (problem) {
    if (!(problem instanceof BrokenLink)) throw problem;
    showProblem("Unreadable link", problem.message);
  }
}

// Single keys, which can be switched off (WCAG 2.2, 2.1.4).

function keysOn() {
  try {
    return localStorage.getItem(KEYS) !== "off";
  } catch {
    return true;
  }
}

function onKey(event) {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || (!keysOn() && event.key !== "?")) return;
  const act = KEYMAP[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
}

function move(step) {
  const all = [...document.querySelectorAll(".issue > summary")].filter((one) => one.offsetParent);
  const at = all.indexOf(document.activeElement.closest(".issue")?.querySelector("summary"));
  const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function flip(kind) {
  document.querySelector(`.show-${kind}`)?.click();
}

function help() {
  let dialog = document.querySelector("#keys");
  if (!dialog) {
    const rows = { "/": "Go to the address", "j, k": "Next, previous issue", c: "Copy the fix of the issue", "e, w, i": "Show or hide errors, warnings, suggestions", "?": "This help" };
    const close = h("button", { type: "button" }, "Close");
    close.addEventListener("click", () => dialog.close());
    dialog = h(
      "dialog", { id: "keys", "aria-labelledby": "keys-title" },
      h("h2", { id: "keys-title" }, "Keys"),
      h("dl", {}, ...Object.entries(rows).flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
      toggle("Use single keys", keysOn(), (on) => localStorage.setItem(KEYS, on ? "on" : "off")),
      h("p", {}, close),
    );
    document.body.append(dialog);
  }
  dialog.showModal();
}
