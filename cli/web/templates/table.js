// Keeps a table up to date and lets a pointer and the digits choose; without it, all works by links.
"use strict";
(() => {
  const page = document.getElementById("page");
  const base = page.dataset.base;
  const said = document.getElementById("said");
  const cut = document.getElementById("cut");
  const sound = document.getElementById("sound");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const live = () => document.getElementById("live");
  const news = () => [...page.querySelectorAll("#news p, .faults p")].map((p) => p.textContent);
  let [busy, wanted, typed, dragged] = [false, 0, "", null]; // wanted: the server's revision
  let chosen = { card: "", target: "" };

  // The table as it is now.
  const places = () => {
    const counts = {};
    return [...page.querySelectorAll(".table .card")].map((card) => {
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
      if (!was || Math.hypot(x, y) > 4) card.animate([from, {}], { duration: 200 });
    });
  };
  const beep = () => {
    if (!sound.checked || !navigator.userActivation?.hasBeenActive) return;
    const context = new AudioContext();
    const tone = new OscillatorNode(context, { frequency: 660 });
    tone.connect(new GainNode(context, { gain: 0.1 })).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.2);
  };
  const show = (html) => {
    const told = new Set(news());
    const mine = "mine" in live().dataset;
    const before = new Map(places().map(([key, , was]) => [key, was]));
    const held = page.contains(document.activeElement) && document.activeElement.tagName !== "A";
    const boxes = () => [...page.querySelectorAll("input[name=two]")];
    const checked = boxes().map((box) => box.value + box.checked);
    page.innerHTML = html;
    boxes().forEach((box, n) => (box.checked = checked[n] === box.value + true)); // same cards
    chosen = { card: "", target: "" };
    prepare();
    move(before);
    document.title = live().dataset.title;
    const [turn, heading] = ["mine" in live().dataset, document.getElementById("choices-h")];
    const fresh = news().filter((line) => !told.has(line));
    if (turn && heading) fresh.push(heading.textContent);
    if (fresh.length) said.textContent = fresh.join(" ");
    if (held && heading) heading.focus({ preventScroll: true });
    if (turn && !mine) beep();
  };
  const load = async () => {
    if (busy || "past" in live().dataset) return;
    busy = true;
    try {
      const answer = await fetch(base + "/table", { cache: "no-store" });
      if (answer.ok) show(await answer.text());
      if (Number(live().dataset.rev) < wanted) setTimeout(load, 200);
    } catch {} // the stream tells when the line is back
    busy = false;
  };
  const send = async (form, button) => {
    if (busy) return;
    busy = true;
    page.setAttribute("aria-busy", "true");
    if (button.value === "hint") said.textContent = page.dataset.looking;
    try {
      const body = new URLSearchParams(new FormData(form));
      if (button.name) body.set(button.name, button.value);
      const answer = await fetch(base, { method: "POST", body, headers: { "X-Fragment": "1" } });
      const text = await answer.text();
      if (answer.headers.get("X-Fragment")) show(text);
      else location.assign(base);
    } catch {
      cut.hidden = false;
    }
    page.removeAttribute("aria-busy");
    busy = false;
    if (Number(live().dataset.rev) < wanted) load();
  };

  // Choosing: a card, then its target.
  const buttons = () => [...page.querySelectorAll("#choices .choices button")];
  const mark = () => {
    buttons().forEach((one) => {
      const fits = (name) => !chosen[name] || one.dataset[name] === chosen[name];
      one.parentElement.classList.toggle("dim", !(fits("card") && fits("target")));
    });
    const fit = buttons().filter((one) => !one.parentElement.classList.contains("dim"));
    const targets = new Set(chosen.card ? fit.map((one) => one.dataset.target) : []);
    const turn = (one, on) => one.classList.toggle("on", on);
    page.querySelectorAll(".table .card").forEach((one) => turn(one, one.dataset.card === chosen.card));
    page.querySelectorAll(".panel").forEach((one) => turn(one, targets.has(one.dataset.target)));
    if ((chosen.card || chosen.target) && fit.length === 1) fit[0].click();
    else if (chosen.card && fit.length) {
      const group = fit[0].closest("details");
      if (group && !group.open) open(group);
      fit[0].focus({ preventScroll: !group });
    }
  };
  const open = (group) => page.querySelectorAll(".group").forEach((one) => (one.open = one === group));
  const choose = (card = "", target = "") => {
    chosen = { card, target };
    mark();
  };
  const prepare = () => {
    const codes = new Set(buttons().map((one) => one.dataset.card));
    page.querySelectorAll(".table .card").forEach((card) => {
      if (codes.has(card.dataset.card)) card.setAttribute("role", "button");
    });
    if (innerWidth < 560 && codes.size > 1 && buttons().length > 8) open(page.querySelector(".group"));
    const log = page.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight;
    page.querySelector("a.reload")?.remove();
    check();
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
  page.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter || event.target.querySelector("button");
    if ("final" in button.dataset && !("sure" in button.dataset)) {
      button.dataset.sure = "";
      button.append(Object.assign(document.createElement("small"), { textContent: page.dataset.final }));
      said.textContent = page.dataset.final;
      return button.focus();
    }
    send(event.target, button);
  });
  page.addEventListener("change", (event) => event.target.name === "two" && check());
  page.addEventListener("click", (event) => {
    const card = event.target.closest(".table .card[role=button]");
    const panel = event.target.closest(".panel.on");
    if (panel) choose(chosen.card, panel.dataset.target);
    else if (card) choose(chosen.card === card.dataset.card ? "" : card.dataset.card);
  });
  page.addEventListener("dragstart", (event) => (dragged = event.target.closest(".sets label")));
  page.addEventListener("dragover", (event) => {
    if (dragged && event.target.closest(".sets")) event.preventDefault();
  });
  page.addEventListener("drop", (event) => {
    const sets = event.target.closest(".sets");
    if (!dragged || !sets) return;
    event.preventDefault();
    const { top, bottom } = sets.getBoundingClientRect();
    dragged.querySelector("input").checked = event.clientY > (top + bottom) / 2;
    check();
  });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("select")) return;
    if (event.key === "Escape") choose();
    if (!/^[0-9]$/.test(event.key)) return;
    typed = (typed + event.key).slice(-3);
    setTimeout(() => (typed = ""), 1000);
    const found = buttons().find((one) => one.dataset.n === String(+typed));
    found?.closest("details")?.setAttribute("open", "");
    found?.focus();
    const longer = buttons().some((one) => one !== found && one.dataset.n.startsWith(typed));
    if (found && buttons().length < 10 && !longer) {
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
  sound.checked = localStorage.getItem("sound") !== "off";
  sound.onchange = () => localStorage.setItem("sound", sound.checked ? "on" : "off");
  document.querySelectorAll(".js").forEach((one) => (one.hidden = false));
  prepare();
  listen();
})();
