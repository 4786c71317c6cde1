// Everything fitted into one screen.
// On a phone, the latest news that matters is told in whole sentences, and all if there is room; a tap opens it.
const shorten = () => {
  const [all, more] = ["#news .all", "#news .more"].map((one) => page.querySelector(one));
  const [lines, key] = [[...all.querySelectorAll(":scope > p")], all.querySelector(".key,.sum")];
  const sentences = lines.flatMap((line) => (line.children.length ? [...line.children] : line));
  [all, ...lines, ...sentences].forEach((one) => one.classList.remove("unsaid", "small"));
  more.hidden = !all.querySelector(".read");
  if (!narrow.matches) return;
  all.scrollTop = 0;
  const earlier = lines.slice(0, Math.max(0, lines.indexOf(key))).filter((one) => !one.matches(".about,.own"));
  const hide = (one) => (one.classList.add("unsaid"), (more.hidden = false));
  const isCut = () => all.scrollHeight > all.clientHeight + 1;
  const ample = all.parentElement.matches(".ample");
  while (earlier.length && !(ample && !isCut())) hide(earlier.shift());
  const shown = sentences.filter((one) => one.checkVisibility());
  while (isCut() && shown.length > 1) hide(shown.pop());
  if (isCut()) all.classList.add("small");
  if (isCut()) more.hidden = false;
};
// A table fills its place: with what scores and larger cards if there is room, and denser if it is too high.
const fill = () => {
  const [table, asked] = [document.getElementById("table"), document.getElementById("choices")];
  if (!table.querySelector(".aid, .middle, .stack")) { // dice have the room, and a decision on them says what it needs
    const aid = Object.assign(document.createElement("details"), { className: "aid" });
    const help = document.getElementById("advised");
    aid.append(help.closest("details").firstElementChild.cloneNode(true), help.nextElementSibling.cloneNode(true));
    table.insertBefore(aid, table.querySelector(":scope>.seats:not(:has(.track))")); // what is tapped stays below it
  }
  const aid = table.querySelector(".aid") || { querySelectorAll: () => [] };
  const told = asked.matches(".brief") ? "" : asked.querySelector(".explains")?.textContent || "";
  aid.querySelectorAll("li").forEach((one) => (one.hidden = told.includes(one.textContent)));
  // Whoever is new to the game sees what scores before larger cards, and on a phone nobody else does.
  const young = "young" in live().dataset;
  const aided = [...(young || !narrow.matches ? ["aided roomy"] : []), ...(young ? ["aided", "aided short"] : [])];
  // On a phone four planks have no room for more, so they are always of one size.
  const large = narrow.matches && table.querySelector(".seat:nth-child(4) .track") ? [] : ["roomy", ""];
  for (const size of [...aided, ...large, "dense near", "dense"]) {
    table.className = size;
    aid.open = size.startsWith("aided");
    aid.tabIndex = size.endsWith("short") ? 0 : -1; // to be scrolled by keys
    asked.removeAttribute("style");
    const fits = () => table.scrollHeight <= table.clientHeight + 1;
    if (size === "dense" && !fits()) asked.style.cssText = "min-height:0;--kept:48px"; // no room to keep
    if (!fits()) continue;
    // What the table leaves free, choices take that do not fit; but for an explanation nothing moves.
    const lacks = asked.scrollHeight - asked.clientHeight;
    const scrolled = size.endsWith("short") ? Math.max(0, aid.offsetHeight - 96) : 0; // what scores can be less high
    const free = told ? 0 : [...table.children].filter((one) => one.offsetParent).reduce((room, one) => room - one.offsetHeight - 8, table.clientHeight + scrolled); // a fixed one is elsewhere
    if (lacks > 0 && lacks > free && size !== "dense") continue;
    if (lacks > 0 && free > 0) asked.style.maxHeight = `${asked.offsetHeight + Math.min(lacks, free)}px`;
    if (!fits()) asked.style.maxHeight = "";
    return;
  }
  if (asked.matches(".result")) asked.style.maxHeight = "32vh"; // the table is the result, too
};
// What explains a decision gives way to its choices: the help in the head begins with it.
const fit = (most) => {
  const [table, asked, strip] = ["table", "choices", "news"].map((one) => document.getElementById(one));
  strip.classList.toggle("ample", most > 0);
  strip.style.setProperty("--most", `${most}rem`);
  shorten();
  asked.classList.remove("brief");
  fill();
  const isCut = [table, asked].some((one) => one.scrollHeight > one.clientHeight + 1);
  if (!asked.matches(".result") && isCut && asked.querySelector(".explains, .go-on")) {
    asked.classList.add("brief");
    fill();
  }
  return [table.className, asked.matches(".brief")];
};
// On a phone as many news are told as nothing gives way to, if the places of the table may move with it.
const tighten = () => {
  const [size, brief] = fit(0);
  if (/dense|short/.test(size) || !narrow.matches || page.querySelector("#table .middle")) return;
  const found = [12, 7.2, 4.8].some((most) => {
    const now = fit(most);
    return now[0] === size && now[1] <= brief;
  });
  if (!found) fit(0);
};
