// Dragging, by a mouse or a finger.
// Dragging: a card to a place, to a heap or to the other set; a set to oneself.
const own = ".own, .zone.mine, #table > .seats";
// Played without a place, a card may be dropped anywhere on the table that is none for it.
const placeless = (card) => fitting("card", card.dataset.card).filter((one) => !one.dataset.zone);
const target = (element) => {
  if (!dragged) return null;
  if (dragged.matches(".sets label")) return element.closest(".sets");
  if (dragged.matches(".set")) return element.closest(own);
  if (page.querySelector("form.splits")) return element.closest(".laid, .tray .hand");
  return element.closest(".zone.lit") || (placeless(dragged).length && element.closest("#table"));
};
const draggable = ".sets label, .card[draggable=true], .set[draggable=true]";
const lift = (what) => {
  dragged = what;
  if (!dragged?.matches(".card") || page.querySelector("form.splits")) return;
  touched = dragged;
  const free = placeless(dragged).length;
  if (fitting("card", dragged.dataset.card).length > free) choose(dragged.dataset.card);
  document.getElementById("table").classList.toggle("lit", free > 0);
};
page.addEventListener("dragstart", (event) => lift(event.target.closest(draggable)));
page.addEventListener("dragover", (event) => {
  if (target(event.target)) event.preventDefault();
});
const put = () => {
  dragged = null;
  document.getElementById("table").classList.remove("lit");
};
page.addEventListener("dragend", put);
page.addEventListener("drop", (event) => {
  if (target(event.target)) event.preventDefault();
  drop(event.target, event.clientY);
});
const drop = (element, height) => {
  const [what, place] = [dragged, target(element)];
  put();
  if (!place) return;
  if (what.matches(".sets label")) {
    const { top, bottom } = place.getBoundingClientRect();
    what.querySelector("input").checked = height > (top + bottom) / 2;
    check();
  } else if (what.matches(".set")) fitting("zone", what.dataset.zone)[0].click();
  else if (page.querySelector("form.splits")) lay(what, place.dataset.set || "");
  else if (place.matches(".zone")) {
    choose(what.dataset.card, place.dataset.zone);
    if (fits().length === 1) fits()[0].click();
  } else {
    const free = placeless(what);
    if (free.length === 1) free[0].click();
    else choose(what.dataset.card);
  }
};
// A finger drags nothing by itself: what it holds follows it. A short way is a tap.
let held = null;
page.addEventListener("pointerdown", (event) => {
  const what = event.pointerType === "touch" && event.isPrimary && event.target.closest(draggable);
  if (what) what.draggable = false; // by the browser, which would end the pointer
  if (what) held = { what, x: event.clientX, y: event.clientY };
});
page.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (!held) return;
  const [x, y] = [clientX - held.x, clientY - held.y];
  if (!dragged && Math.hypot(x, y) < 16) return;
  if (!dragged) lift(held.what);
  Object.assign(held.what.style, { transform: `translate(${x}px,${y}px)`, pointerEvents: "none", zIndex: 9, position: "relative" });
});
const leave = ({ type, clientX, clientY }) => {
  const at = dragged && held && type === "pointerup" && document.elementFromPoint(clientX, clientY);
  held?.what.removeAttribute("style");
  if (held) held.what.draggable = true;
  held = null;
  if (at) drop(at, clientY);
  else put();
};
page.addEventListener("pointerup", leave);
page.addEventListener("pointercancel", leave);
page.addEventListener("contextmenu", (event) => {
  if (!held) return;
  event.preventDefault(); // a finger that stays
  explain(held.what.matches(".card") ? held.what : held.what.querySelector(".card"));
});
