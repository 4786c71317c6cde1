// What moves on the table when a card, or a place, is chosen: nothing may by more than two pixels.
const boxes = () => [...document.querySelectorAll("#table, #table .zone, #choices, .tray .zone, .sets, .laid, .bar")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [one, [left, top, width, height]];
});
const found = [];
const before = new Map(boxes());
const any = [...document.querySelectorAll(".card[role=button]")].at(-1) || document.querySelector(".zone.open, .sets label");
if (!any || document.querySelector(".card.on")) return []; // the only card is chosen already
const { left, top, width, height } = any.getBoundingClientRect();
any.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX: left + width / 2, clientY: top + height / 2 }));
if (document.querySelector("[aria-busy]")) return ["one tap has played " + any.title];
for (const [one, now] of boxes()) {
  const was = before.get(one);
  if (was && now.some((value, at) => Math.abs(value - was[at]) > 2)) found.push(`${one.dataset.zone || one.id || one.className}: ${was.map(Math.round)} -> ${now.map(Math.round)}`);
}
// What is offered then covers no card that could be meant: a second tap there would play.
const area = (one) => one.getBoundingClientRect();
for (const button of document.querySelectorAll(".many .fits button"))
  for (const card of document.querySelectorAll(".tray .card[role=button]"))
    if (area(button).top < area(card).bottom - 2 && area(button).bottom > area(card).top + 2 && area(button).left < area(card).right && area(button).right > area(card).left)
      found.push(`covered by ${button.textContent}: ${card.title}`);
return found;
