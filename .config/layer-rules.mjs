import { pagePackages, serverPackages } from "./bundled-packages.mjs";
import { layers } from "./layers.mjs";

const names = layers.map(([name]) => name).toSorted((a, b) => b.length - a.length);
const allowedIn = new Map(layers.map(([name, ...allowed]) => [name, [name, ...allowed]]));

const isTest = (file) => /\.(test|test-d|bench)\.tsx?$/.test(file);
const isSuite = (file) => file.includes("/testing/");
/** Entries of the published package that are for tests. */
const isForTests = (file) => /^src\/(envtest\/|playwright\/|testing\.ts$|playwright\.ts$)/.test(file);
const isProduct = (file) => !isTest(file) && !isSuite(file);
const isInPage = (file) => file.startsWith("src/ui/");

/** A path belongs to its deepest layer: "a" does not include "a/b" if "a/b" is a layer too. */
const layerOf = (file) =>
  names.find((name) => (name.endsWith(".ts") ? file === `src/${name}` : file.startsWith(`src/${name}/`)));

/** Returns the package of an import, undefined if it is none. Declarations of types are everybody's. */
const packageOf = (target) => /^node_modules\/(?!@types\/)(.+)\/$/.exec(target)?.[1];

/** Whether a layer, or all layers in a folder such as "apiserver" that is none itself, include a file. */
const includes = (name, file) => (allowedIn.has(name) ? layerOf(file) === name : file.startsWith(`src/${name}/`));

/** Returns the folder of a file in a folder of independent ones: `deployment` for `src/controllers/deployment/x.ts`. */
const partOf = (parent, file) =>
  file.startsWith(parent) ? /^([^/]+)\//.exec(file.slice(parent.length))?.[1] : undefined;

function crosses(parent, from, to, everybodys = []) {
  const [own, other] = [partOf(parent, from), partOf(parent, to)];
  return own !== undefined && other !== undefined && other !== own && !everybodys.includes(other);
}

/** The rules for an import, by name: whether an import of `to` by the file `from` is an error. */
const importRules = {
  "no-test-code-in-product": (from, to) => isProduct(from) && !isForTests(from) && !isProduct(to),
  "no-node-core": (from, to) => to.startsWith("node:") && !isTest(from) && !from.startsWith("src/node/"),
  "no-unbundled-package": (from, to) =>
    isProduct(from) && !isInPage(from) && !from.startsWith("src/playwright/") && !isBundled(to, serverPackages),
  "no-unbundled-package-in-page": (from, to) =>
    isProduct(from) && isInPage(from) && !isBundled(to, [...serverPackages, ...pagePackages]),
  "controllers-are-independent": (from, to) => crosses("src/controllers/", from, to, ["framework", "testing"]),
  "features-are-independent": (from, to) => crosses("src/ui/features/", from, to),
};

const isBundled = (target, packages) => packageOf(target) === undefined || packages.includes(packageOf(target));

/** Returns the rules that an import breaks. An import across layers breaks `layer:NAME`. */
export function brokenRules(from, to) {
  const broken = Object.keys(importRules).filter((name) => importRules[name](from, to));
  const layer = isTest(from) ? undefined : layerOf(from);
  const crossed =
    layer !== undefined && to.startsWith("src/") && !allowedIn.get(layer).some((name) => includes(name, to));
  return crossed ? [...broken, `layer:${layer}`] : broken;
}

/** Whether a file belongs to no layer, although it should. */
export const isUnlayered = (file) => !isTest(file) && layerOf(file) === undefined;
