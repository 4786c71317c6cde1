// The page of the playground: an editor, and the table that a worker with Python answers for.
import { basicSetup, EditorView } from "codemirror";
import { autocompletion } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

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

// Python answers in a worker, one call after the other; a worker that hangs is ended.
const own = crypto.randomUUID();
const scope = new URL(".", location.href).pathname;
let [worker, number, waiting] = [null, 0, new Map()];
const call = (name, ...values) => new Promise((resolve, reject) => {
  waiting.set(++number, [resolve, reject]);
  worker.postMessage({ number, name, values });
  setTimeout(busy, 3000);
});
const busy = () => ($("stop").hidden = waiting.size === 0);
const start = () => {
  worker = new Worker("python.js", { type: "module" });
  worker.postMessage({ prefix: `${scope}table/${own}` });
  worker.onmessage = ({ data }) => {
    if (data.step) return tell(word(data.step));
    const [resolve, reject] = waiting.get(data.number) || [];
    waiting.delete(data.number);
    busy();
    if (resolve) "problem" in data ? reject(new Error(data.problem)) : resolve(data.value && JSON.parse(data.value));
  };
};
navigator.serviceWorker.startMessages();
navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
  if (data.path.startsWith(`${scope}table/${own}/`)) worker.postMessage({ request: data }, [ports[0]]);
});

// What there is to choose from, and the file.
let about = { games: [], levels: [], schema: {} };
let checked = { variants: [], findings: [] };
const text = () => editor.state.doc.toString();
const names = new Map();
const collect = (schema) => {
  if (!schema || typeof schema !== "object") return;
  for (const [name, one] of Object.entries(schema.properties || {})) names.set(name, { label: name, type: "property", apply: `${name}: `, info: one.description });
  for (const one of [...(schema.enum || []), schema.const]) if (typeof one === "string") names.set(one, { label: one, type: "enum" });
  Object.values(schema).forEach(collect);
};
const complete = (context) => {
  const before = context.matchBefore(/[\w-]+/);
  return before || context.explicit ? { from: before ? before.from : context.pos, options: [...names.values()] } : null;
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
const view = (id) => ["table", "text", "figures"].forEach((one) => ($(one).hidden = one !== id));
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
    tell(word("trying"));
    const { output } = await call("try", text(), $("variant").value, Number($("count").value), lang);
    $("figures").textContent = output;
    view("figures");
    tell("");
  },
};
for (const id of ["play", "rules", "try"]) $(id).onclick = () => show[id]().catch((error) => tell(error.message));
$("variant").onchange = count;
$("stop").onclick = async () => {
  worker.terminate();
  delete document.body.dataset.checked;
  waiting.clear();
  busy();
  start();
  await greet();
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

const greet = async () => {
  about = await call("start", lang);
  const [game, level] = [$("game").value || "jolly-roger", $("level").value];
  fill($("game"), about.games, game);
  fill($("level"), about.levels, level);
  if (!text()) load((await linked().catch(() => null)) || about.games.find(([id]) => id === $("game").value)[2]);
  await check();
  tell("");
  document.body.dataset.ready = Math.round(performance.now());
  collect(await call("schema", lang));
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
await navigator.serviceWorker.register("service.js");
if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
start();
await greet();
