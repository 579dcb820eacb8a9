// Focuses an element, and returns whether it has the focus then and nothing covers its center.
(() => {
  const element = self.unmarked[INDEX];
  element.focus({preventScroll: true});
  const {left, top, width, height} = element.getBoundingClientRect();
  const root = element.getRootNode();
  const isOnTop = element.contains(root.elementFromPoint(left + width / 2, top + height / 2));
  return JSON.stringify(root.activeElement === element && isOnTop);
})()
