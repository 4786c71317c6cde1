// The way to one of the choices by hand: [what is clicked or dragged, the place for it, how deep].
// Null at the end of the match; nothing while others act.
const live = document.getElementById("live");
if (document.querySelector(".result")) return null;
const goOn = document.querySelector(".go-on");
if (goOn) return [[goOn, null, null]];
if (!("mine" in live.dataset) || document.querySelector("[aria-busy]")) return [];
const any = (found) => found[Math.floor(arguments[0] * found.length)];
const one = (selector) => document.querySelector(selector);
const split = one(".split");
if (split) {
  const second = any(split.dataset.splits.split("|")).split(" / ")[1].split(" ");
  const moved = [...split.querySelectorAll("label")].filter((label) => {
    const at = second.indexOf(label.querySelector("input").value);
    return at >= 0 && second.splice(at, 1);
  });
  const heap = split.querySelector(".sets");
  return [...moved.map((label) => [label, heap, 0.9]), [split.querySelector("button"), null, null]];
}
const offered = [...document.querySelectorAll("#choices .choices button:not([data-equal])")]; // the list has the others
const button = any(offered);
const { card, zone } = button.dataset;
const escaped = (value) => CSS.escape(value || "");
if (one("form.splits")) {
  const sets = button.value.split(" / ").map((set) => set.replace(/[()]|=\d+/g, "").trim().split(/\s+/));
  const down = button.value.split(" / ").map((set) => set.match(/\(.*?\)/g)?.join(" ").match(/[^() ]+/g) || []);
  const steps = [];
  const cards = [...document.querySelectorAll(".tray .hand .card")];
  const gaps = [...document.querySelectorAll(".ring .gap")];
  if (gaps.length) {
    const ring = gaps.map((gap) => gap.previousElementSibling.dataset.card);
    const written = (all) => all.map((set) => [...set].sort().join(" ")).sort().join("/");
    const cuts = (from, left) => {
      if (left === 0) return [[]];
      return ring.slice(from).flatMap((_, n) => cuts(from + n + 1, left - 1).map((rest) => [from + n, ...rest]));
    };
    const arcs = (at) => at.map((cut, n) => {
      const arc = [];
      for (let k = (cut + 1) % ring.length; ; k = (k + 1) % ring.length) {
        arc.push(ring[k]);
        if (k === at[(n + 1) % at.length]) return arc;
      }
    });
    const found = cuts(0, sets.length).find((at) => written(arcs(at)) === written(sets));
    found.forEach((at) => steps.push([gaps[at], null, null]));
  } else {
    const turned = [];
    sets.forEach((set, number) => {
      for (const code of set) {
        const at = cards.findIndex((one) => one.dataset.card === code);
        const [element] = cards.splice(at, 1);
        const heap = one(`.laid[data-set="${number + 1}"]`);
        const full = sets[number].length === Math.max(...sets.map((one) => one.length));
        // Once one set is full, the rest is the other one by itself; a second tap moves a card on.
        const taps = arguments[1] ? full * (number + 1) : 1;
        for (let n = 0; n < taps; n++) steps.push([element, heap, 0.5]);
        if (down[number].includes(code)) turned.push([down[number].splice(down[number].indexOf(code), 1), element]);
      }
    });
    turned.forEach(([, element]) => steps.push([element, null, null]));
  }
  return [...steps, [button, null, null]];
}
const piece = card && one(`.card[role=button][data-card="${escaped(card)}"]`);
const place = zone && one(`.zone[data-zone="${escaped(zone)}"]`);
const same = offered.filter((other) => other.dataset.card === card && other.dataset.zone === zone);
// A card and its place play, unless there is more to say.
const last = same.length > 1 ? [[button, null, null]] : [];
const chosen = arguments[1] && piece?.classList.contains("on"); // a finger need not choose it again
if (piece && place) return [chosen ? [place, null, null] : [piece, place, null], ...last];
if (piece && arguments[1]) return [...(chosen ? [] : [[piece, null, null]]), [button, null, null]];
if (piece) return [[piece, one("#table"), 0.5], ...last];
if (place?.matches(".set") && !arguments[1]) return [[place, one(".own, .zone.mine") || one("#table > .seats"), 0.5], ...last];
if (place) return [[place, null, null], [button, null, null]];
return [[button, null, null]];
