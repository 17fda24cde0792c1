import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { isList, isMap, type Json, type JsonMap } from "../conformance/recorded-case.ts";

/** An object of a manifest. */
export interface Manifest {
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly object: JsonMap;
  /** The text of the object's document. */
  readonly yaml: string;
}

/** Returns the objects in the YAML files of a folder and those in it. Templates and malformed files are left out. */
export function readManifests(folder: string): readonly Manifest[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return files.flatMap((file) => manifestsIn(file, readFileSync(file, "utf8")));
}

function manifestsIn(file: string, text: string): readonly Manifest[] {
  if (/\{\{|\{%|\$\{/.test(text)) return [];
  const found: Manifest[] = [];
  for (const document of parseAllDocuments(text, { logLevel: "silent" })) {
    if ("empty" in document || document.errors.length > 0 || document.contents === null) continue;
    const value = jsonOf(() => document.toJS({ maxAliasCount: 100 }) as Json);
    const [from, , to] = document.contents.range ?? [0, 0, 0];
    // The first line of a document may be indented.
    const yaml = text.slice(text.lastIndexOf("\n", from) + 1, to);
    if (value !== undefined) found.push(...objectsOf(file, value, yaml));
  }
  return found;
}

function jsonOf(read: () => Json): Json | undefined {
  try {
    return JSON.parse(JSON.stringify(read())) as Json;
  } catch {
    return undefined; // a value that is no JSON
  }
}

function objectsOf(file: string, value: Json, yaml: string): readonly Manifest[] {
  if (!isMap(value)) return [];
  const { apiVersion, kind, items } = value;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return [];
  if (kind === "List" && isList(items)) return items.flatMap((item) => objectsOf(file, item, JSON.stringify(item)));
  return [{ file, apiVersion, kind, object: value, yaml }];
}
