"""Makes a page's serialized DOM say what the DOM alone does not: rules that scripts have inserted into stylesheets."""

#: JavaScript for an isolated world of the page, which the page's own scripts can't influence. It returns the URL of the
#: page, which scripts may have changed.
#:
#: Libraries insert rules into empty ``style`` elements or adopt stylesheets that no element has. ``noscript`` elements
#: show nothing where scripts run, and their text would be parsed as elements.
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
    document.documentElement.append(style);
  }
  for (const element of document.querySelectorAll("noscript")) element.textContent = "";
  return document.URL;
})()
"""
