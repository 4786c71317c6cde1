// Cards that move to their new places, the moves of others, and the score counted up.
// The table as it is now.
const places = () => {
  const counts = {};
  return [...page.querySelectorAll("#page .card")].map((card) => {
    const count = (counts[card.dataset.card] = (counts[card.dataset.card] || 0) + 1);
    return [card.dataset.card + count, card, card.getBoundingClientRect()];
  });
};
const move = (before) => {
  if (still.matches) return;
  places().forEach(([key, card, now]) => {
    const was = before.get(key);
    const [x, y] = was ? [was.left - now.left, was.top - now.top] : [0, 0];
    const from = was ? { transform: `translate(${x}px,${y}px)` } : { opacity: 0 };
    const aside = { pointerEvents: "none" }; // a tap meets what lies below
    if (!was || Math.hypot(x, y) > 4) card.animate([{ ...from, ...aside }, aside], { duration: 200 });
  });
};
const swap = (element, html, ready = tighten) => {
  const before = new Map(places().map(([key, , was]) => [key, was]));
  element.innerHTML = html;
  ready();
  move(before);
};
// The moves of the others, one after the other, and what has ended until one goes on; the page of now comes last.
// A page that is loaded again shows what its reader has not ended: `since` a moment, after as many pauses as were `ended`.
let heard = ""; // what was announced of the moves before
const play = async (frames, since, ended) => {
  const pause = Math.min(Number(speed.value), 6000 / frames.length);
  const hurried = still.matches || document.hidden || !pause;
  const main = page.querySelector("main");
  main.style.setProperty("--held", document.getElementById("choices").offsetHeight + "px");
  let [skipped, pauses] = [hurried || ended !== undefined, 0];
  let unsaid = heard = "";
  page.setAttribute("aria-busy", "true");
  for (const frame of frames) {
    const holds = "holds" in frame.dataset;
    unsaid += `${holds ? frame.dataset.told : words(frame.content.querySelector("#choices h2"))} `;
    if (holds ? pauses++ < ended : skipped) continue;
    swap(main, frame.innerHTML);
    page.setAttribute("aria-busy", !holds);
    if (holds) {
      ask.hidden = true; // it would cover the button
      sessionStorage.setItem(base, `${since} ${pauses - 1} ${coming.acted}`);
      said.textContent = unsaid + [...main.querySelectorAll(".closing :is(h2,p)")].map(words).join(" ");
      [heard, unsaid] = [heard + said.textContent, ""];
    }
    main.querySelector(".go-on")?.focus({ preventScroll: true });
    const from = performance.now();
    await new Promise((resolve) => {
      const told = words(main.querySelector("#choices h2")).length; // a sentence takes its time to be read
      const timer = holds || setTimeout(resolve, Math.max(1, told / 20) * pause);
      skip = () => {
        if (holds && performance.now() - from < 400) return; // the second tap of a play
        clearTimeout(timer);
        skipped = hurried || !holds;
        resolve();
      };
    });
    skip = null;
  }
  sessionStorage.removeItem(base);
  page.removeAttribute("aria-busy");
};
// The score at the end, counted up.
const count = (amount) => {
  const [text, found] = [amount.textContent, amount.textContent.match(/\d+/)];
  if (still.matches || !found) return;
  const began = performance.now();
  const step = (now) => {
    const part = Math.min(1, (now - began) / 1200);
    amount.textContent = part < 1 ? text.replace(found[0], Math.round(found[0] * part)) : text;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};
