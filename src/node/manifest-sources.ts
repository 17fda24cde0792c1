import { basename, dirname, join, normalize, relative, sep } from "node:path";
import { messageOf } from "../apimachinery/message-of.ts";
import { isObject, type JsonObject } from "../apimachinery/json/value.ts";
import { itemsAt, kindOf } from "../kubectl/json-access.ts";
import { fileNames } from "../kubectl/kustomize/build.ts";
import { parseManifest } from "../kubectl/resource/documents.ts";
import { readKustomization } from "../validate/kustomization.ts";
import type { ReadFile } from "../validate/manifest.ts";
import type { SourceFile } from "../validate/report.ts";
import { largestObjects, readBounded } from "./read-file.ts";
import { diskTree, EncodingError, filesOf, textOf, type Tree } from "./tree.ts";
import { UsageError } from "./usage-error.ts";

/** What is validated together, in a server of its own: files, or what a kustomization is built to. */
export interface Unit {
  /** The folder of the kustomization, from the path that was named; undefined for files. */
  readonly kustomization: string | undefined;
  readonly files: readonly (SourceFile | ReadFile)[];
}

const standardInput = 0;
const isManifest = (name: string): boolean => /\.(?:json|yaml|yml)$/i.test(name);
const isKustomization = (name: string): boolean => fileNames.includes(name);

/**
 * Reads what paths name: files, `-` for standard input, kustomizations (a folder with `kustomization.yaml`), and
 * folders with all manifests and kustomizations below. Kustomizations that others name, and templates of Helm charts,
 * are left out. Throws a UsageError for a path that is not there.
 */
export async function readUnits(paths: readonly string[], tree = diskTree): Promise<readonly Unit[]> {
  const files: SourceFile[] = [];
  const kustomizations: { readonly folder: string; readonly from: string }[] = [];
  for (const path of paths) {
    if (path === "-") files.push({ name: "stdin", text: textOf(readBounded(standardInput, largestObjects)) });
    else if (kindOfPath(tree, path) !== "folder")
      if (isKustomization(basename(path))) kustomizations.push({ folder: dirname(path), from: dirname(path) });
      else files.push(readFile(tree, path));
    else {
      const found = manifestsBelow(tree, path);
      files.push(...found.files.map((file) => ({ ...readFile(tree, file), isFound: true })));
      kustomizations.push(...found.kustomizations.map((folder) => ({ folder, from: path })));
    }
  }
  const built = await Promise.all(
    kustomizations.map(async ({ folder, from }) => ({
      kustomization: relative(from, folder),
      files: [await readKustomization(filesOf(tree), folder)],
    })),
  );
  return files.length === 0 ? built : [{ kustomization: undefined, files }, ...built];
}

/** Reads the files of paths, without kustomizations. Throws a UsageError for a path that is not there. */
export const readFiles = (paths: readonly string[], tree = diskTree): readonly SourceFile[] =>
  paths.flatMap((path) =>
    kindOfPath(tree, path) !== "folder"
      ? [readFile(tree, path)]
      : tree.below(path, isManifest).map((file) => ({ ...readFile(tree, file), isFound: true })),
  );

/** Reads a file; what keeps it from being read is part of what it is read to. */
function readFile(tree: Tree, path: string): SourceFile {
  const name = normalize(path);
  try {
    return { name, text: tree.read(path) };
  } catch (error) {
    const { line } = error instanceof EncodingError ? error : { line: 0 };
    return { name, text: "", trouble: { message: messageOf(error), line } };
  }
}

function kindOfPath(tree: Tree, path: string): "file" | "folder" | "stream" {
  const kind = tree.kindOf(path);
  if (kind === undefined) throw new UsageError(`the path "${path}" does not exist`);
  return kind;
}

/** The manifests below a folder, and the folders of kustomizations that no other one names. */
export function manifestsBelow(tree: Tree, folder: string) {
  const all = tree.below(folder, (name) => isManifest(name) || isKustomization(name));
  const folders = all.filter((file) => isKustomization(basename(file))).map(dirname);
  const read = new Map(folders.map((each) => [each, kustomizationIn(tree, each)]));
  const named = new Map(folders.map((each) => [each, foldersNamedBy(each, read.get(each) ?? {})]));
  const namedBy = (each: string): readonly string[] => named.get(each) ?? [];
  const isWithin = (file: string, parent: string): boolean => parent === "." || file.startsWith(`${parent}${sep}`);
  const isTemplate = (file: string): boolean => {
    const parts = dirname(file).split(sep);
    const at = parts.lastIndexOf("templates");
    return at >= 0 && tree.kindOf(join(parts.slice(0, at).join(sep) || ".", "Chart.yaml")) === "file";
  };
  return {
    files: all.filter((file) => !folders.some((parent) => isWithin(file, parent)) && !isTemplate(file)),
    kustomizations: rootsOf(folders, namedBy).filter((each) => kindOf(read.get(each) ?? {}) !== "Component"),
    /** The folders that a kustomization is built of. */
    partsOf: (folder: string) => reachedFrom([folder], namedBy),
  };
}

function reachedFrom(folders: readonly string[], namedBy: (folder: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set(folders);
  for (const folder of reached) for (const each of namedBy(folder)) reached.add(each);
  return reached;
}

/** The folders that no other one names, and one of each circle, so that each is part of some build. */
function rootsOf(folders: readonly string[], namedBy: (folder: string) => readonly string[]): readonly string[] {
  const named = new Set(folders.flatMap(namedBy));
  const roots = folders.filter((folder) => !named.has(folder));
  const reached = new Set(reachedFrom(roots, namedBy));
  for (const folder of folders) {
    if (reached.has(folder)) continue;
    roots.push(folder);
    for (const each of reachedFrom([folder], namedBy)) reached.add(each);
  }
  return roots;
}

/** The kustomization in a folder; an empty one for what cannot be read: the build says what is wrong with it. */
function kustomizationIn(tree: Tree, folder: string): JsonObject {
  const file = fileNames.map((name) => join(folder, name)).find((each) => tree.kindOf(each) === "file");
  try {
    const value = file === undefined ? {} : parseManifest(tree.read(file));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const foldersNamedBy = (folder: string, kustomization: JsonObject): readonly string[] =>
  ["resources", "bases", "components"].flatMap((field) =>
    itemsAt(kustomization, field).map((path) => join(folder, String(path))),
  );
