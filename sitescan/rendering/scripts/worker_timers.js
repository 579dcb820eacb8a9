// Runs in a worker before its own script: counts the timers that are due and have not come. They are due by the page's time,
// but the browser wakes a worker by the clock of the machine, or when it is asked for this count.
(() => {
  const {apply} = Reflect;
  const due = new Map();
  Object.defineProperty(self, "sitescanTimers", {
    get() {
      const now = native(performance, "now");
      return [...due.values()].filter(time => time <= now).length;
    },
  });

  // The browser gives the worker its functions after this has run.
  function native(owner, name, ...values) {
    return apply(Object.getPrototypeOf(owner)[name], owner, values);
  }

  self.setTimeout = {
    setTimeout(callback, delay, ...values) {
      if (typeof callback !== "function") return native(self, "setTimeout", callback, delay, ...values);
      const timer = native(self, "setTimeout", function (...given) {
        due.delete(timer);
        return apply(callback, this, given);
      }, delay, ...values);
      due.set(timer, native(performance, "now") + (Number(delay) || 0));
      return timer;
    },
  }.setTimeout;
  for (const name of ["clearTimeout", "clearInterval"]) {
    self[name] = {
      [name](timer) {
        due.delete(timer);
        return native(self, name, timer);
      },
    }[name];
  }
})()
