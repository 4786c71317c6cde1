// Choosing by a pointer: a thing and its place, or a thing twice; a button says what else there is.
// Choosing: a card, then one of the places that light up, or the other way round.
const buttons = () => [...page.querySelectorAll("#choices .choices button")];
// The cards that can be chosen: those in hand, else one's own on the table, else nobody's, else any; last, those that lie there already.
const stays = (one) => fitting("card", one.dataset.card).some(({ dataset: { zone } }) => zone && one.closest(`[data-zone="${zone}"]`));
const cards = () => {
  const all = [...page.querySelectorAll("#table .card, .tray .card, .laid .card")];
  const rank = (one) => (one.closest(".tray, .laid") ? 0 : stays(one) ? 4 : one.closest(".own, .mine") ? 1 : one.closest(".seat") ? 3 : 2);
  const nearest = {};
  all.forEach((one) => (nearest[one.dataset.card] = Math.min(nearest[one.dataset.card] ?? 4, rank(one))));
  return all.filter((one) => rank(one) === nearest[one.dataset.card]);
};
const fitting = (name, value) => buttons().filter((one) => one.dataset[name] === value);
const active = (element, on) => {
  if (!on) return;
  element.tabIndex = 0;
  element.setAttribute("role", "button");
};
// What a special card does is shown by a long press, or by a tap where it lies in a set; in brief when it is chosen.
const explain = (card) => page.querySelectorAll("[data-about]").forEach((one) => {
  one.hidden = one.dataset.about !== card?.dataset.card;
  one.classList.toggle("brief", Boolean(card?.matches(".tray .hand *")) && !held);
});
// What cannot be chosen says why: to a pointer that rests on it, by ear, and by a tap.
const refuse = () => page.querySelectorAll("[data-why]").forEach((why) => {
  const thing = why.dataset.why;
  page.querySelectorAll(`.tray .card[data-card="${thing}"], .zone[data-zone="${thing}"]`).forEach((one) => {
    one.dataset.refused = thing;
    one.title = one.matches(".card") ? `${one.title}: ${words(why)}` : words(why);
    one.setAttribute("role", one.getAttribute("role") || "group");
    one.setAttribute("aria-label", `${one.getAttribute("aria-label") || words(one.querySelector(".title"))}: ${words(why)}`);
  });
});
const tellWhy = (thing) => page.querySelectorAll("[data-why]").forEach((one) => (one.hidden = one.dataset.why !== thing?.dataset.refused));
// Things choose, buttons play: what the chosen things leave is offered below them.
const offer = (one, shown) => one.parentElement.classList.toggle("fits", shown);
// Of those that come to the same, the first is offered; the list has the others.
const fits = () => {
  const asked = Object.entries(chosen).filter(([, value]) => value);
  return buttons().filter((one) => (chosen.n || !("equal" in one.dataset)) && asked.every(([name, value]) => one.dataset[name] === value));
};
const mark = () => {
  if (page.querySelector("form.splits")) return; // what is laid out says what is offered
  const asked = Object.values(chosen).filter((value) => value);
  const fit = fits();
  // What changes nothing is quiet and comes last, where there are places for the same card.
  const idle = (one) => !chosen.zone && "idle" in one.dataset && fit.some((other) => other.dataset.zone);
  buttons().forEach((one) => {
    const shown = fit.includes(one) && (chosen.zone || !one.dataset.zone);
    offer(one, asked.length > 0 && Boolean(shown));
    one.classList.toggle("idle", idle(one));
  });
  const equal = cards().filter((one) => one.dataset.card === chosen.card);
  const taken = equal.includes(touched) ? touched : equal[0];
  cards().forEach((one) => one.classList.toggle("on", one === taken));
  page.querySelectorAll("[data-zone].zone").forEach((zone) => {
    const here = asked.length ? fit.filter((one) => one.dataset.zone === zone.dataset.zone) : [];
    zone.classList.toggle("lit", here.length > 0);
    const preview = zone.querySelector(":scope > .preview");
    if (!zone.dataset.refused) zone.title = here.map((one) => words(one.querySelector("span"))).join(" / ");
    const beside = chosen.card ? here : fitting("zone", zone.dataset.zone).filter((one) => !one.dataset.card && one.querySelector(".change>span"));
    const told = new Map(beside.map((one) => one.querySelector(".change")).map((one) => [one.innerHTML, one.cloneNode(true)]));
    preview?.replaceChildren(...[...told.values()].map((one) => Object.assign(one, { hidden: false })));
  });
  const [lead, pointing] = [page.querySelector(".many>.lead"), page.querySelector(".pointing:has(~.many)")];
  if (lead) lead.hidden = !page.querySelector(".many .fits .idle");
  if (pointing) {
    pointing.dataset.first ??= pointing.textContent;
    pointing.textContent = chosen.card && page.querySelector(".zone.lit") ? lead.textContent : pointing.dataset.first;
  }
  const form = page.querySelector(".many:not(.pairs,.splits)"); // in the place kept for it, and over no card
  form?.classList.remove("long");
  form?.classList.toggle("long", form.offsetHeight > form.parentElement.offsetHeight);
};
const reveal = (button) => {
  button.closest("details")?.setAttribute("open", "");
  button.parentElement.classList.add("fits");
};
const choose = (card = "", zone = "") => {
  chosen = { card, zone };
  mark();
};
const press = (element) => {
  explain(element.closest(".set .card, .tray .hand .card[role=button]"));
  tellWhy(element.closest("[data-refused]"));
  const gap = element.closest(".gap");
  if (gap) return cutRing(gap);
  const lies = element.closest(".card[role=button]");
  const card = lies || element.closest(".slot")?.card;
  if (card && page.querySelector("form.splits")) {
    if (lies?.dataset.set && mostDown()) return turn(card, !card.matches(".down"));
    return layOn(card);
  }
  const strip = element.closest("#news");
  if (strip) {
    const more = strip.querySelector(".more");
    more.setAttribute("aria-expanded", !more.hidden && strip.classList.toggle("open"));
  }
  const zone = element.closest(".zone.lit") || (!card && element.closest(".zone.open"));
  const all = element.closest("button.all");
  if (all) list(all.getAttribute("aria-expanded") !== "true");
  else if (zone && (chosen.card || !card)) {
    const meant = chosen.card || chosen.zone === zone.dataset.zone;
    choose(chosen.card, zone.dataset.zone);
    if (meant && fits().length === 1) fits()[0].click();
  } else if (card && chosen.card && touched === card && fits().length === 1) fits()[0].click();
  else if (card) choose((touched = card).dataset.card);
  else if ((chosen.card || chosen.zone) && !element.closest("button, a, summary, label, input, #news")) choose();
  if ((zone || card) && !busy) said.textContent = [...page.querySelectorAll(".many .fits button")].map(words).join(" ");
};
