// The page of the playground: an editor, and the table that a worker with Python answers for.
import { basicSetup, EditorView } from "codemirror";
import { autocompletion } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { suggest } from "./complete.js";

const $ = (id) => document.getElementById(id);
const WORDS = await (await fetch("words.json")).json();
const key = "splitpick-playground-lang";
let lang = [localStorage.getItem(key), ...navigator.languages.map((one) => one.slice(0, 2))].find((one) => one in WORDS) || "en";
const word = (name) => WORDS[lang][name];
const speak = () => {
  document.documentElement.lang = lang;
  document.querySelectorAll("[data-word]").forEach((one) => (one.textContent = word(one.dataset.word)));
  document.querySelectorAll("[data-title]").forEach((one) => (one.title = word(one.dataset.title)));
  $("editor").querySelector(".cm-content")?.setAttribute("aria-label", word("file"));
};
const tell = (text) => ($("status").textContent = text);
const fill = (select, pairs, chosen) => {
  select.replaceChildren(...pairs.map(([value, text]) => new Option(text, value, false, String(value) === String(chosen))));
};

// Python answers in a worker, one call after the other; one that hangs is ended.
const ENDED = new Error("ended"); // of calls that nobody answers any more: their callers stop there
addEventListener("unhandledrejection", (event) => event.reason === ENDED && event.preventDefault());
const own = crypto.randomUUID();
const scope = new URL(".", location.href).pathname;
class Python {
  #waiting = new Map();
  #number = 0;
  constructor(told = () => {}) {
    this.worker = new Worker("python.js", { type: "module" });
    this.worker.postMessage({ prefix: `${scope}table/${own}`, lang });
    this.worker.onmessage = ({ data }) => {
      if (data.step) return tell(word(data.step));
      if (data.done) return told(data);
      const [resolve, reject] = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      busy();
      "problem" in data ? reject(new Error(data.problem)) : resolve(JSON.parse(data.value));
    };
  }
  get busy() { return this.#waiting.size > 0; }
  call(name, ...values) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(++this.#number, [resolve, reject]);
      this.worker.postMessage({ number: this.#number, name, values });
      setTimeout(busy, 3000);
    });
  }
  end() {
    this.worker.terminate();
    for (const [, reject] of this.#waiting.values()) reject(ENDED);
    this.#waiting.clear();
  }
}
let [python, trial] = [null, null]; // bot games have a Python of their own, so that the table goes on
const busy = () => ($("stop").hidden = !(trial || python.busy));
const call = (...asked) => python.call(...asked);
navigator.serviceWorker.startMessages();
navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
  if (data.path.startsWith(`${scope}table/${own}/`)) {
    python.worker.postMessage({ request: data }, [ports[0]]);
    python.call("ping"); // is answered once the request has been begun, if ever
  }
});

// What there is to choose from, and the file.
let about = { games: [], levels: [] };
let checked = { variants: [], findings: [] };
const text = () => editor.state.doc.toString();
let schema = {};
const complete = (context) => {
  const before = context.matchBefore(/[\w-]+/);
  if (!before && !context.explicit) return null;
  const from = before ? before.from : context.pos;
  return { from, options: suggest(schema, context.state.sliceDoc(0, from), text()) };
};
const ink = (light, dark) => `light-dark(${light}, ${dark})`;
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: ink("#1a4fa0", "#9cc4ff") },
  { tag: tags.comment, color: ink("#5f6368", "#a8adb3") },
  { tag: [tags.string, tags.content], color: ink("#14532d", "#a5d6a7") },
]);
let timer = 0;
const editor = new EditorView({
  parent: $("editor"),
  state: EditorState.create({
    extensions: [
      syntaxHighlighting(colours), basicSetup, yaml(), lintGutter(), autocompletion({ override: [complete] }), EditorView.lineWrapping,
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        delete document.body.dataset.checked;
        clearTimeout(timer);
        timer = setTimeout(check, 300);
      }),
    ],
  }),
});
editor.scrollDOM.tabIndex = 0; // the keys scroll it as well
const load = (content) => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: content } });
const place = ({ line, column, length }) => {
  const at = editor.state.doc.line(Math.min(Math.max(line, 1), editor.state.doc.lines));
  const from = Math.min(at.from + column - 1, at.to);
  return { from, to: Math.min(from + length, at.to) };
};
const check = async () => {
  const now = text();
  const found = await call("check", now, lang);
  if (now !== text()) return;
  checked = found;
  editor.dispatch(setDiagnostics(editor.state, checked.findings.map((one) => ({ ...place(one), severity: one.severity, message: one.message }))));
  $("findings").replaceChildren(...checked.findings.map((one) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    item.className = one.severity;
    item.dataset.code = one.code;
    button.textContent = `${one.line}:${one.column} ${one.message}`;
    button.onclick = () => {
      editor.dispatch({ selection: { anchor: place(one).from }, scrollIntoView: true });
      editor.focus();
    };
    item.append(button);
    return item;
  }));
  fill($("variant"), checked.variants, $("variant").value);
  count();
  for (const id of ["play", "rules", "try"]) $(id).disabled = !checked.variants.length;
  if (checked.variants.length && !$("text").hidden) show.rules();
  document.body.dataset.checked = "";
};
const count = () => {
  const [, , least, most] = checked.variants[$("variant").selectedIndex] || [0, 0, 2, 1];
  fill($("count"), Array.from({ length: most - least + 1 }, (_, more) => [least + more, least + more]), $("count").value);
};
const view = (id) => {
  for (const one of ["table", "text", "figures"]) $(one).hidden = one !== id;
  $("back").hidden = id === "table" || !$("table").src;
};
const show = {
  play: async () => {
    const begun = await call("begin", text(), $("variant").value, Number($("count").value), $("level").value);
    if (begun.problem) return tell(begun.problem);
    view("table");
    tell("");
    $("table").src = begun.path;
  },
  rules: async () => {
    const page = await call("rules", text(), $("variant").value, Number($("count").value), lang);
    const at = $("text").contentWindow?.scrollY || 0;
    $("text").onload = () => $("text").contentWindow.scrollTo(0, at);
    $("text").srcdoc = page;
    view("text");
  },
  try: async () => {
    trial?.end();
    trial = new Python(({ done, total }) => tell(`${word("trying")} ${done}/${total}`));
    tell(word("trying"));
    const { output } = await trial.call("try", text(), $("variant").value, Number($("count").value), lang);
    trial.end();
    trial = null;
    busy();
    $("figures").textContent = output;
    view("figures");
    tell("");
  },
};
$("back").onclick = () => view("table");
for (const id of ["play", "rules", "try"]) $(id).onclick = () => show[id]().catch((error) => error === ENDED || tell(error.message));
$("variant").onchange = count;
$("stop").onclick = async () => {
  if (trial) [trial.end(), (trial = null)];
  else {
    python.end();
    python = new Python();
    delete document.body.dataset.checked;
    $("table").contentWindow.location.replace("about:blank");
    $("table").removeAttribute("src");
    await greet({ checks: false }); // it may hang again, before anything can be changed
  }
  busy();
  tell(word("stopped"));
};

// A link holds the file, compressed.
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
$("link").onclick = async () => {
  const packed = await through(new TextEncoder().encode(text()), new CompressionStream("deflate-raw"));
  history.replaceState(null, "", `#y=${packed.toBase64?.({ alphabet: "base64url" }) || btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_")}`);
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  tell(word("linked"));
};
const linked = async () => {
  const code = location.hash.match(/^#y=(.+)/)?.[1];
  if (!code) return null;
  const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
};
$("pack").onclick = async () => {
  const { name, data, output } = await call("pack", text(), lang);
  if (!name) return tell(output);
  const link = document.createElement("a");
  link.href = `data:application/zip;base64,${data}`;
  link.download = name;
  link.click();
};

const greet = async ({ checks = true } = {}) => {
  about = await call("start", lang);
  const [game, level] = [$("game").value || "jolly-roger", $("level").value];
  fill($("game"), about.games, game);
  fill($("level"), about.levels, level);
  if (!text()) load((await linked().catch(() => null)) || about.games.find(([id]) => id === $("game").value)[2]);
  if (checks) await check();
  tell("");
  document.body.dataset.ready = Math.round(performance.now());
  schema = await call("schema", lang);
};
$("game").onchange = () => load(about.games.find(([id]) => id === $("game").value)[2]);
$("lang").onchange = async () => {
  lang = $("lang").value;
  localStorage.setItem(key, lang);
  speak();
  await greet();
  if ($("table").src) $("table").contentWindow.location.reload();
};
fill($("lang"), Object.entries(WORDS).map(([code, words]) => [code, words.self]), lang);
speak();
tell(word("loading"));
const registered = navigator.serviceWorker.register("service.js");
if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
python = new Python();
await Promise.all([greet().catch((error) => error === ENDED || Promise.reject(error)), registered]);
