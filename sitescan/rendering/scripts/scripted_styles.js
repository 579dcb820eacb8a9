// Returns what the tree of a page doesn't say about its stylesheets: rules that scripts have inserted into style elements,
// adopted stylesheets, which no element has, and which ones are disabled. It changes nothing, since a page could see that
// and use it. It runs in an isolated world of the page, whose built-in objects the page's own scripts can't replace, and
// takes properties of the document from its prototype, since elements with a name hide them.
(() => {
  const {querySelectorAll} = Document.prototype;
  const {get: adoptedStyleSheets} = Object.getOwnPropertyDescriptor(Document.prototype, "adoptedStyleSheets");
  const rules = sheet => Array.from(sheet.cssRules, rule => rule.cssText).join("\n").toWellFormed();
  const elements = Array.from(querySelectorAll.call(document, "link, style"));
  const texts = {};
  for (const [index, element] of elements.entries()) {
    if (element.localName !== "style" || element.sheet === null) continue;
    const written = new CSSStyleSheet();
    written.replaceSync(element.textContent);
    const inserted = Array.from(element.sheet.cssRules).filter(rule => !(rule instanceof CSSImportRule));
    if (inserted.length !== written.cssRules.length) texts[index] = rules(element.sheet);
  }
  return JSON.stringify({
    elements: elements.length,
    texts,
    disabled: Array.from(elements.keys()).filter(index => elements[index].sheet?.disabled),
    adopted: adoptedStyleSheets.call(document).filter(sheet => !sheet.disabled).map(rules),
  });
})()
