// Colors for the names of elements and for values in markup. Ranges are registered with the CSS Custom Highlight
// API, so no element is added, and browsers without the API show it plain.

const PATTERNS = { name: /<\/?[A-Za-z][\w-]*|\/?>/g, value: /"[^"<]*"|'[^'<]*'/g };

export function highlight(root) {
  if (!CSS.highlights) return;
  for (const [kind, pattern] of Object.entries(PATTERNS)) {
    const found = new Highlight();
    for (const text of [...root.querySelectorAll("pre")].flatMap(textNodes)) {
      for (const { 0: part, index } of text.data.matchAll(pattern)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + part.length);
        found.add(range);
      }
    }
    CSS.highlights.set(`markup-${kind}`, found);
  }
}

// A change has its differences in elements of their own.
const textNodes = ({ childNodes }) => [...childNodes].map((node) => node.firstChild ?? node);
