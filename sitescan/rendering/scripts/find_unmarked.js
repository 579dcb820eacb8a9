// Focuses visible elements one after the other, and keeps one of each kind that has no outline then and the same styles as
// before. Fields with a text cursor show their focus by it. Something else may still change, which only a picture tells.
// It returns the number of elements to be tried, and of those for which there was no room. It runs in an isolated world,
// which keeps the elements for the scripts beside it.
(() => {
  // Takes the focus away from the element that has it, which may be in a shadow tree.
  self.blurAll = (root = document) => root.activeElement?.shadowRoot?.activeElement
    ? self.blurAll(root.activeElement.shadowRoot) : root.activeElement?.blur();
  const selector = "a[href], button, summary, select, [tabindex], input:is([type=button], [type=checkbox],"
    + " [type=image], [type=radio], [type=range], [type=reset], [type=submit])";
  const watched = "backgroundColor backgroundImage borderColor borderStyle borderWidth boxShadow color filter"
    + " fontWeight opacity textDecoration textShadow transform";
  const styles = element => {
    const style = getComputedStyle(element);
    return watched.split(" ").map(name => style[name]).join();
  };
  const within = root => Array.from(root.querySelectorAll("*")).flatMap(element => [element,
    ...(element.shadowRoot ? within(element.shadowRoot) : [])]);
  const focusable = within(document).filter(element => element.matches(selector) && element.tabIndex >= 0
    && !element.isContentEditable && element.checkVisibility({opacityProperty: true, visibilityProperty: true}));
  const kinds = new Map();
  for (const element of focusable.slice(0, LOOKED_AT)) {
    self.blurAll();
    const before = styles(element);
    element.focus({preventScroll: true});
    const {outlineStyle, outlineWidth} = getComputedStyle(element);
    const kind = [element.localName, element.getAttribute("class"), before].join();
    const isFocused = element.getRootNode().activeElement === element && element.matches(":focus-visible");
    if (isFocused && styles(element) === before
      && (outlineStyle === "none" || outlineWidth === "0px") && !kinds.has(kind)) kinds.set(kind, element);
  }
  self.blurAll();
  self.unmarked = Array.from(kinds.values());
  const untried = Math.max(0, focusable.length - LOOKED_AT) + Math.max(0, self.unmarked.length - TRIED);
  return JSON.stringify([Math.min(self.unmarked.length, TRIED), untried]);
})()
