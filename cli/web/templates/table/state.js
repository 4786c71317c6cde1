// What all parts of the script know of the page.
const page = document.getElementById("page");
const base = page.dataset.base;
const said = document.getElementById("said");
const cut = document.getElementById("cut");
const sound = document.getElementById("sound");
const speed = document.getElementById("speed");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 60rem)");
const live = () => document.getElementById("live");
const words = (element) => { // as they are spoken, with a pause between cards and between sets
  const copy = element.cloneNode(true);
  copy.querySelectorAll(".chip").forEach((card) => card.replaceWith(`\v${card.title}\v`));
  return copy.textContent.replace(/\v \v/g, ", ").replaceAll("\v", "").replaceAll(" / ", "; ");
};
const news = () => [...page.querySelectorAll("#news p, .faults p, .hint p")].map(words);
let [busy, wanted, typed, dragged] = [false, 0, "", null]; // wanted: the server's revision
let skip = null; // ends the pause between two moves, and those to come
let chosen = { card: "", zone: "" };
let touched = null; // the one of equal cards that is chosen

// The clocks go on between two pages.
setInterval(() => {
  const time = page.querySelector("main .runs time");
  if (!time) return;
  time.dataset.left = Math.max(0, time.dataset.left - 1000);
  const seconds = Math.floor(time.dataset.left / 1000);
  time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}, 1000);
