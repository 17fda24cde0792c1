import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, normalize, sep } from "node:path";
import { isRecord } from "../apimachinery/is-record.ts";
import { itemsAt } from "../kubectl/json-access.ts";
import { fileNames } from "../kubectl/kustomize/build.ts";
import { parseManifest } from "../kubectl/resource/documents.ts";
import { readKustomization } from "../validate/kustomization.ts";
import type { ReadFile } from "../validate/manifest.ts";
import type { SourceFile } from "../validate/report.ts";
import { diskFiles } from "./disk-files.ts";
import { filesBelow } from "./files-below.ts";
import { largestObjects, readBounded } from "./read-file.ts";
import { UsageError } from "./usage-error.ts";

/** What is validated together, in a server of its own: files, or what a kustomization is built to. */
export interface Unit {
  readonly files: readonly (SourceFile | ReadFile)[];
}

const standardInput = 0;
const mostFiles = 100_000;
const isManifest = (name: string): boolean => /\.(?:json|yaml|yml)$/i.test(name);
const isKustomization = (name: string): boolean => fileNames.includes(name);

/**
 * Reads what paths name: files, `-` for standard input, kustomizations (a folder with `kustomization.yaml`), and
 * folders with all manifests and kustomizations below. Kustomizations that others name, and templates of Helm charts,
 * are left out. Throws a UsageError for a path that is not there.
 */
export async function readUnits(paths: readonly string[]): Promise<readonly Unit[]> {
  const files: SourceFile[] = [];
  const kustomizations: string[] = [];
  for (const path of paths) {
    if (path === "-") files.push({ name: "stdin", text: readText(standardInput) });
    else if (kindOfPath(path) === "file")
      if (isKustomization(basename(path))) kustomizations.push(dirname(path));
      else files.push(readFile(path));
    else {
      const found = manifestsBelow(path);
      files.push(...found.files.map((file) => ({ ...readFile(file), isFound: true })));
      kustomizations.push(...found.kustomizations);
    }
  }
  const built = await Promise.all(
    kustomizations.map(async (folder) => ({ files: [await readKustomization(diskFiles, folder)] })),
  );
  return files.length === 0 ? built : [{ files }, ...built];
}

/** Reads the files of paths, without kustomizations. Throws a UsageError for a path that is not there. */
export const readFiles = (paths: readonly string[]): readonly SourceFile[] =>
  paths.flatMap((path) =>
    kindOfPath(path) === "file"
      ? [readFile(path)]
      : filesBelow(path, isManifest, mostFiles).map((file) => ({ ...readFile(file), isFound: true })),
  );

const readText = (file: string | number): string => readBounded(file, largestObjects).toString("utf8");

const readFile = (path: string): SourceFile => ({ name: normalize(path), text: readText(path) });

function kindOfPath(path: string): "file" | "folder" {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`the path "${path}" does not exist`);
  return found.isDirectory() ? "folder" : "file";
}

/** The manifests below a folder, and the folders of kustomizations that no other one names. */
function manifestsBelow(folder: string) {
  const all = filesBelow(folder, (name) => isManifest(name) || isKustomization(name), mostFiles);
  const folders = all.filter((file) => isKustomization(basename(file))).map(dirname);
  const named = new Set(folders.flatMap(foldersNamedBy));
  const isWithin = (file: string, parent: string): boolean =>
    parent === "." || file === parent || file.startsWith(`${parent}${sep}`);
  const isTemplate = (file: string): boolean => {
    const parts = dirname(file).split(sep);
    const at = parts.lastIndexOf("templates");
    return at >= 0 && existsSync(join(parts.slice(0, at).join(sep), "Chart.yaml"));
  };
  return {
    files: all.filter((file) => !folders.some((parent) => isWithin(file, parent)) && !isTemplate(file)),
    kustomizations: folders.filter((each) => !named.has(each) && !isComponent(each)),
  };
}

function kustomizationOf(folder: string) {
  const file = fileNames.map((name) => join(folder, name)).find((each) => existsSync(each));
  try {
    const value = file === undefined ? {} : parseManifest(readText(file));
    return isRecord(value) ? value : {};
  } catch {
    return {}; // the build says what is wrong with it
  }
}

const isComponent = (folder: string): boolean => kustomizationOf(folder)["kind"] === "Component";

function foldersNamedBy(folder: string): readonly string[] {
  const kustomization = kustomizationOf(folder);
  return ["resources", "bases", "components"].flatMap((field) =>
    itemsAt(kustomization, field).map((path) => join(folder, String(path))),
  );
}
