// Runs before the page's own scripts, in every frame: random values are the same each time. A flag of the browser does
// the same for Math.random.
(() => {
  let state = 1;
  const next = () => {
    state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return (state ^ state >>> 13) & 255;
  };
  Crypto.prototype.getRandomValues = function getRandomValues(array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at++) bytes[at] = next();
    return array;
  };
  if (!Crypto.prototype.randomUUID) return;
  Crypto.prototype.randomUUID = function randomUUID() {
    const digits = Array.from({length: 30}, () => (next() & 15).toString(16)).join("");
    const groups = [digits.slice(0, 8), digits.slice(8, 12), "4" + digits.slice(12, 15), "8" + digits.slice(15, 18)];
    return [...groups, digits.slice(18)].join("-");
  };
})()
