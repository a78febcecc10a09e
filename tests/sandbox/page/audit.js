// What a page should not have: faint letters, controls without a name, ids used twice, more than fits the window.
// Run as the body of a function; returns sentences, none for a page that is well.

const visible = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });

// Contrast, as WCAG 2 counts it: 4.5 for letters, 3 for large ones.
const numbers = (text) => (text.match(/[\d.]+/g) || []).map(Number);
const luminance = ([r, g, b]) =>
  [r, g, b]
    .map((each) => each / 255)
    .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
const over = (top, under) => under.map((each, at) => top[at] * (top[3] ?? 1) + each * (1 - (top[3] ?? 1)));
const ground = (element) => {
  const layers = [];
  for (let each = element; each; each = each.parentElement)
    layers.unshift(numbers(getComputedStyle(each).backgroundColor));
  return layers.reduce((under, layer) => (layer.length ? over(layer, under) : under), [255, 255, 255]);
};

function faint(text) {
  const element = text.parentElement;
  if (!text.textContent.trim() || !visible(element)) return null;
  if (element.closest("[disabled], [aria-disabled=true], .only-read, .skip, option, noscript")) return null;
  const style = getComputedStyle(element);
  const back = ground(element);
  const [low, high] = [luminance(over(numbers(style.color), back)), luminance(back)].sort((x, y) => x - y);
  const ratio = (high + 0.05) / (low + 0.05);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.6 && style.fontWeight >= 700);
  const where = `${element.className}: ${text.textContent.slice(0, 40)}`;
  return ratio < (isLarge ? 3 : 4.5) ? `contrast ${ratio.toFixed(2)} in ${where}` : null;
}

const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) found.push(faint(walker.currentNode));

const hasName = (each) =>
  each.getAttribute("aria-label") ||
  each.getAttribute("aria-labelledby") ||
  each.labels?.length ||
  each.textContent.trim();
for (const each of document.querySelectorAll("button, a, input, select, textarea, [role=combobox], dialog")) {
  if (visible(each) && !hasName(each)) found.push(`nameless: ${each.outerHTML.slice(0, 80)}`);
}
for (const each of document.querySelectorAll("img:not([alt])")) found.push(`without alt: ${each.src}`);

const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
for (const each of ids.filter((id, at) => ids.indexOf(id) !== at)) found.push(`twice: #${each}`);

if (Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) > innerWidth) found.push("too wide");
return found.filter(Boolean);
