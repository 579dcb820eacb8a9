// The reports of this tab by address, until the tab is closed.

const REPORT = "sitescan.report:";

export function storedReport(url) {
  try {
    return JSON.parse(window.sessionStorage.getItem(REPORT + url));
  } catch {
    return null; // Storage can be forbidden.
  }
}

export function storeReport(report) {
  const store = () => window.sessionStorage.setItem(REPORT + report.url, JSON.stringify(report));
  try {
    store();
  } catch {
    try {
      window.sessionStorage.clear(); // It is full: the reports before can be scanned again.
      store();
    } catch {
      // Storage is forbidden: a reload shows the address in the form.
    }
  }
}
