// Keeps the files for use without a network, and passes requests of tables to the page that plays them.
const KEPT = "splitpick-VERSION";
const scope = new URL(registration.scope);

addEventListener("install", (event) => event.waitUntil((async () => {
  await (await caches.open(KEPT)).addAll(["./", "page.css", "page.js", "words.json"]); // were loaded before
  await skipWaiting();
})()));
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("splitpick-") && name !== KEPT) await caches.delete(name);
  await clients.claim();
})()));

const kept = async (request) => {
  const cache = await caches.open(KEPT);
  const there = await cache.match(request, { ignoreSearch: true });
  if (there) return there;
  let answer = request.url.endsWith(".wasm") ? await fetch(`${request.url}.gz`) : await fetch(request);
  if (!answer.ok) return answer;
  if (request.url.endsWith(".wasm"))
    answer = new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
  const [one, other] = [answer.clone(), answer];
  await cache.put(request.url.split(/[?#]/)[0], one);
  return other;
};

const passed = async (request, url) => {
  const asked = { method: request.method, path: url.pathname + url.search, headers: JSON.stringify([...request.headers]), body: await request.text() };
  const pages = (await clients.matchAll({ type: "window" })).filter((one) => !new URL(one.url).pathname.startsWith(`${scope.pathname}table/`));
  return new Promise((resolve) => {
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      let stream;
      const body = new ReadableStream({ start: (control) => (stream = control), cancel: () => port1.postMessage("gone") });
      port1.onmessage = ({ data }) => {
        if (data === null) {
          try { stream.close(); } catch { /* nobody reads it any more */ }
        } else if (data instanceof Uint8Array) stream.enqueue(data);
        else resolve(new Response(data.status === 303 ? null : body, data));
      };
      page.postMessage(asked, [port2]);
    }
    setTimeout(() => resolve(new Response("", { status: 504 })), 60000);
  });
};

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (!url.href.startsWith(scope.href)) return;
  event.respondWith(url.pathname.startsWith(`${scope.pathname}table/`) ? passed(event.request, url) : kept(event.request));
});
