// Gives this page's share to the deal, and says so if the server shows another deal than it promised.
"use strict";
(() => {
  const page = document.getElementById("page");
  const unkept = document.getElementById("unkept");
  const base = page.dataset.base;
  const store = (read) => {
    try {
      return read();
    } catch {} // this browser keeps nothing: then what is kept lasts as long as the page
  };
  // What the page was shown: the server's promise, and that of each seat; and its own share.
  let kept = store(() => JSON.parse(localStorage.getItem("share " + base))) || {};
  const keep = (more) => {
    kept = { ...kept, ...more };
    store(() => localStorage.setItem("share " + base, JSON.stringify(kept)));
  };

  // SHA-256 of an ASCII text (FIPS 180-4): browsers have their own only where the line is encrypted.
  const roots = (count, part) => {
    const found = [];
    for (let n = 2; found.length < count; n++) {
      let prime = true;
      for (let by = 2; by * by <= n; by++) prime &&= n % by > 0;
      const root = n ** part;
      if (prime) found.push(((root - Math.floor(root)) * 2 ** 32) | 0);
    }
    return found;
  };
  const [START, ADDED] = [roots(8, 1 / 2), roots(64, 1 / 3)];
  const turn = (x, by) => (x >>> by) | (x << (32 - by));
  const sha256 = (text) => {
    const bytes = [...text].map((one) => one.charCodeAt(0));
    bytes.push(128);
    while (bytes.length % 64 !== 56) bytes.push(0);
    const bits = text.length * 8;
    bytes.push(0, 0, 0, 0, bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255);
    const state = [...START];
    for (let at = 0; at < bytes.length; at += 64) {
      const w = [];
      for (let n = 0; n < 16; n++) {
        const [a, b, c, d] = bytes.slice(at + 4 * n, at + 4 * n + 4);
        w.push((a << 24) | (b << 16) | (c << 8) | d);
      }
      for (let n = 16; n < 64; n++) {
        const [x, y] = [w[n - 15], w[n - 2]];
        const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
        const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
        w.push((w[n - 16] + low + w[n - 7] + high) | 0);
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let n = 0; n < 64; n++) {
        const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ADDED[n] + w[n];
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((one, n) => (state[n] = (state[n] + one) | 0));
    }
    return state.map((one) => (one >>> 0).toString(16).padStart(8, "0")).join("");
  };

  const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
  let sent = "";
  const send = async (does, share) => {
    if (sent === does) return; // the stream tells when it has arrived
    sent = does;
    const body = new URLSearchParams({ do: does, share });
    try {
      const answer = await fetch(base, { method: "POST", body, headers: { "X-Since": "0" } });
      if (answer.ok && does === "open") keep({ given: true });
    } catch {
      sent = "";
      setTimeout(step, 1000);
    }
  };
  const accuse = (which, seat = "") => {
    unkept.textContent = unkept.dataset[which].replace("{seat}", seat);
    unkept.hidden = false;
    dispatchEvent(new Event("resize")); // the table has less room now
  };
  const nameOf = (seat) => page.querySelector(`.seats-list [data-seat="${seat}"] strong`)?.textContent || seat;
  // The promise of a share, which stays the same once it is opened, or withheld.
  const promiseOf = (share) => (/^[?!]/.test(share) ? share.slice(1) : /^-?$/.test(share) ? share : sha256(share));
  // What is shown now, against what was shown before.
  const check = ({ promise, revealed }, shares) => {
    if (kept.promise && (promise !== kept.promise || (revealed && sha256(revealed) !== promise))) accuse("promise");
    (kept.promises || []).forEach((was, seat) => promiseOf(shares[seat]) === was || accuse("other", nameOf(seat)));
    if (kept.given && shares[kept.seat] !== kept.share) accuse("own");
  };
  const step = () => {
    const about = document.getElementById("live").dataset;
    if (about.shares === undefined) return;
    const shares = about.shares.split(",");
    const seat = kept.seat ?? Number(about.seat);
    const own = shares[seat];
    if (!own && !kept.share) keep({ seat, share: random(), promise: about.promise });
    check(about, shares);
    const holds = kept.share && own === "?" + sha256(kept.share);
    page.querySelectorAll(".lost").forEach((one) => (one.hidden = !own || holds));
    if (!unkept.hidden) return;
    if (!own) send("promise", sha256(kept.share));
    else if (holds && shares.every((one) => one)) {
      if (!kept.promises) keep({ promises: shares.map(promiseOf) });
      send("open", kept.share);
    }
  };
  new MutationObserver(step).observe(page, { childList: true });
  step();
})();
