// Python in a worker: it answers the calls of the page, and the requests of the table in it.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const begin = async (prefix) => {
  postMessage({ step: "loading" });
  const packages = fetch("packages.zip").then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", location.href).pathname });
  postMessage({ step: "unpacking" });
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await packages, "zip", { extractDir: folder });
  postMessage({ step: "starting" });
  return python.pyimport("splitpick.cli.playground.page_host").PageHost(prefix);
};
let host = null;

onmessage = async ({ data, ports }) => {
  if (data.prefix) host = begin(data.prefix);
  const page = await host;
  if (data.prefix) return;
  if (!data.request) {
    try {
      postMessage({ number: data.number, value: page[data.name === "try" ? "try_out" : data.name](...data.values) });
    } catch (error) {
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
