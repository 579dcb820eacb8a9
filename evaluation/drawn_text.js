// Functions that evaluation/drawn_text.py calls in a page.

// Scroll an element into view, mark it, and return the box of its own text: left, top, width, height.
const textBox = selector => {
  const range = document.createRange(), target = document.querySelector(selector);
  if (!target) return null;
  if (['input', 'textarea'].includes(target.localName) && !target.value) target.value = '888888';
  target.scrollIntoView({block: 'center', behavior: 'instant'});
  target.setAttribute('data-measured-text', '');
  let boxes = [];
  for (const child of target.childNodes) {
    if (child.nodeType === 3 && child.data.trim()) { range.selectNode(child); boxes.push(...range.getClientRects()); }
  }
  if (!boxes.length) boxes = [...target.getClientRects()];
  boxes = boxes.filter(box => box.width && box.height);
  if (!boxes.length) return null;
  const left = Math.max(0, Math.min(...boxes.map(b => b.left))), top = Math.max(0, Math.min(...boxes.map(b => b.top)));
  const right = Math.max(...boxes.map(b => b.right)), bottom = Math.max(...boxes.map(b => b.bottom));
  // A page that runs from right to left extends to the left of the window, and screenshots begin there.
  const page = document.documentElement;
  const origin = getComputedStyle(page).direction === 'rtl' ? page.scrollWidth - page.clientWidth : 0;
  return right - left < 1 || bottom - top < 1 || left > 1280 ? null
    : [left + scrollX + origin, top + scrollY, right - left, bottom - top];
};

// Hide the letters of the marked text and nothing else.
const hideLetters = () => {
  const sheet = document.createElement('style');
  sheet.textContent = '*, *::before, *::after { transition: none !important; animation-play-state: paused !important }'
    + '[data-measured-text] { transition: none !important; -webkit-text-fill-color: transparent !important;'
    + ' text-decoration-color: transparent !important; text-shadow: none !important;'
    + ' -webkit-text-stroke-color: transparent !important }'
    + '[data-measured-text] * { -webkit-text-fill-color: currentcolor }'
    + '[data-measured-text]::first-line, [data-measured-text]::first-letter {'
    + ' -webkit-text-fill-color: transparent !important }';
  document.head.append(sheet);
};

// Restore the page as it was before a text was measured.
const restore = () => {
  document.querySelectorAll('[data-measured-text]').forEach(one => one.removeAttribute('data-measured-text'));
  document.head.lastElementChild.remove();
};

// Return the colors of each pixel that differs between two pictures, and how many pixels have both.
const differences = async pictures => {
  const pixels = async picture => {
    const bytes = Uint8Array.from(atob(picture), character => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  };
  const [one, other] = await Promise.all(pictures.map(pixels)), found = new Map();
  for (let at = 0; at < one.length; at += 4) {
    const pair = [...one.slice(at, at + 3), ...other.slice(at, at + 3)];
    if (pair.some((value, channel) => channel < 3 && value !== pair[channel + 3]))
      found.set(`${pair}`, (found.get(`${pair}`) ?? 0) + 1);
  }
  return [...found].map(([pair, count]) => [...pair.split(',').map(Number), count]);
};
