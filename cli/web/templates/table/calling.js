// Sound and notifications for somebody who looks elsewhere.
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
const framed = window !== top; // by the playground, whose own service worker answers
const worker = "Notification" in window && !framed && navigator.serviceWorker?.register(page.dataset.worker).catch(() => null);
const wish = async (on) => {
  localStorage.setItem("notify", "off"); // until it is granted, and asked no more
  ask.hidden = true;
  const granted = on && (await Notification.requestPermission()) === "granted";
  notify.checked = granted;
  localStorage.setItem("notify", granted ? "on" : "off");
};
let asked = 0; // since when
const question = () => {
  const about = live().dataset;
  const waits = "acted" in about && "others" in about && !("mine" in about) && !page.querySelector(".result");
  const now = performance.now();
  if (!ask.hidden && !waits && now - asked > 4000) localStorage.setItem("notify", "off"); // he has seen it
  if (ask.hidden) asked = now;
  ask.hidden = !(worker && waits && Notification.permission === "default" && !localStorage.getItem("notify"));
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
