// What is wrong with a page as it is shown: cut, covered, outside or too small to be hit.
const [page, found] = [document.documentElement, []];
const size = [innerWidth, innerHeight];
if (page.scrollWidth > size[0] || page.scrollHeight > size[1]) found.push("the page is larger");
const [title] = document.getElementsByTagName("h1");
if (title.scrollWidth > title.clientWidth) found.push("the title is cut");
const table = document.getElementById("table");
if (table.scrollHeight > table.clientHeight + 1) found.push("the table is cut");
if (table.scrollWidth > table.clientWidth) found.push("the table is wider than its place");
const asked = document.getElementById("choices");
if (asked.scrollHeight > asked.clientHeight + 1 && !document.querySelector(".result")) found.push("the choices are cut");
const question = asked.querySelector("h2");
if (question && question.scrollHeight > question.clientHeight + 1) found.push("the question is cut");
const news = document.querySelector("#news .all");
if (size[0] < 960 && news.scrollHeight > news.clientHeight + 1) found.push("the news is cut: " + news.textContent);
for (const face of document.querySelectorAll("#table .card > svg"))
  if (face.getBoundingClientRect().width < 15) found.push("a card is squeezed: " + face.parentElement.title);
// The boxes of all texts, as far as nothing around them cuts them off.
const texts = [];
const apart = ".card, .preview, .place, .away-from-eyes, aside, #news, .choices, .closing p, [hidden], option";
for (const one of document.querySelectorAll("header, #page")) {
  const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest(apart) || !parent.checkVisibility()) continue;
    if (getComputedStyle(parent).clipPath !== "none") continue; // only to be heard
    const range = document.createRange();
    range.selectNodeContents(node);
    let { left, right, top, bottom } = range.getBoundingClientRect();
    for (let around = parent; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const edge = around.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    if (left < right && top < bottom) texts.push([{ left, right, top, bottom }, node.data.trim()]);
  }
}
texts.forEach(([one, text], at) => {
  if (one.left < -1 || one.right > size[0] + 1) found.push("outside: " + text);
  for (const [other, name] of texts.slice(at + 1)) {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (width > 2 && height > 4) found.push(text + " over " + name);
  }
});
// The name below a card lies over no other card, name or title.
const lie = (one, other) => {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
};
for (const name of document.querySelectorAll("#table .card > small"))
  for (const other of document.querySelectorAll("#table .card, #table .card > small, #table .title"))
    if (other.checkVisibility() && !other.contains(name) && other !== name && lie(name, other))
      found.push(`${name.textContent} below a card over ${other.title || other.textContent}`);
// On a phone, what comes of a choice covers no card.
for (const one of size[0] < 500 ? document.querySelectorAll(".zone > .preview:not(:empty)") : []) {
  for (const card of one.parentElement.querySelectorAll(".card")) if (lie(one, card)) found.push("a card is covered: " + card.title);
}
const targets = "#choices button, .card[role=button], .sets label, .seat .zone.open, header a, header summary, .drawer";
for (const one of document.querySelectorAll(targets)) {
  const box = one.getBoundingClientRect();
  if (box.width && (box.width < 39 || box.height < 39)) found.push("small: " + one.outerHTML.slice(0, 90));
}
// Each choice of a list that is shut is found by a card or a place.
for (const { dataset, value } of document.querySelectorAll("form.many:not(.splits) .choices button")) {
  const ways = [
    dataset.card && `.card[role=button][data-card="${CSS.escape(dataset.card)}"]`,
    dataset.zone && `.zone.open[data-zone="${CSS.escape(dataset.zone)}"]`,
  ];
  if (!ways.some((way) => way && document.querySelector(way))) found.push("not to be found: " + value);
}
return found;
