// Splits: cards between two sets, in heaps, or of a ring.
// Between the cards of a ring there are gaps, where it is cut.
const gaps = (splits) => {
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
const setsOf = (split) => split.slice(page.querySelector("form.splits")?.dataset.word.length).split(" / ").map((set) => set.replace(/[()]|=\d+/g, "").trim().split(/\s+/));
const holds = (set, codes) => {
  const rest = [...set];
  return codes.every((code) => rest.includes(code) && rest.splice(rest.indexOf(code), 1));
};
const joins = (sets, groups) =>
  !groups.length ||
  sets.some((set, at) => holds(set, groups[0]) && joins(sets.filter((_, n) => n !== at), groups.slice(1)));
const keep = (fit, laid) => {
  const shown = fit.filter((one) => setsOf(one.value).flat().length === laid);
  buttons().forEach((one) => {
    offer(one, shown.includes(one));
    if (shown.includes(one)) one.closest("details")?.setAttribute("open", "");
  });
};
// A card of a hand goes into the heap of a set, or back.  Where it lay stays free, and is as good as the card: nothing slides under a finger.
const lay = (card, set) => {
  const before = new Map(places().map(([key, , was]) => [key, was]));
  const heap = page.querySelector(`.laid[data-set="${set}"]`);
  const gap = Object.assign(document.createElement("span"), { className: "slot", card });
  Object.assign(gap.style, { width: `${card.offsetWidth}px`, height: `${card.offsetHeight}px` });
  card.before(gap);
  if (card.closest(".hand")) card.home = gap;
  const free = heap ? heap.querySelector(".slot") : card.home;
  if (free) free.replaceWith(card);
  else heap.append(card);
  card.dataset.set = set;
  move(before);
  const groups = {};
  cards().forEach(({ dataset }) => dataset.set && (groups[dataset.set] ||= []).push(dataset.card));
  const laid = Object.values(groups);
  keep(buttons().filter((one) => joins(setsOf(one.value), laid)), laid.flat().length);
  card.focus({ preventScroll: true });
};
const layOut = (split) =>
  setsOf(split.value).forEach((set, at) => set.forEach((code) => lay(cards().find((one) => one.dataset.card === code && !one.dataset.set), at + 1)));
const cutRing = (gap) => {
  gap.setAttribute("aria-pressed", gap.getAttribute("aria-pressed") !== "true");
  const [arcs, sets] = [[[]], setsOf(buttons()[0].value).length];
  for (const one of gap.parentElement.children) {
    if (one.dataset.card) arcs.at(-1).push(one.dataset.card);
    else if (one.getAttribute("aria-pressed") === "true") arcs.push([]);
  }
  if (arcs.length > 1) arcs[0].unshift(...arcs.pop()); // the last beside the first
  const written = (all) => all.map((set) => [...set].sort().join(" ")).sort().join("/");
  const whole = arcs.length === sets && arcs.every((arc) => arc.length);
  keep(whole ? buttons().filter((one) => written(setsOf(one.value)) === written(arcs)) : [], arcs.flat().length);
};
// A split that is not allowed cannot be sent.
const check = () => {
  const [form, sets] = [page.querySelector(".split"), [[], []]];
  if (!form) return;
  form.querySelectorAll("input[name=two]").forEach((box) => sets[+box.checked].push(box.value));
  const written = (split) => split.map((set) => [...set].sort().join(" ")).sort().join("/");
  const legal = form.dataset.splits.split("|").map((one) => one.split(" / "));
  const splits = legal.map((split) => written(split.map((set) => set.split(" "))));
  form.querySelector("button").disabled = !splits.includes(written(sets));
};
// A split of the list is laid out with the cards, and the button below them makes it.
const laysOut = (listed) => {
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
