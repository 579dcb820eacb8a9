// The flat tree of the open page: an array of its elements in document order, without stylesheets.
(() => {
  const found = [];
  const inside = node => node.shadowRoot ? node.shadowRoot.children
    : node.localName === 'slot' && node.assignedNodes().length ? node.assignedElements() : node.children;
  const visit = node => { for (const child of inside(node)) { found.push(child); visit(child); } };
  visit(document);
  return found.filter(element => element.localName !== 'style');
})()
