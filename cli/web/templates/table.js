// Keeps a table up to date and lets a pointer and the digits choose; without it, all works by links.
"use strict";
(() => {
  const page = document.getElementById("page");
  const base = page.dataset.base;
  const said = document.getElementById("said");
  const cut = document.getElementById("cut");
  const sound = document.getElementById("sound");
  const speed = document.getElementById("speed");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const live = () => document.getElementById("live");
  const words = (element) => { // as they are spoken
    const copy = element.cloneNode(true);
    copy.querySelectorAll(".chip").forEach((card) => card.replaceWith(card.title));
    return copy.textContent;
  };
  const news = () => [...page.querySelectorAll("#news p, .faults p")].map(words);
  let [busy, wanted, typed, dragged] = [false, 0, "", null]; // wanted: the server's revision
  let skip = null; // ends the pause between two moves, and those to come
  let chosen = { card: "", zone: "" };

  // The clocks go on between two pages.
  setInterval(() => {
    const time = page.querySelector("main .runs time");
    if (!time) return;
    time.dataset.left = Math.max(0, time.dataset.left - 1000);
    const seconds = Math.floor(time.dataset.left / 1000);
    time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }, 1000);

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
  // Somebody who looks elsewhere is told by a notification, if he wants that: he is asked once.
  const ask = document.getElementById("ask");
  const notify = document.getElementById("notify");
  const worker = "Notification" in window && navigator.serviceWorker?.register(page.dataset.worker).catch(() => null);
  const wish = async (on) => {
    const granted = on && (await Notification.requestPermission()) === "granted";
    notify.checked = granted;
    localStorage.setItem("notify", granted ? "on" : "off");
    ask.hidden = true;
    tighten();
  };
  const question = () => {
    const waits = "others" in live().dataset && !("mine" in live().dataset);
    ask.hidden = !(worker && waits && Notification.permission === "default" && !localStorage.getItem("notify"));
    tighten();
  };
  const call = async (text) => {
    if (!document.hidden || !notify.checked || Notification.permission !== "granted") return;
    navigator.setAppBadge?.(1).catch(() => {});
    const about = { body: text, tag: base, data: location.href };
    (await worker)?.showNotification(document.title, about);
  };
  const seen = async () => {
    if (document.hidden) return;
    navigator.clearAppBadge?.().catch(() => {});
    const told = (await (await worker)?.getNotifications?.({ tag: base })) || [];
    told.forEach((one) => one.close());
  };
  const swap = (element, html, ready = tighten) => {
    const before = new Map(places().map(([key, , was]) => [key, was]));
    element.innerHTML = html;
    ready();
    move(before);
  };
  // The moves of the others, one after the other; the page of now comes last.
  const play = async (frames) => {
    const pause = Math.min(Number(speed.value), 6000 / frames.length);
    if (still.matches || document.hidden || !pause) return;
    const [main, asked] = [page.querySelector("main"), document.getElementById("choices")];
    const { height } = asked.getBoundingClientRect();
    let skipped = false;
    page.setAttribute("aria-busy", "true");
    for (const frame of frames) {
      swap(main, frame.innerHTML);
      document.getElementById("choices").style.height = height + "px";
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, pause);
        skip = () => {
          clearTimeout(timer);
          skipped = true;
          resolve();
        };
      });
      skip = null;
      if (skipped) break;
    }
    page.removeAttribute("aria-busy");
  };
  const show = async (html) => {
    const told = new Set(news());
    const mine = "mine" in live().dataset;
    const held = page.contains(document.activeElement) && document.activeElement.tagName !== "A";
    const boxes = () => [...page.querySelectorAll("input[name=two]")];
    const checked = boxes().map((box) => box.value + box.checked);
    const next = Object.assign(document.createElement("template"), { innerHTML: html });
    const frames = [...next.content.querySelectorAll("template")];
    const over = !page.querySelector(".result");
    if (frames.length) await play(frames);
    frames.forEach((one) => one.remove());
    chosen = { card: "", zone: "" };
    swap(page, next.innerHTML, () => {
      boxes().forEach((box, n) => (box.checked = checked[n] === box.value + true)); // same cards
      prepare();
    });
    document.title = live().dataset.title;
    const [turn, heading] = ["mine" in live().dataset, document.getElementById("choices-h")];
    const fresh = news().filter((line) => !told.has(line));
    if (turn && heading) fresh.push(words(heading));
    if (fresh.length) said.textContent = fresh.join(" ");
    if (held && heading) heading.focus({ preventScroll: true });
    if (over) page.querySelectorAll(".standing .amount").forEach(count);
    if (turn && !mine) beep();
    if (turn && !mine) call(heading?.textContent || "");
    question();
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
  const headers = () => ({ "X-Since": live().dataset.count });
  const load = async () => {
    if (busy || "past" in live().dataset) return;
    busy = true;
    try {
      const answer = await fetch(base + "/table", { cache: "no-store", headers: headers() });
      if (answer.ok) await show(await answer.text());
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
      const answer = await fetch(base, { method: "POST", body, headers: headers() });
      const text = await answer.text();
      if (answer.headers.get("X-Fragment")) await show(text);
      else location.assign(base);
    } catch {
      cut.hidden = false;
    }
    page.removeAttribute("aria-busy");
    busy = false;
    if (Number(live().dataset.rev) < wanted) load();
  };

  // Choosing: a card, then one of the places that light up, or the other way round.
  const buttons = () => [...page.querySelectorAll("#choices .choices button")];
  // The cards that can be chosen: those in hand, else one's own on the table, else any.
  const cards = () => {
    const all = [...page.querySelectorAll("#table .card, .tray .card, .laid .card")];
    const rank = (one) => (one.closest(".tray, .laid") ? 0 : one.closest(".own, .mine") ? 1 : 2);
    const nearest = {};
    all.forEach((one) => (nearest[one.dataset.card] = Math.min(nearest[one.dataset.card] ?? 2, rank(one))));
    return all.filter((one) => rank(one) === nearest[one.dataset.card]);
  };
  const fitting = (name, value) => buttons().filter((one) => one.dataset[name] === value);
  const active = (element, on) => {
    if (!on) return;
    element.tabIndex = 0;
    element.setAttribute("role", "button");
  };
  const mark = () => {
    const asked = Object.entries(chosen).filter(([, value]) => value);
    const fit = buttons().filter((one) => asked.every(([name, value]) => one.dataset[name] === value));
    buttons().forEach((one) => {
      const shown = fit.includes(one) && (chosen.zone || !one.dataset.zone);
      one.parentElement.classList.toggle("fits", asked.length > 0 && shown);
      one.parentElement.classList.toggle("dim", asked.length > 0 && !fit.includes(one));
    });
    cards().forEach((one) => one.classList.toggle("on", one.dataset.card === chosen.card));
    page.querySelectorAll("[data-zone].zone").forEach((zone) => {
      const here = asked.length ? fit.filter((one) => one.dataset.zone === zone.dataset.zone) : [];
      zone.classList.toggle("lit", here.length > 0);
      const preview = zone.querySelector(":scope > .preview, :scope > .place > .preview");
      if (preview) preview.textContent = chosen.card && here.length === 1 ? here[0].dataset.short.replaceAll(">", " → ") : "";
    });
    if (fit.length === 1 && (chosen.zone || (asked.length && !fit[0].dataset.zone))) fit[0].click();
  };
  const reveal = (button) => {
    button.closest("details")?.setAttribute("open", "");
    button.parentElement.classList.remove("dim");
    button.parentElement.classList.add("fits");
  };
  const choose = (card = "", zone = "") => {
    chosen = { card, zone };
    mark();
  };
  // A table fills its place: with larger cards if there is room, and denser if it is too high.
  const tighten = () => {
    const [table, asked] = [document.getElementById("table"), document.getElementById("choices")];
    for (const size of ["roomy", "", "dense"]) {
      table.className = size;
      asked.style.maxHeight = "";
      if (table.scrollHeight > table.clientHeight + 1) continue;
      // What the table leaves free, choices take that do not fit.
      const lacks = asked.scrollHeight - asked.clientHeight;
      const free = [...table.children].reduce((room, one) => room - one.offsetHeight - 8, table.clientHeight);
      if (lacks > free && size !== "dense") continue;
      if (lacks > 0 && free > 0) asked.style.maxHeight = `${asked.offsetHeight + Math.min(lacks, free)}px`;
      if (table.scrollHeight > table.clientHeight + 1) asked.style.maxHeight = "";
      return;
    }
  };
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
    page.classList.toggle("zones", buttons().length > 0 && buttons().every((one) => !one.dataset.card));
    page.querySelectorAll(".set[data-zone]").forEach((set) => (set.draggable = true));
    page.querySelectorAll(".zone[data-zone]").forEach((zone) => {
      const found = fitting("zone", zone.dataset.zone).length > 0;
      zone.classList.toggle("open", found);
      active(zone, found && !zone.querySelector("[role=button]"));
    });
    const single = buttons().length && codes.size === 1 ? [...codes][0] : "";
    if (single && page.querySelector("form.many")) choose(single);
    page.querySelectorAll(".log, #news").forEach((one) => (one.scrollTop = one.scrollHeight));
    page.querySelector("a.reload")?.remove();
    check();
    tighten();
  };
  // Of many splits, those stay that have the chosen cards together.
  const setsOf = (split) => split.split(" / ").map((set) => set.replace(/[()]|=\d+/g, "").trim().split(/\s+/));
  const holds = (set, codes) => {
    const rest = [...set];
    return codes.every((code) => rest.includes(code) && rest.splice(rest.indexOf(code), 1));
  };
  const joins = (sets, groups) =>
    !groups.length ||
    sets.some((set, at) => holds(set, groups[0]) && joins(sets.filter((_, n) => n !== at), groups.slice(1)));
  const keep = (fit) => {
    buttons().forEach((one) => {
      one.parentElement.classList.toggle("fits", fit.length < 9 && fit.includes(one));
      if (fit.includes(one)) one.closest("details")?.setAttribute("open", "");
    });
    page.querySelector(".pointing").dataset.count = fit.length;
    tighten();
  };
  // A card of a hand goes into the heap of a set, or back.
  const lay = (card, set) => {
    const before = new Map(places().map(([key, , was]) => [key, was]));
    const heap = page.querySelector(`.laid[data-set="${set}"]`) || page.querySelector(".tray .hand > .pieces");
    (heap || card.parentElement).append(card);
    card.dataset.set = set;
    move(before);
    const groups = {};
    cards().forEach(({ dataset }) => dataset.set && (groups[dataset.set] ||= []).push(dataset.card));
    keep(buttons().filter((one) => joins(setsOf(one.value), Object.values(groups))));
    card.focus({ preventScroll: true });
  };
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
    keep(whole ? buttons().filter((one) => written(setsOf(one.value)) === written(arcs)) : []);
  };
  const press = (element) => {
    const gap = element.closest(".gap");
    if (gap) return cutRing(gap);
    const card = element.closest(".card[role=button]");
    if (card && page.querySelector("form.splits")) {
      const sets = setsOf(buttons()[0].value).length;
      return lay(card, ((Number(card.dataset.set) || 0) + 1) % (sets + 1) || "");
    }
    const zone = element.closest(".zone.lit") || (!card && element.closest(".zone.open"));
    const all = element.closest("button.all");
    if (all) {
      const open = all.getAttribute("aria-expanded") !== "true";
      all.setAttribute("aria-expanded", open);
      page.querySelector("form.many").classList.toggle("whole", open);
    } else if (zone && (chosen.card || !card)) choose(chosen.card, zone.dataset.zone);
    else if (card) choose(chosen.card === card.dataset.card ? "" : card.dataset.card);
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
    if ("final" in button.dataset && !("sure" in button.dataset)) {
      button.dataset.sure = "";
      reveal(button);
      button.append(Object.assign(document.createElement("small"), { textContent: page.dataset.final }));
      said.textContent = page.dataset.final;
      return button.focus();
    }
    send(event.target, button);
  });
  page.addEventListener("change", (event) => event.target.name === "two" && check());
  page.addEventListener("click", (event) => press(event.target));
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
  page.addEventListener("dragstart", (event) => {
    dragged = event.target.closest(".sets label, .card[draggable=true], .set[draggable=true]");
    if (!dragged?.matches(".card") || page.querySelector("form.splits")) return;
    const free = placeless(dragged).length;
    if (fitting("card", dragged.dataset.card).length > free) choose(dragged.dataset.card);
    document.getElementById("table").classList.toggle("lit", free > 0);
  });
  page.addEventListener("dragover", (event) => {
    if (target(event.target)) event.preventDefault();
  });
  page.addEventListener("dragend", () => {
    dragged = null;
    document.getElementById("table").classList.remove("lit");
  });
  page.addEventListener("drop", (event) => {
    const [what, place] = [dragged, target(event.target)];
    dragged = null;
    if (!place) return;
    event.preventDefault();
    if (what.matches(".sets label")) {
      const { top, bottom } = place.getBoundingClientRect();
      what.querySelector("input").checked = event.clientY > (top + bottom) / 2;
      check();
    } else if (what.matches(".set")) choose("", what.dataset.zone);
    else if (page.querySelector("form.splits")) lay(what, place.dataset.set || "");
    else if (place.matches(".zone")) choose(what.dataset.card, place.dataset.zone);
    else {
      const free = placeless(what);
      if (free.length === 1 && fitting("card", what.dataset.card).length > 1) free[0].click();
      else choose(what.dataset.card);
    }
  });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("select")) return;
    if (event.key === "Escape") choose();
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
  addEventListener("resize", tighten);
  sound.checked = localStorage.getItem("sound") !== "off";
  sound.onchange = () => localStorage.setItem("sound", sound.checked ? "on" : "off");
  document.getElementById("notifies").hidden = !worker;
  notify.checked = localStorage.getItem("notify") === "on" && worker && Notification.permission === "granted";
  notify.onchange = () => wish(notify.checked);
  ask.addEventListener("click", (event) => event.target.value && wish(event.target.value === "on"));
  document.addEventListener("visibilitychange", seen);
  speed.value = localStorage.getItem("speed") || speed.value;
  speed.onchange = () => localStorage.setItem("speed", speed.value);
  document.querySelectorAll(".js").forEach((one) => (one.hidden = false));
  prepare();
  question();
  listen();
})();
