// The page: sends the form through the API, and shows the report at an address of its own.

import { rules } from "./catalogue.js";
import { h } from "./elements.js";
import { addSearch } from "./find.js";
import { highlight } from "./highlight.js";
import { keep, keptBefore } from "./kept.js";
import { comparison, keptList } from "./kept_views.js";
import { article } from "./report.js";
import { storeReport, storedReport } from "./session.js";
import { BrokenLink, fromFragment, isShared } from "./sharing.js";
import { addCopyButtons, tools } from "./tools.js";
import { visible } from "./wording.js";
import "./keys.js";

const form = document.querySelector("#scan");
const field = form.elements.url;
const button = form.querySelector("button");
const status = document.querySelector("#status");
const result = document.querySelector("#result");
const welcome = document.querySelectorAll("#intro, .cards, #kept");
const quota = document.querySelector("#quota");
const TITLE = document.title;
const isOwnMachine = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
const SHARED = "This report comes from a link, and anyone can make such a link. Scan the page yourself to be sure.";

let running = null;
let asked = ""; // What was in the field when the scan began.
let shown = ""; // The address of this page that shows what is there now.

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (running && field.value === asked) running.abort();
  else submit(field.value.trim());
});

addEventListener("popstate", route);
route();
showQuota();

// The report of an address is at /?url=; this tab keeps it for a reload and for the buttons Back and Forward. Where
// there is none, the address is in the form, and a click scans it.
function route() {
  if (isShared(location.hash)) {
    showShared();
    return;
  }
  const here = location.pathname + location.search;
  if (here === shown) return; // A link inside the report.
  shown = here;
  running?.abort();
  const url = new URLSearchParams(location.search).get("url") ?? "";
  if (url) field.value = url;
  const report = storedReport(url);
  if (report) showReport(report);
  else showWelcome();
}

function showWelcome() {
  document.title = TITLE;
  result.replaceChildren();
  status.replaceChildren();
  status.className = "";
  document.querySelector("#kept").replaceChildren(...keptList());
  for (const part of welcome) part.hidden = false;
  field.focus();
}

// The report moves to its address, so that it can be linked, reloaded and gone back to.
function showScanned(report) {
  storeReport(report);
  const address = `/?url=${encodeURIComponent(report.url)}`;
  if (location.pathname + location.search + location.hash !== address) history.pushState(null, "", address);
  shown = address;
  const before = keptBefore(report);
  keep(report);
  return showReport(report, before);
}

// An address as people type it, such as pears.example; the same is in pages.py.
function withScheme(address) {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || /\s/.test(address)) return address;
  return `${/^(?:localhost|127\.[\d.]+|\[::1\])(?:[:/?#]|$)/i.test(address) ? "http" : "https"}://${address}`;
}

// What people paste that is no address of a page.
function submit(text) {
  if (/^(?:[a-z]:[\\/]|\\\\|\/|file:)/i.test(text)) {
    showProblem("Not a web address", "This is a file on your computer. Scan it with the command: sitescan scan FILE");
  } else if (/\s/.test(text)) {
    showProblem("Not a web address", "It contains spaces. Enter the address of one page, such as https://pears.example/.");
  } else {
    asked = field.value;
    running?.abort();
    scan(withScheme(text));
  }
}

async function scan(url) {
  const current = new AbortController();
  running = current;
  const stop = showProgress(url);
  rules();
  try {
    const response = await fetch("/api/v1/scan?include=evidence", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ url }),
      signal: current.signal,
    });
    updateQuota(response.headers);
    const body = await response.json();
    if (response.ok) await showScanned(body);
    else showProblem(body.error, body.details, response);
  } catch (problem) {
    if (problem.name === "AbortError") {
      if (running === current) status.replaceChildren("The scan was stopped.");
    }
    else showProblem("No response", "The service could not be reached. Check your connection and try again.");
  } finally {
    stop(running === current);
    if (running === current) running = null;
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
  // A scan that another one has replaced leaves the button to it.
  return (isLast) => {
    clearInterval(timer);
    clock.remove();
    if (!isLast) return;
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
  if (response?.status === 429 && isOwnMachine) {
    parts.push(h("p", {}, "On your own machine, start the service without a quota: ", h("code", {}, "twist sitescan --local")));
  }
  status.replaceChildren(...parts);
  parts[0].focus();
}

// In UTC, as the time of a scan.
function time(seconds) {
  const date = new Date(seconds * 1000).toISOString();
  return h("time", { datetime: date }, `${date.slice(11, 16)} UTC`);
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

async function showReport(report, before = [], notice = "") {
  const made = article(report, await rules());
  status.className = "";
  status.replaceChildren(notice || `The report is ready: ${report.overallScore} of 100.`);
  for (const part of welcome) part.hidden = true;
  made.querySelector("header").append(tools(report));
  if (before.length) made.querySelector(".scores").after(comparison(report, before));
  addCopyButtons(made);
  addSearch(made);
  result.replaceChildren(made);
  highlight(made);
  document.title = `${report.overallScore} of 100: ${visible(report.url).slice(0, 100)} - sitescan`;
  made.querySelector("h1").focus();
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

async function showShared() {
  shown = location.pathname + location.search;
  try {
    const report = await fromFragment(location.hash, await rules());
    field.value = report.url;
    await showReport(report, [], SHARED);
  } catch (problem) {
    if (!(problem instanceof BrokenLink)) throw problem;
    showProblem("Unreadable link", problem.message);
  }
}
