// Returns the times of the first contentful paint and of each largest one so far, in milliseconds of the page. It runs in
// an isolated world of the page, which the page's own scripts can't influence.
//
// An entry's startTime is that of the machine's clock, and only its paintTime is the page's.
(() => {
  const of = type => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({type, buffered: true});
    return observer.takeRecords();
  };
  const first = of("paint").filter(entry => entry.name === "first-contentful-paint");
  return JSON.stringify([first, of("largest-contentful-paint")].map(entries => entries.map(entry => entry.paintTime)));
})()
