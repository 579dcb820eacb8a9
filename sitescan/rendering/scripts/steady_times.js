// Runs before the page's own scripts, in every frame: times are whole milliseconds, and a page is idle after a fixed time.
// The browser blurs times by random parts of a millisecond, the page's clock goes on for microseconds while an answer
// arrives, and whether the browser is idle depends on the machine.
(() => {
  const IDLE_MS = 50;
  const {now} = Performance.prototype;
  Performance.prototype.now = {now() { return Math.round(now.call(this)); }}.now;
  const {requestAnimationFrame: request} = window;
  window.requestAnimationFrame = {
    requestAnimationFrame(callback) {
      if (typeof callback !== "function") return request.call(window, callback);
      return request.call(window, time => callback.call(window, Math.round(time)));
    },
  }.requestAnimationFrame;
  const {setTimeout: start, clearTimeout: stop} = window;
  const deadline = Object.freeze({didTimeout: false, timeRemaining: () => IDLE_MS});
  window.requestIdleCallback = {
    requestIdleCallback(callback) { return start.call(window, () => callback.call(window, deadline), IDLE_MS); },
  }.requestIdleCallback;
  window.cancelIdleCallback = {cancelIdleCallback(handle) { stop.call(window, handle); }}.cancelIdleCallback;
})()
