// The table fetched from the server, and choices sent to it.
const parsed = (html) => Object.assign(document.createElement("template"), { innerHTML: html });
let coming = {}; // what the page that a pause delays says of itself
let announced = ""; // number of actions before the turn that was announced last
const announce = (next, mine) => {
  const { dataset } = next.content.querySelector("#live");
  if (mine || !("mine" in dataset) || announced === dataset.count) return;
  announced = dataset.count;
  document.title = dataset.title;
  beep();
  call(next.content.querySelector("#choices-h")?.textContent || "");
};
const show = async (html, since = live().dataset.count, ended) => {
  const told = new Set(news());
  const mine = "mine" in live().dataset;
  const held = page.contains(document.activeElement) && document.activeElement.tagName !== "A";
  const boxes = () => [...page.querySelectorAll("input[name=two]")];
  const checked = boxes().map((box) => box.value + box.checked);
  const field = () => page.querySelector("#choices input[name=name]");
  const [written, writing] = [field()?.value, field()?.matches(":focus")]; // one's name
  const next = parsed(html);
  const frames = [...next.content.querySelectorAll("template")];
  // The symbols that no earlier page had.
  const symbols = document.querySelector("body > .away-from-eyes > svg");
  next.content.querySelectorAll("symbol").forEach((one) => document.getElementById(one.id) || symbols.append(one));
  const over = !page.querySelector(".result");
  const away = document.hidden;
  coming = next.content.querySelector("#live").dataset;
  if (away) announce(next, mine); // who looks elsewhere comes back to what has ended
  if (frames.length) await play(frames, since, ended);
  frames.forEach((one) => one.remove());
  const same = next.content.querySelector("#live").dataset.count === live().dataset.count;
  if (!same) chosen = { card: "", zone: "" };
  swap(page, next.innerHTML, () => {
    boxes().forEach((box, n) => (box.checked = checked[n] === box.value + true)); // same cards
    prepare();
  });
  document.title = live().dataset.title;
  const [turn, heading] = ["mine" in live().dataset, document.getElementById("choices-h")];
  const fresh = news().filter((line) => !told.has(line) && !heard.includes(line));
  heard = "";
  if (turn && heading) fresh.push(words(heading));
  if (fresh.length) said.textContent = fresh.join(" ");
  if (written && field()) field().value = written;
  if (writing && field()) field().focus();
  else if (held && heading) heading.focus({ preventScroll: true });
  if (over) page.querySelectorAll(".standing .amount").forEach(count);
  if (over) page.querySelector(".won")?.classList.add("rains");
  if (!away) announce(next, mine);
  question();
};
const headers = (since = live().dataset.count) => ({ "X-Since": since });
const table = (since) => fetch(base + "/table", { cache: "no-store", headers: headers(since) });
const load = async (since, ended) => {
  if ("past" in live().dataset) return;
  // What has ended waits for its reader, who may look elsewhere when the turn comes.
  if (busy) return page.querySelector(".closing") && table().then(async (answer) => {
    if (answer.ok) announce(parsed(await answer.text()), "mine" in coming);
  }, () => {});
  busy = true;
  try {
    const answer = await table(since);
    if (answer.ok) await show(await answer.text(), since, ended);
    if (Number(live().dataset.rev) < wanted) setTimeout(load, 200);
  } catch {} // the stream tells when the line is back
  busy = false;
};
let stop = null; // ends the search for a hint, which a choice does not wait for
const send = async (form, button) => {
  const hint = button.value === "hint";
  // A table on its way delays a choice and does not lose it.
  while (busy && !page.hasAttribute("aria-busy")) await new Promise(requestAnimationFrame);
  if (busy && (hint || !stop)) return;
  stop?.();
  stop = null;
  busy = true;
  page.setAttribute("aria-busy", "true");
  const asking = new AbortController();
  const waits = Object.assign(document.createElement("div"), { className: "hint waits", textContent: page.dataset.looking });
  if (hint) {
    stop = () => asking.abort();
    said.textContent = page.dataset.looking;
    document.getElementById("choices-h").after(waits);
  }
  try {
    const body = new URLSearchParams(new FormData(form));
    if (button.name) body.set(button.name, button.value);
    const answer = await fetch(base, { method: "POST", body, headers: headers(), signal: asking.signal });
    const text = await answer.text();
    stop = null;
    if (answer.headers.get("X-Fragment")) await show(text);
    else location.assign(answer.redirected ? answer.url : base); // a rematch
  } catch {
    if (asking.signal.aborted) return; // the choice is on its way
    stop = null;
    cut.hidden = false;
    waits.remove();
  }
  page.removeAttribute("aria-busy");
  busy = false;
  if (Number(live().dataset.rev) < wanted) load();
};
