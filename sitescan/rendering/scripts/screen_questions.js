// Runs before the page's own scripts, in every frame: notes what they ask about the screen, and whether they listen to
// changes. Afterwards, `sitescanOutdated` says whether another screen has an answer of which they were not told.
(() => {
  const {apply} = Reflect;
  const {get: matches} = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, "matches");
  const {get: width, set} = Object.getOwnPropertyDescriptor(self, "innerWidth");
  const {addEventListener} = EventTarget.prototype;
  const {observe} = ResizeObserver.prototype;
  const MOST_ASKED = 1000;
  const asked = new Map(), heard = new Set();
  let askedWidth = 0, hearsWidth = false;

  function isOutdated() {
    if (askedWidth && !hearsWidth && !self.onresize && askedWidth !== apply(width, self, [])) return true;
    return [...asked].some(([query, [list, answer]]) =>
      !heard.has(query) && !list.onchange && answer !== apply(matches, list, []));
  }
  Object.defineProperty(self, "sitescanOutdated", {get: () => String(isOutdated())});

  Object.defineProperty(self, "innerWidth", {
    configurable: true, enumerable: true, set,
    get() { return askedWidth = apply(width, self, []); },
  });
  Object.defineProperty(MediaQueryList.prototype, "matches", {
    configurable: true, enumerable: true,
    get() {
      const answer = apply(matches, this, []);
      if (asked.size < MOST_ASKED || asked.has(this.media)) asked.set(this.media, [this, answer]);
      return answer;
    },
  });
  for (const name of ["addListener", "addEventListener"]) {
    const native = MediaQueryList.prototype[name];
    MediaQueryList.prototype[name] = {[name](...values) { heard.add(this.media); return apply(native, this, values); }}[name];
  }
  for (const target of [self, self.visualViewport]) target.addEventListener = {addEventListener(kind, ...values) {
    hearsWidth ||= kind === "resize";
    return apply(addEventListener, this ?? self, [kind, ...values]);
  }}.addEventListener;
  ResizeObserver.prototype.observe = {observe(...values) {
    hearsWidth = true;
    return apply(observe, this, values);
  }}.observe;
})();
