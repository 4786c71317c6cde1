// Steps from turn to turn with two buttons or the arrow keys; without it everything is there too.
"use strict";
(() => {
  const bar = document.querySelector(".stepper");
  const passages = [...document.querySelectorAll(".passage")];
  const [back, single, on] = bar.querySelectorAll("button");
  let at = -1;
  const go = (to) => {
    if (to < 0 || to >= passages.length) return;
    if (at >= 0) mark(at, false);
    at = to;
    mark(at, true);
    passages[at].focus({ preventScroll: true });
    passages[at].scrollIntoView({ block: "start" });
  };
  const mark = (which, now) => {
    passages[which].classList.toggle("now", now);
    passages[which].closest(".chapter").classList.toggle("now", now);
  };
  // Where the reader has scrolled to, so that the next step is the next from there.
  const here = () => {
    if (document.body.classList.contains("single") && at >= 0) return at;
    if (at >= 0 && Math.abs(passages[at].getBoundingClientRect().top) < 40) return at;
    let seen = -1;
    passages.forEach((passage, number) => {
      if (passage.getBoundingClientRect().top < 40) seen = number;
    });
    return seen;
  };
  on.addEventListener("click", () => go(here() + 1));
  back.addEventListener("click", () => go(Math.max(0, here() - 1)));
  single.addEventListener("click", () => {
    const now = Math.max(0, here());
    const pressed = document.body.classList.toggle("single");
    single.setAttribute("aria-pressed", String(pressed));
    go(now);
  });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowRight") go(here() + 1);
    else if (event.key === "ArrowLeft") go(Math.max(0, here() - 1));
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", () => {
    const target = passages.findIndex((passage) => "#" + passage.id === location.hash);
    if (target >= 0) go(target);
  });
  bar.hidden = false;
})();
