import {
  builtins,
  apiCauses,
  causes,
  containers,
  embedModule,
  kustomize,
  limitCauses,
  mendCauses,
  openssl,
  programs,
  rareCauses,
  rareParts,
  refusalCauses,
  shellModule,
  stateCauses,
} from "./page-chunks.mjs";

/** Returns the files of chunks and of all their static imports, including styles. */
function loadedWith(chunks, entries) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set();
  const visit = (chunk) => {
    if (!chunk || loaded.has(chunk.fileName)) return;
    loaded.add(chunk.fileName);
    for (const file of chunk.css) loaded.add(file);
    for (const file of chunk.imports) visit(byName.get(file));
  };
  for (const entry of entries) visit(entry);
  return [...loaded];
}

const entriesOf = (chunks = []) => chunks.filter(({ isEntry }) => isEntry);

const holds =
  (pattern) =>
  ({ modules }) =>
    Object.keys(modules).some((module) => pattern.test(module));

const behaviors = /\/src\/apis\/[^/]+\/behaviors\.ts$/;

/**
 * Returns the files that a worker loads when it starts: its script, what that imports with its static imports, and the
 * behaviors of built-in kinds, which each server opens.
 */
const loadedAtStart = (chunks = []) => {
  const imported = entriesOf(chunks).flatMap(({ dynamicImports }) => dynamicImports);
  const named = chunks.filter(({ fileName }) => imported.includes(fileName));
  return loadedWith(chunks, [...entriesOf(chunks), ...named, ...chunks.filter(holds(behaviors))]);
};

/** Modules of the CEL engine: a chunk without regular expressions and other modules that are loaded separately. */
export const celEngine =
  /\/src\/cel\/(?!explain\/|library\/(?:re2-engine|regex-engine|pattern-size|automaton\/)|values\/(?:eval-error|effort))/;

/** Reports whether a chunk has modules of kubectl, but for those that are loaded by themselves. */
const holdsKubectl = ({ modules }) =>
  Object.keys(modules).some(
    (id) =>
      /\/src\/kubectl\//.test(id) &&
      !kustomize.test(id) &&
      !openssl.test(id) &&
      !builtins.test(id) &&
      !programs.test(id) &&
      !rareParts.test(id) &&
      !causes.test(id) &&
      !containers.test(id),
  );

/** The chunks of causes that a part of them needs: its own, and what both parts share. */
const loadedFor = (chunks, part) =>
  chunks
    .filter(
      (chunk) =>
        holds(causes)(chunk) &&
        (holds(part)(chunk) ||
          ![apiCauses, limitCauses, mendCauses, rareCauses, stateCauses, refusalCauses].some((one) =>
            holds(one)(chunk),
          )),
    )
    .map(({ fileName }) => fileName);

const builtinTypes = /types-pack/;
const descriptions = /openapi\/generated\/descriptions/;

/** Size limits in kilobytes after gzip. */
// oxfmt-ignore
export const limits = [
  { name: "worker as first loaded", kilobytes: 408, files: (builds) => loadedAtStart(builds["worker-entry"]) },
  { name: "built-in schemas", kilobytes: 150, files: (builds) => (builds["worker-entry"] ?? []).filter(holds(builtinTypes)).map(({ fileName }) => fileName) },
  { name: "documentation of built-in fields", kilobytes: 250, files: (builds) => (builds["worker-entry"] ?? []).filter(holds(descriptions)).map(({ fileName }) => fileName) },
  { name: "CEL engine without RE2", kilobytes: 55, files: (builds) => (builds["worker-entry"] ?? []).filter(holds(celEngine)).map(({ fileName }) => fileName) },
  { name: "shell without Monaco", kilobytes: 200, files: ({ app = [] }) => loadedWith(app, [...entriesOf(app), ...app.filter(holds(shellModule))]) },
  { name: "embed as first loaded", kilobytes: 200, files: ({ app = [] }) => loadedWith(app, [...entriesOf(app), ...app.filter(holds(embedModule))]) },
  { name: "kubectl in the page", kilobytes: 125, files: ({ app = [] }) => app.filter(holdsKubectl).map(({ fileName }) => fileName) },
  { name: "kustomize in the page", kilobytes: 16, files: ({ app = [] }) => app.filter(holds(kustomize)).map(({ fileName }) => fileName) },
  { name: "rare parts of kubectl in the page", kilobytes: 32, files: ({ app = [] }) => app.filter(holds(rareParts)).map(({ fileName }) => fileName) },
  { name: "containers in the page", kilobytes: 20, files: ({ app = [] }) => app.filter(holds(containers)).map(({ fileName }) => fileName) },
  { name: "programs of the shell in the page", kilobytes: 20, files: ({ app = [] }) => app.filter(holds(programs)).map(({ fileName }) => fileName) },
  { name: "commands of the shell in the page", kilobytes: 12, files: ({ app = [] }) => app.filter(holds(builtins)).map(({ fileName }) => fileName) },
  { name: "openssl in the page", kilobytes: 12, files: ({ app = [] }) => app.filter(holds(openssl)).map(({ fileName }) => fileName) },
  { name: "causes of states of the API in the page", kilobytes: 12, files: ({ app = [] }) => app.filter(holds(apiCauses)).map(({ fileName }) => fileName) },
  { name: "causes of states of limits in the page", kilobytes: 8, files: ({ app = [] }) => app.filter(holds(limitCauses)).map(({ fileName }) => fileName) },
  { name: "causes of states in the page", kilobytes: 46, files: ({ app = [] }) => loadedFor(app, stateCauses) },
  { name: "causes of refusals in the page", kilobytes: 26, files: ({ app = [] }) => loadedFor(app, refusalCauses) },
  { name: "causes of rare refusals in the page", kilobytes: 4, files: ({ app = [] }) => app.filter(holds(rareCauses)).map(({ fileName }) => fileName) },
  { name: "mends of invalid objects in the page", kilobytes: 8, files: ({ app = [] }) => app.filter(holds(mendCauses)).map(({ fileName }) => fileName) },
  { name: "script of pages with embeds", kilobytes: 5, files: () => ["embed.js"] },
];
