// Runs before the page's own scripts, in every frame: times are whole milliseconds. The browser blurs them by random parts
// of a millisecond, and the page's clock goes on for microseconds while an answer arrives.
(() => {
  const {now} = Performance.prototype;
  Performance.prototype.now = {now() { return Math.round(now.call(this)); }}.now;
  const {requestAnimationFrame: request} = window;
  window.requestAnimationFrame = {
    requestAnimationFrame(callback) {
      if (typeof callback !== "function") return request.call(window, callback);
      return request.call(window, time => callback.call(window, Math.round(time)));
    },
  }.requestAnimationFrame;
})()
