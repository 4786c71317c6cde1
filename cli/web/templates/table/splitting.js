// Splits: cards between two sets, in heaps, or of a ring.
// Between the cards of a ring there are gaps, where it is cut.
let cuts = []; // the gaps that are cut, in the order of the taps
const gaps = (splits) => {
  cuts = [];
  const ring = splits && page.querySelector(".tray .ring > .pieces");
  [...(ring?.children || [])].forEach((card) => {
    const gap = Object.assign(document.createElement("button"), { type: "button", className: "gap" });
    gap.setAttribute("aria-pressed", false);
    gap.setAttribute("aria-label", `${card.getAttribute("aria-label")}: ${page.dataset.cut}`);
    card.after(gap);
  });
  return ring;
};
// Of many splits, those stay that have the chosen cards together.
// Each card that lies face down keeps its brackets.
const codesOf = (set) => set.replace(/=\d+/g, "").replace(/\(.*?\)/g, (down) => down.replace(/[^ ()]+/g, "($&)").slice(1, -1)).trim().split(/\s+/);
const setsOf = (split) => split.slice(page.querySelector("form.splits")?.dataset.word.length).split(" / ").map(codesOf);
const holds = (set, codes) => {
  const rest = [...set];
  return codes.every((code) => rest.includes(code) && rest.splice(rest.indexOf(code), 1));
};
const joins = (sets, groups) =>
  !groups.length ||
  sets.some((set, at) => holds(set, groups[0]) && joins(sets.filter((_, n) => n !== at), groups.slice(1)));
// What is complete is offered, and what lacks is said.
const keep = (fit, laid, left) => {
  const shown = fit.filter((one) => setsOf(one.value).flat().length === laid);
  buttons().forEach((one) => {
    offer(one, shown.includes(one));
    if (shown.includes(one)) one.closest("details")?.setAttribute("open", "");
  });
  const told = page.querySelector(".pointing");
  told.dataset.first ||= told.textContent;
  told.textContent = page.querySelector("form.splits").dataset.left.split("|")[left - 1] || told.dataset.first;
  said.textContent = shown.length ? shown.map(words).join(" ") : told.textContent;
};
// A tap moves a card on to the next set that has room for it, and from the last one back.
const hasRoom = (heap) => heap.querySelectorAll(".card").length < Math.max(...buttons().flatMap((one) => setsOf(one.value)).map((set) => set.length));
const nextSet = (card) => {
  const heaps = [...page.querySelectorAll(".laid")];
  return heaps.find((one) => one.dataset.set > (card.dataset.set || 0) && hasRoom(one))?.dataset.set || "";
};
// Once all sets but one are full, the rest is that one.
const layOn = (card) => {
  lay(card, nextSet(card));
  const [open, other] = [...page.querySelectorAll(".laid")].filter(hasRoom);
  const [rest, laid] = [".hand .card", ".laid .card"].map((which) => [...page.querySelectorAll(`#choices ${which}`)]);
  if (card.dataset.set && open && !other && rest.length + laid.length === setsOf(buttons()[0].value).flat().length) rest.forEach((one) => lay(one, open.dataset.set));
};
// A card of a hand goes into the heap of a set, or back.  Where it lay stays free, and a tap there moves it on: nothing slides under a finger.
const lay = (card, set) => {
  const before = new Map(places().map(([key, , was]) => [key, was]));
  const heap = page.querySelector(`.laid[data-set="${set}"]`);
  const gap = Object.assign(document.createElement("span"), { className: "slot", card });
  Object.assign(gap.style, { width: `${card.offsetWidth}px`, height: `${card.offsetHeight}px` });
  if (card.closest(".hand") || !mostDown()) card.before(gap); // in a heap a tap turns a card, and moves none
  if (card.closest(".hand")) {
    card.home = gap;
    gap.setAttribute("aria-label", card.getAttribute("aria-label"));
    active(gap, true);
  }
  const free = heap ? heap.querySelector(".slot") : card.home;
  if (free) free.replaceWith(card);
  else heap.append(card);
  card.dataset.set = set;
  turn(card, false);
  move(before);
  cards().forEach((one) => one.home && (one.home.textContent = `→ ${page.querySelector(`.laid[data-set="${nextSet(one)}"] .title`)?.textContent || ""}`));
  (set ? card.home : card).focus({ preventScroll: true });
};
const mostDown = () => Math.max(...setsOf(buttons()[0].value).map((set) => set.filter((code) => code[0] === "(").length));
const turn = (card, down) => {
  const turned = [...card.parentElement.querySelectorAll(".down")];
  if (down && turned.length >= mostDown()) turn(turned[0], false);
  if (card.classList.contains("down") !== down) card.querySelector("use").setAttribute("href", down ? "#s-card-down" : "#s-card-up");
  card.classList.toggle("down", down);
  const groups = {};
  cards().forEach(({ classList, dataset }) => dataset.set && (groups[dataset.set] ||= []).push(classList.contains("down") ? `(${dataset.card})` : dataset.card));
  const laid = Object.values(groups);
  const all = laid.flat().length;
  keep(buttons().filter((one) => joins(setsOf(one.value), laid)), all, setsOf(buttons()[0].value).flat().length === all);
};
const written = (sets) => sets.map((set) => [...set].sort().join(" ")).sort().join("/");
const bare = (split) => written(setsOf(split.value.replace(/[()]/g, "")));
// The cards of a ring as it is cut: its last ones lie beside the first.
const arcsOf = (made) => {
  const arcs = [[]];
  for (const one of page.querySelector(".ring > .pieces").children) {
    if (one.dataset.card) arcs.at(-1).push(one);
    if (made.includes(one)) arcs.push([]);
  }
  if (arcs.length > 1) arcs[0].unshift(...arcs.pop());
  return arcs;
};
const codes = (arcs) => written(arcs.map((arc) => arc.map((card) => card.dataset.card)));
const some = (count, of) => (count ? of.flatMap((one, at) => some(count - 1, of.slice(at + 1)).map((rest) => [one, ...rest])) : [[]]);
const layOut = (split) => {
  const lines = [...page.querySelectorAll(".ring .gap")];
  if (lines.length) return cutAt(some(setsOf(split.value).length, lines).find((one) => codes(arcsOf(one)) === bare(split)));
  cards().forEach((card) => card.dataset.set && lay(card, ""));
  setsOf(split.value).forEach((set, at) =>
    set.forEach((code) => {
      const card = cards().find((one) => one.dataset.card === code.replace(/[()]/g, "") && !one.dataset.set);
      lay(card, at + 1);
      turn(card, code[0] === "(");
    }),
  );
};
// A cut more than there are sets takes the place of the first.
const cutRing = (gap) => cutAt(cuts.includes(gap) ? cuts.filter((one) => one !== gap) : [...cuts, gap].slice(-setsOf(buttons()[0].value).length));
const cutAt = (made) => {
  const [arcs, left] = [arcsOf((cuts = made)), setsOf(buttons()[0].value).length - made.length];
  page.querySelectorAll(".ring .gap").forEach((one) => one.setAttribute("aria-pressed", cuts.includes(one)));
  arcs.forEach((arc, at) => arc.forEach((card) => card.classList.toggle("on", !left && at % 2)));
  keep(left ? [] : buttons().filter((one) => bare(one) === codes(arcs)), arcs.flat().length, made.length && left);
};
// A split that is not allowed cannot be sent.
const check = () => {
  const [form, sets] = [page.querySelector(".split"), [[], []]];
  if (!form) return;
  form.querySelectorAll("input[name=two]").forEach((box) => sets[+box.checked].push(box.value));
  const legal = form.dataset.splits.split("|").map((one) => one.split(" / "));
  const splits = legal.map((split) => written(split.map((set) => set.split(" "))));
  form.querySelector("button").disabled = !splits.includes(written(sets));
};
// What is taken from the list is laid out or chosen, and the button below plays it.
const list = (open) => {
  page.querySelector("button.all").setAttribute("aria-expanded", open);
  page.querySelector("form.many").classList.toggle("whole", open);
};
const laysOut = (listed) => {
  if (listed.closest(".whole")) {
    list(false);
    chosen = { ...listed.dataset };
    if (page.querySelector("form.splits")) layOut(listed);
    else touched = mark() || page.querySelector(".card.on"); // one tap on it is enough
    listed.focus({ preventScroll: true });
    return true;
  }
  const form = page.querySelector(".split");
  if (!form || listed.name !== "move") return false;
  const rest = listed.value.split(" / ").at(-1).split(" ");
  form.querySelectorAll("input[name=two]").forEach((box) => {
    const at = rest.indexOf(box.value);
    box.checked = at >= 0;
    if (at >= 0) rest.splice(at, 1);
  });
  check();
  listed.closest("details").open = false;
  form.querySelector("button").focus();
  return true;
};
