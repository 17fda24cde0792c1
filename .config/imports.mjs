import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { root } from "./root.mjs";

// A statement stands at the start of a line, which the formatter sees to; `import("…")` is a call or a type.
const statement = /^(?:import|export)\b(?:[^;"'`]*?\bfrom)?\s*"([^"]+)"/gm;
const call = /\bimport\(\s*"([^"]+)"/g;
const comment = /^\s*(?:\/\/|\/?\*)/;

/** Returns what a module's text imports, also for types and on demand, each once. */
export function specifiersOf(text) {
  const isCode = ({ index }) => !comment.test(text.slice(text.lastIndexOf("\n", index) + 1, index));
  const calls = [...text.matchAll(call)].filter(isCode);
  const statements = [...text.matchAll(statement)].filter(({ index }) => !isInTemplate(text, index));
  return [...new Set([...statements, ...calls].map(([, specifier]) => specifier))];
}

/** Whether a place is inside of a template literal, such as the text of a program. */
const isInTemplate = (text, index) => text.slice(0, index).split("`").length % 2 === 0;

/**
 * Returns the imports of the modules in `src` of a folder, by the path of the module. An import is a file (`src/…`), a
 * package of node_modules (`node_modules/NAME/`), or a module of Node (`node:…`). What is none of these is left out:
 * the type checker says what does not exist, and a plugin of the bundler makes the virtual modules.
 */
export function readImports(baseDir) {
  const modules = readdirSync(join(baseDir, "src"), { recursive: true })
    .map((file) => posix.join("src", file.replaceAll("\\", "/")))
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted();
  return new Map(
    modules.map((file) => {
      const found = specifiersOf(readFileSync(join(baseDir, file), "utf8"));
      return [file, found.map((specifier) => targetOf(file, specifier)).filter((target) => target !== undefined)];
    }),
  );
}

function targetOf(file, specifier) {
  if (specifier.startsWith(".")) return posix.join(dirname(file), specifier.replace(/\?.*$/, ""));
  if (specifier.startsWith("node:")) return specifier;
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  const holders = [name, `@types/${name}`];
  const holder = holders.find((path) => existsSync(join(root, "node_modules", path)));
  return holder && `node_modules/${holder}/`;
}

/** Returns a circle of imports for each group of modules that import each other, first and last module the same. */
export function importCircles(imports) {
  const state = new Map(); // a module's place on the path; Infinity once all that it imports was seen
  const path = [];
  const circles = [];
  const visit = (module) => {
    state.set(module, path.push(module) - 1);
    for (const next of imports.get(module) ?? []) {
      const place = state.get(next);
      if (place === undefined && imports.has(next)) visit(next);
      else if (place !== undefined && place !== Infinity) circles.push([...path.slice(place), next]);
    }
    path.pop();
    state.set(module, Infinity);
  };
  for (const module of imports.keys()) if (!state.has(module)) visit(module);
  return circles;
}
