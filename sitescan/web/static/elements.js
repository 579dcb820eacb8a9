// Elements from values: whatever is in them becomes text, because nothing here parses HTML.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "circle", "polyline", "image", "rect", "text", "use"]);

// A link in a drawing is named "svg:a".
export function h(tag, attributes = {}, ...children) {
  const drawn = DRAWN.has(tag) || tag === "svg:a";
  const element = drawn ? document.createElementNS(SVG, tag.replace("svg:", "")) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}

export function toggle(name, on, changed) {
  const input = h("input", { type: "checkbox", checked: on });
  input.addEventListener("change", () => changed(input.checked));
  return h("label", { class: "toggle" }, input, ` ${name}`);
}

export function action(name, run) {
  const made = h("button", { type: "button", class: "quiet" }, name);
  made.addEventListener("click", run);
  return made;
}
