"""The JavaScript that runs in rendered pages."""

#: Runs before the page's own scripts, in every frame: random values are the same each time. A flag of the browser does
#: the same for ``Math.random``.
SEED_CRYPTO = """
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
"""

#: Makes the serialized DOM say what the DOM alone does not. It runs in an isolated world of the page, which
#: the page's own scripts can't influence, and returns the URL of the page, which scripts may have changed.
#:
#: Libraries insert rules into empty ``style`` elements or adopt stylesheets that no element has. These are put into the
#: head, since a parser moves what comes after the body. ``noscript`` elements show nothing where scripts run, and their
#: text would be parsed as elements.
PREPARE_PAGE = """
(() => {
  const rules = sheet => Array.from(sheet.cssRules, rule => rule.cssText).join("\\n");
  for (const style of document.querySelectorAll("style")) {
    if (style.sheet === null) continue;
    const written = new CSSStyleSheet();
    written.replaceSync(style.textContent);
    const inserted = Array.from(style.sheet.cssRules).filter(rule => !(rule instanceof CSSImportRule));
    if (inserted.length !== written.cssRules.length) style.textContent = rules(style.sheet);
  }
  for (const sheet of document.styleSheets) {
    if (sheet.disabled && sheet.ownerNode !== null) sheet.ownerNode.setAttribute("media", "not all");
  }
  for (const sheet of document.adoptedStyleSheets.filter(sheet => !sheet.disabled)) {
    const style = document.createElement("style");
    style.textContent = rules(sheet);
    (document.head ?? document.documentElement).append(style);
  }
  for (const element of document.querySelectorAll("noscript")) element.textContent = "";
  return document.URL;
})()
"""
