// What may stand at a place of a rule set: keys with their sentences, and values, from the JSON Schema.

// Return the path of keys ("" for an item) that *text* has open at its end, and whether a value is begun.
export const pathAt = (text) => {
  const lines = text.split("\n").filter((line) => line.trim() && !line.trim().startsWith("#"));
  const last = text.endsWith("\n") || !text.split("\n").at(-1).trim() ? text.split("\n").at(-1) : lines.pop();
  const [, indent, dashes, rest] = last.match(/^(\s*)((?:- +)*)(.*)$/);
  const column = indent.length + dashes.length;
  const path = [...dashes.matchAll(/-/g)].map(() => "");
  let limit = dashes ? indent.length + 1 : column;
  for (const line of lines.reverse()) {
    const [, space, marks, words] = line.match(/^(\s*)((?:- +)*)(.*)$/);
    const at = space.length + marks.length;
    const key = words.match(/^([\w-]+):\s*(?:#.*)?$/)?.[1];
    if (key && at < limit) [path.unshift(key), (limit = at)];
    if (marks && space.length < limit && at <= limit) [path.unshift(""), (limit = space.length + 1)];
    if (limit === 0) break;
  }
  const open = []; // braces and brackets of one line; a mapping that is an item has no key of its own
  let key = "";
  for (const [token] of rest.matchAll(/"(?:[^"\\]|\\.)*"?|'[^']*'?|[{}[\],]|[\w-]+:(?=\s|$)|[^\s{}[\],]+/g)) {
    if (token === "{") open.push(key || null);
    else if (token === "[") open.push(key, "");
    else if (token === "}") open.pop();
    else if (token === "]") open.splice(-2);
    key = token.endsWith(":") ? token.slice(0, -1) : /[{}[\],]/.test(token[0]) ? "" : key;
  }
  return { path: [...path, ...open.filter((name) => name !== null)], key };
};

const known = (text) => Object.fromEntries(["game", "table", "extends"].map((key) => [key, text.match(new RegExp(`^${key}:\\s*["']?([^\\s"'#]+)`, "m"))?.[1]]));
const fits = (test, values) => (test.required || []).every((key) => !(key in values) || values[key] !== undefined) &&
  Object.entries(test.properties || {}).every(([key, one]) => !(key in values) || values[key] === undefined || !("const" in one || one.enum || one.pattern) ||
    one.const === values[key] || one.enum?.includes(values[key]) || (one.pattern && new RegExp(one.pattern, "u").test(values[key]))) &&
  (test.allOf || []).every((one) => fits(one, values)) && (!test.anyOf || test.anyOf.some((one) => fits(one, values)));

// Return the parts of *schema* that count, those of the document by its *values*.
const parts = (schema, root, values, seen = new Set()) => {
  if (!schema || typeof schema !== "object" || seen.has(schema)) return [];
  seen.add(schema);
  const all = [...(schema.allOf || []), ...(schema.anyOf || []), ...(schema.oneOf || [])];
  if (schema.$ref) all.push(schema.$ref.slice(2).split("/").reduce((one, name) => one?.[decodeURIComponent(name)], root));
  if (schema.if) all.push(...(values ? [fits(schema.if, values) ? schema.then : schema.else] : [schema.then, schema.else]));
  return [schema, ...all.flatMap((one) => parts(one, root, values, seen))];
};

// Return what can follow *text*, the beginning of *whole*: `{ label, type, apply, info }` for an editor.
export const suggest = (schema, text, whole) => {
  const { path, key } = pathAt(text);
  let here = parts(schema, schema, known(whole));
  const within = (name) => here.flatMap((one) => {
    const next = name === "" ? [one.items, ...(one.prefixItems || [])] : [one.properties?.[name] ?? (typeof one.additionalProperties === "object" ? one.additionalProperties : null)];
    return next.flatMap((inner) => parts(inner, schema, null));
  });
  for (const name of path) here = within(name);
  const found = new Map();
  if (key) {
    for (const one of within(key)) for (const value of [...(one.enum || []), one.const])
      if (["string", "boolean", "number"].includes(typeof value)) found.set(value, { label: String(value), type: "enum" });
    return [...found.values()];
  }
  const closed = (name) => here.some((one) => one.properties?.[name] === false);
  for (const one of here) for (const [name, inner] of Object.entries(one.properties || {})) if (!closed(name)) {
    const info = parts(inner, schema, null).find((part) => part.description)?.description;
    if (!found.get(name)?.info) found.set(name, { label: name, type: "property", apply: `${name}: `, info });
  }
  return [...found.values()];
};
