import { messageOf } from "../apimachinery/message-of.ts";
import { cleanPath } from "../apimachinery/clean-path.ts";
import { kindOf, itemsAt, nameOf, textAt } from "../kubectl/json-access.ts";
import { buildResources, fileNames } from "../kubectl/kustomize/build.ts";
import { idOf, type Origin, type Resource } from "../kubectl/kustomize/resource.ts";
import { badSeparator, parseManifest } from "../kubectl/resource/documents.ts";
import type { Files } from "../kubectl/session.ts";
import { KnownDocuments, readManifests, type Manifest, type ReadFile } from "./manifest.ts";
import type { SourceFile } from "./report.ts";
import { lineOfError } from "./findings.ts";
import type { SourceText, Unreadable } from "./source-text.ts";

/** Builds the kustomization of a folder; what it is built of are the places of its objects. */
export async function readKustomization(files: Files, folder: string, known = new KnownDocuments()): Promise<ReadFile> {
  const path = (name: string): string => cleanPath(folder === "" || folder === "." ? name : `${folder}/${name}`);
  const names = await Promise.all(fileNames.map(async (name) => ({ name, text: await files.read(path(name)) })));
  const { name = "kustomization.yaml", text = "" } = names.find((each) => each.text !== undefined) ?? {};
  const own: SourceText = { file: path(name), text, line: 0, template: "" };
  const read: SourceFile[] = [];
  const recording: Files = {
    ...files,
    read: async (file) => {
      const text = await files.read(file);
      if (text !== undefined) read.push({ name: file, text });
      return text;
    },
  };
  try {
    const resources = await buildResources({ files: recording, warn: () => undefined }, folder);
    const sources = new Sources(files, own, path, known);
    return { manifests: await Promise.all(resources.map((resource) => sources.manifestOf(resource))), unreadable: [] };
  } catch (error) {
    const unreadable = unreadableOf(messageOf(error), read, known);
    if (unreadable.length > 0) return { manifests: [], unreadable };
    return { manifests: [], unreadable: [{ ...placeNamedBy(messageOf(error), read, own), message: messageOf(error) }] };
  }
}

/** Returns what cannot be read of the files that an error is about: the one that it names, or one with a separator. */
function unreadableOf(message: string, read: readonly SourceFile[], known: KnownDocuments): readonly Unreadable[] {
  const malformed = /MalformedYAMLError: [\s\S]* in File: (.*)$/.exec(message)?.[1];
  const isSeparator = message.includes("invalid document separator: ");
  return [...new Map(read.map((file) => [file.name, file])).values()]
    .filter(({ name }) => isSeparator || (malformed !== undefined && isAt(name, cleanPath(malformed))))
    .flatMap((file) => readManifests(file, known).unreadable)
    .filter((each) => !isSeparator || each.message.startsWith(badSeparator));
}

/** Returns the line of what an error names, in the kustomization read last that has it; else the first line. */
function placeNamedBy(message: string, read: readonly SourceFile[], own: SourceText): Omit<Unreadable, "message"> {
  const kustomizations = read
    .filter(({ name }) => fileNames.includes(name.slice(name.lastIndexOf("/") + 1)))
    .map(({ name, text }): SourceText => ({ file: name, text, line: 0, template: "" }))
    .toReversed();
  const [last] = kustomizations;
  if (last !== undefined && /\byaml: line \d+/.test(message))
    return { source: last, line: lineOfError(message, last.text) };
  const field = /Go struct field \w+\.([\w.]+) of type/.exec(message)?.[1];
  if (field !== undefined && last !== undefined) return { source: last, line: lineOfField(field, last.text) };
  // names of files and fields; words of the sentence are none
  const quoted = [...message.matchAll(/['"[]([^\s'"[\]]+)(?=['"\]])/g)].map(([, name]) => name);
  const paths = message.split(/[\s'"[\]]/).filter((word) => /[./]/.test(word));
  const names = new Set([...quoted, ...paths.map((path) => path.replace(/:$/, ""))]);
  for (const source of kustomizations) {
    const line = source.text.split("\n").findIndex((each) => scalarsOf(each).some((scalar) => names.has(scalar)));
    if (line >= 0) return { source, line };
  }
  return { source: own, line: 0 };
}

/** The line of a field whose path has the names of Go's embedded structs, too: the first one below its parents. */
const lineOfField = (path: string, text: string): number => {
  const lines = text.split("\n");
  const names = path.split(".").filter((name) => !/^[A-Z]/.test(name));
  return names.reduce((from, name) => {
    const found = lines.slice(from).findIndex((line) => line.includes(`${name}:`) || line.includes(`"${name}"`));
    return found < 0 ? from : from + found;
  }, 0);
};

/** The scalars of a line, as far as no style of quotes is needed to tell. */
const scalarsOf = (line: string): readonly string[] => line.split(/[\s='"[\]{},]+|:(?=\s|$)/);

/** Whether a path ends with a path that a kustomization names, whose first steps may lead out of its folder. */
const isAt = (file: string, named: string): boolean => `/${file}`.endsWith(`/${named.replace(/^(?:\.\.\/)+/, "")}`);

/** Finds the texts that objects of a kustomization are built of. */
class Sources {
  readonly #files: Files;
  readonly #own: SourceText;
  readonly #path: (name: string) => string;
  readonly #known: KnownDocuments;
  readonly #read = new Map<string, Promise<readonly Manifest[]>>();

  constructor(files: Files, own: SourceText, path: (name: string) => string, known: KnownDocuments) {
    this.#known = known;
    this.#files = files;
    this.#own = own;
    this.#path = path;
  }

  async manifestOf(resource: Resource): Promise<Manifest> {
    const { origin } = resource;
    const object = this.#known.same(resource.object);
    const built = { object, duplicates: [], expectations: [] };
    const written = origin === undefined ? undefined : await this.#written({ ...resource, object }, origin);
    return written ?? { ...built, source: this.#own, path: [] };
  }

  async #written({ object, previous }: Resource, { path, generator }: Origin): Promise<Manifest | undefined> {
    const file = this.#path(path);
    const built = { object, duplicates: [] };
    const { kind, name } = previous[0] ?? idOf(object);
    if (generator !== undefined) {
      const text = await this.#files.read(file);
      if (text === undefined) return undefined;
      const field = kind === "Secret" ? "secretGenerator" : "configMapGenerator";
      const index = itemsAt(parseManifest(text), field).findIndex((entry) => textAt(entry, "name") === name);
      const source = { file, text, line: 0, template: "" };
      return { ...built, source, path: index < 0 ? [] : [field, String(index)], expectations: [] };
    }
    const found = (await this.#manifestsOf(file)).find(
      (each) => kindOf(each.object) === kind && nameOf(each.object) === name,
    );
    return found && { ...found, ...built };
  }

  #manifestsOf(file: string): Promise<readonly Manifest[]> {
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const reading = this.#files
      .read(file)
      .then((text) => (text === undefined ? [] : readManifests({ name: file, text }, this.#known).manifests));
    this.#read.set(file, reading);
    return reading;
  }
}
