// Clicks, keys and the stream of the server; here the script begins.
const prepare = () => {
  document.documentElement.classList.add("js");
  page.querySelectorAll(".js").forEach((one) => (one.hidden = false));
  const codes = new Set(buttons().map((one) => one.dataset.card));
  const splits = page.querySelector("form.splits");
  const ring = gaps(splits);
  cards().forEach((card) => {
    active(card, splits ? !ring && card.closest(".tray") : codes.has(card.dataset.card));
    card.draggable = card.hasAttribute("role") && card.getAttribute("role") === "button";
  });
  const ways = buttons().map((one) => [one.dataset.card, one.dataset.zone].join());
  page.querySelector(".many")?.classList.toggle("pairs", new Set(ways).size < ways.length);
  page.classList.toggle("zones", buttons().length > 0 && buttons().every((one) => !one.dataset.card));
  page.querySelectorAll(".set[data-zone]").forEach((set) => (set.draggable = true));
  page.querySelectorAll(".zone[data-zone]").forEach((zone) => {
    const found = fitting("zone", zone.dataset.zone).length > 0;
    zone.classList.toggle("open", found);
    active(zone, found && !zone.querySelector("[role=button]"));
  });
  refuse();
  page.querySelectorAll(".log, #news .all").forEach((one) => (one.scrollTop = one.scrollHeight));
  page.querySelector("a.reload")?.remove();
  check();
  const [advised, advice] = [document.getElementById("advised"), page.querySelector(".advice>p,.explains")];
  advised.hidden = !advice;
  if (advice) advised.lastChild.textContent = advice.textContent;
  const repeats = (one) => Boolean(advice?.textContent.includes(one.textContent));
  advised.nextElementSibling.querySelectorAll("li").forEach((one) => (one.hidden = repeats(one)));
  const hinted = page.querySelector("[data-hint]"); // a hint shows the things themselves
  const laid = hinted && laysOut(hinted);
  if (hinted && splits && !laid) layOut(hinted);
  else if (hinted && !laid) chosen = { ...hinted.dataset };
  if (!laid && !page.querySelector(".laid .card")) mark();
  tighten();
};
// While moves are shown, a click or a key skips them and does nothing else.
for (const kind of ["click", "keydown"]) {
  addEventListener(
    kind,
    (event) => {
      if (!skip || /^(Tab|Shift|Control|Alt|Meta)$/.test(event.key) || event.target.closest("header")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      skip();
    },
    true,
  );
}
page.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter || event.target.querySelector("button");
  if (!laysOut(button)) send(event.target, button);
});
page.addEventListener("change", (event) => event.target.name === "two" && check());
page.addEventListener("click", (event) => press(event.target));
const shut = () => page.querySelector(".hint:not(.waits)")?.remove();
addEventListener("pointerdown", (event) => {
  shut();
  document.documentElement.classList.remove("keys");
  if (!page.contains(event.target)) tellWhy(explain());
  // What lies over the table is closed by a tap beside it.
  document.querySelectorAll("header details[open], .advice[open], #table:not(.aided) .aid[open]").forEach((one) => one.contains(event.target) || (one.open = false));
});
// The log and what the head opens would cover each other.
const drawer = document.getElementById("drawer");
drawer.onchange = () => document.querySelectorAll("header details").forEach((one) => (one.open = false));
addEventListener("toggle", ({ target }) => target.open && target.closest("header") && (drawer.checked = false), true);
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("select")) return;
  document.documentElement.classList.add("keys"); // the numbers of choices are for them
  if (event.key === "Escape") shut(choose());
  const held = event.target.closest("[role=button]");
  if (held && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    press(held);
  }
  if (!/^[0-9]$/.test(event.key)) return;
  typed = (typed + event.key).slice(-3);
  setTimeout(() => (typed = ""), 1000);
  const found = buttons().find((one) => one.dataset.n === String(+typed));
  if (found) reveal(found);
  found?.focus();
  const longer = buttons().some((one) => one !== found && one.dataset.n.startsWith(typed));
  if (found && buttons().length < 10 && !longer && !("final" in found.dataset)) {
    typed = "";
    found.click();
  }
});

// The stream, which comes back by itself.
const listen = () => {
  const stream = new EventSource(base + "/events");
  stream.onopen = () => (cut.hidden = true);
  stream.onerror = () => {
    cut.hidden = false;
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  };
  stream.onmessage = (event) => {
    const { revision, seats } = JSON.parse(event.data);
    page.querySelectorAll("[data-seat]").forEach((one) => {
      one.classList.toggle("connected", seats.includes(Number(one.dataset.seat)));
    });
    wanted = revision;
    if (revision !== Number(live().dataset.rev)) load();
  };
};
addEventListener("resize", tighten);
sound.checked = localStorage.getItem("sound") !== "off";
sound.onchange = () => localStorage.setItem("sound", sound.checked ? "on" : "off");
document.getElementById("notifies").hidden = !worker;
notify.checked = localStorage.getItem("notify") === "on" && worker && Notification.permission === "granted";
notify.onchange = () => wish(notify.checked);
ask.addEventListener("click", (event) => event.target.value && wish(event.target.value === "on"));
document.addEventListener("visibilitychange", seen);
const pace = [...speed.options].find((one) => one.value === localStorage.getItem("speed"));
if (pace) pace.selected = true;
speed.onchange = () => localStorage.setItem("speed", speed.value);
document.querySelectorAll(".js").forEach((one) => (one.hidden = false));
prepare();
question();
const [since, ended, acted] = sessionStorage.getItem(base)?.split(" ") || [];
if (acted === `${live().dataset.acted}`) load(since, Number(ended)); // a pause that nobody has ended, or decided after
listen();
