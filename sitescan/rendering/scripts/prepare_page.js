// Makes the serialized DOM say what the DOM alone does not. It runs in an isolated world of the page, which the page's own
// scripts can't influence, and returns the URL of the page, which scripts may have changed.
//
// Libraries insert rules into empty style elements or adopt stylesheets that no element has. These are put into the head,
// since a parser moves what comes after the body. noscript elements show nothing where scripts run, and their text would be
// parsed as elements.
(() => {
  const rules = sheet => Array.from(sheet.cssRules, rule => rule.cssText).join("\n");
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
