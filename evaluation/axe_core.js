// The function that evaluation/axe_core.py calls in a page. Elements are identified by their position among those that
// are compared; elements in frames are left out.
async (elements, rules) => {
  const order = new Map(elements.map((element, at) => [element, at]));
  const inside = (root, selector) => (root?.shadowRoot ?? root)?.querySelector(selector);
  const at = node => node.target.length === 1
    ? order.get([node.target[0]].flat().reduce(inside, document)) ?? -1 : -1;
  // Finite animations are judged at their end; infinite ones have none.
  for (const one of document.getAnimations()) try { one.finish() } catch {}
  const kinds = ['violations', 'incomplete'];
  const found = await axe.run(document, {resultTypes: kinds, iframes: false, runOnly: {type: 'rule', values: rules}});
  return Object.fromEntries(kinds.map(kind => [kind, found[kind].flatMap(rule =>
    rule.nodes.map(node => {
      const checks = [...node.any, ...node.all, ...node.none];
      return [rule.id, at(node), checks.flatMap(check => (check.relatedNodes || []).map(at)),
              rule.tags.includes('experimental')];
    }).filter(row => row[1] >= 0))]));
}
