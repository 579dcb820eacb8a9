// Returns what scripts have done to a page that its tree doesn't say. Of its stylesheets: rules inserted into style
// elements, adopted stylesheets, which no element has, and which ones are disabled. Of its elements: those to which others
// refer by properties (https://w3c.github.io/aria/#ARIAMixin), for which an attribute has no id. It changes nothing, since
// a page could see that and use it. It runs in an isolated world of the page, whose built-in objects the page's own scripts
// can't replace, and takes properties of the document from its prototype, since elements with a name hide them.
(() => {
  const PROPERTIES = {
    "aria-controls": "ariaControlsElements",
    "aria-describedby": "ariaDescribedByElements",
    "aria-details": "ariaDetailsElements",
    "aria-errormessage": "ariaErrorMessageElements",
    "aria-flowto": "ariaFlowToElements",
    "aria-labelledby": "ariaLabelledByElements",
    "aria-owns": "ariaOwnsElements",
  };
  const MOST_TARGETS = 20;
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
  const references = [];
  const referring = Object.keys(PROPERTIES).map(name => `[${name}=""]`).join();
  const all = querySelectorAll.call(document, referring).length ? Array.from(querySelectorAll.call(document, "*")) : [];
  const places = new Map(all.map((element, place) => [element, place]));
  for (const [place, element] of all.entries()) {
    for (const [name, property] of Object.entries(PROPERTIES)) {
      if (element.getAttribute(name) !== "") continue;
      // A browser may not have the property.
      const targets = Object.getOwnPropertyDescriptor(Element.prototype, property)?.get;
      const first = (targets?.call(element) ?? []).slice(0, MOST_TARGETS);
      const known = first.map(target => places.get(target)).filter(at => at !== undefined);
      if (known.length) references.push([place, name, known]);
    }
  }
  return JSON.stringify({
    all: all.length,
    references,
    elements: elements.length,
    texts,
    disabled: Array.from(elements.keys()).filter(index => elements[index].sheet?.disabled),
    adopted: adoptedStyleSheets.call(document).filter(sheet => !sheet.disabled).map(rules),
  });
})()
