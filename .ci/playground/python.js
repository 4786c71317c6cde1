// Python in a worker: it answers the calls of the page, and the requests of the table in it.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";

const KEPT = "splitpick-VERSION"; // the cache of service.js
const PACKAGES = "/lib/python3.14/site-packages";
const HOME = "/home/pyodide";
// Loaded before Python starts, so that it lies at the same place of the memory each time.
const NATIVE = `${PACKAGES}/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so`;

const load = (more, size = 0) => loadPyodide({
  indexURL: new URL("pyodide/", location.href).pathname,
  env: { HOME },
  ...more,
  createPyodideModule: async (settings) => {
    const { locateFile } = settings;
    const module = await createModule(Object.assign(settings, {
      dynamicLibraries: [NATIVE],
      locateFile: (name) => (name === NATIVE ? "native.wasm" : locateFile(name)),
    }));
    if (module.HEAP8.length < size) module._emscripten_resize_heap(size);
    return module;
  },
});

// A first visit keeps the memory of Python once everything is imported, and its files; the next one
// goes on from there. Without room to keep them, each visit is a first one.
const address = new URL("memory", location.href);
const files = (system, folder) => [[`${folder}/`, new Uint8Array()], ...system.readdir(folder).slice(2).flatMap((name) => {
  const path = `${folder}/${name}`;
  return system.isDir(system.stat(path).mode) ? files(system, path) : [[path, system.readFile(path)]];
})];
const keep = async () => {
  const memory = python.makeMemorySnapshot({ serializer: () => "0" });
  const all = [PACKAGES, HOME].flatMap((folder) => files(python.FS, folder));
  const index = new TextEncoder().encode(JSON.stringify([memory.length, all.map(([path, bytes]) => [path, bytes.length])]));
  const head = new Uint8Array(16 + Math.ceil(index.length / 16) * 16); // the memory is read in words
  new DataView(head.buffer).setUint32(0, index.length);
  head.set(index, 16);
  const body = new Blob([head, memory, ...all.map(([, bytes]) => bytes)]);
  await (await caches.open(KEPT)).put(address, new Response(body));
};
const forget = async () => (await caches.open(KEPT)).delete(address);
const recall = async () => {
  const there = await (await caches.open(KEPT)).match(address);
  if (!there) return null;
  const all = await there.arrayBuffer();
  const length = new DataView(all).getUint32(0);
  const [size, contents] = JSON.parse(new TextDecoder().decode(new Uint8Array(all, 16, length)));
  let at = 16 + Math.ceil(length / 16) * 16;
  const found = await load({ _loadSnapshot: new Uint8Array(all, at, size) }, size);
  at += size;
  for (const [path, bytes] of contents) {
    found.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    if (!path.endsWith("/")) found.FS.writeFile(path, new Uint8Array(all, at, bytes));
    at += bytes;
  }
  return found;
};

let python = null;
const fresh = async (lang) => {
  const packages = fetch("packages.zip").then((answer) => answer.arrayBuffer());
  python = await load({ _makeSnapshot: true });
  postMessage({ step: "unpacking" });
  python.unpackArchive(await packages, "zip", { extractDir: PACKAGES });
  postMessage({ step: "starting" });
  await python.pyimport("splitpick.cli.playground.page_host").rehearse(lang);
  await new Promise((done) => setTimeout(done)); // the last of its tasks lets go of the promise
  await keep().catch((error) => console.warn(error));
};
const begin = async ({ prefix, lang }) => {
  postMessage({ step: "loading" });
  python = await recall().catch((error) => (console.warn(error), forget(), null));
  if (!python) await fresh(lang);
  return python.pyimport("splitpick.cli.playground.page_host").host_at(prefix);
};
let host = null;

onmessage = async ({ data, ports }) => {
  if (data.prefix) host = begin(data);
  const page = await host;
  if (data.prefix) return;
  const tell = (done, total) => postMessage({ done, total });
  const calls = { ping: () => "null", try: (...values) => page.try_out(...values, tell) };
  if (!data.request) {
    try {
      postMessage({ number: data.number, value: calls[data.name] ? calls[data.name](...data.values) : page[data.name](...data.values) });
    } catch (error) {
      if (!(error instanceof python.ffi.PythonError)) await forget();
      postMessage({ number: data.number, problem: String(error.message) });
    }
    return;
  }
  const { method, path, headers, body } = data.request;
  const leave = page.request(method, path, headers, body, (chunk) => {
    if (typeof chunk === "string") ports[0].postMessage(JSON.parse(chunk));
    else ports[0].postMessage(chunk ? chunk.toJs() : null);
    chunk?.destroy?.();
  });
  ports[0].onmessage = () => leave();
};
