// The scans that this browser keeps: only where the visitor has asked for it, and only scores and names of issues.

const KEPT = "sitescan.last";
const MOST = 50;

function storage() {
  try {
    return window.localStorage;
  } catch {
    return null; // Storage can be forbidden.
  }
}

export const remembers = () => storage() !== null && storage().getItem(KEPT) !== null;

export function remember(on) {
  if (on) storage()?.setItem(KEPT, storage().getItem(KEPT) ?? "[]");
  else storage()?.removeItem(KEPT);
}

// The kept scans, oldest first.
export function kept() {
  if (!remembers()) return [];
  try {
    const found = JSON.parse(storage().getItem(KEPT));
    // Earlier versions kept the last scan of each address.
    const scans = Array.isArray(found) ? found : Object.entries(found).map(([url, scan]) => ({ url, ...scan }));
    return scans.filter(isScan);
  } catch {
    return [];
  }
}

const isObject = (value) => typeof value === "object" && value !== null;
const isScan = (scan) =>
  isObject(scan) && typeof scan.url === "string" && typeof scan.at === "string" && Number.isInteger(scan.overall)
  && isObject(scan.scores) && isObject(scan.issues);

export const keptBefore = (report) => kept().filter(({ url, at }) => url === report.url && at < report.scannedAt);

export function keep(report) {
  if (!remembers()) return;
  const scan = {
    url: report.url,
    at: report.scannedAt,
    overall: report.overallScore,
    scores: Object.fromEntries(report.categories.map(({ category, score }) => [category, score])),
    issues: Object.fromEntries(report.categories.flatMap(({ issues }) => issues.map(({ rule, title }) => [rule, title]))),
  };
  const others = kept().filter(({ url, at }) => url !== scan.url || at !== scan.at);
  try {
    storage().setItem(KEPT, JSON.stringify([...others, scan].slice(-MOST)));
  } catch {
    remember(false); // It is full.
  }
}
