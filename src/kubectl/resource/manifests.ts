import { pushAll } from "../../apimachinery/long-lists.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { ServedResource } from "../../client/discovery.ts";
import type { Invocation } from "../invocation.ts";
import { parseLabelSelector } from "../../apimachinery/labels/parse.ts";
import { itemsAt, kindOf, nameOf, namespaceOf, objectAt, textAt, withValueAt } from "../json-access.ts";
import { KubectlError, KubectlErrors, throwAll } from "../kubectl-error.ts";
import type { Info } from "./info.ts";
import { readSources, type Source } from "./manifest-files.ts";
import type { Finder, Verdict } from "./validate-manifest.ts";
import { lookUp, mapperOf } from "./mapper-of.ts";
import { badSeparator, type DocumentPart, documentPartsOf, parseInSlices } from "./documents.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { isBuiltIn } from "./built-in.ts";

/** How manifests are taken. */
interface ManifestOptions {
  /** As they are written: nothing is asked of the server. */
  readonly local?: boolean | undefined;
  /** The scheme of Go types that objects must be of; undefined for any kind. */
  readonly scheme?: string | undefined;
  /** Whatever `-l` says. */
  readonly unselected?: boolean;
  /** Without validation. */
  readonly unvalidated?: boolean;
}

/** The objects of `-f`, in order, lists as their items. Throws what kubectl says of what it cannot read. */
export async function manifestInfos(invocation: Invocation, options: ManifestOptions = {}): Promise<readonly Info[]> {
  const selector = options.unselected === true ? undefined : manifestSelector(invocation);
  const entries: Entry[] = [];
  for (const source of await readSources(invocation)) pushAll(entries, await entriesOf(invocation, source, options));
  const infos = entries.filter((entry) => isInfo(entry) && selector?.(entry.object) !== false).filter(isInfo);
  if (entries.length > infos.length) inOrder.set(infos, entries);
  if (infos.length === 0) throwAll(await partErrors(invocation, infos));
  if (infos.length === 0 && needsObjects.has(verbOf(invocation)))
    throw new KubectlError(`no objects passed to ${verbOf(invocation)}`);
  return infos;
}

/** A manifest that cannot be read. */
class Unread {
  readonly error: unknown;
  /** Whether the object was read, and only refused when it was visited. */
  readonly visited: boolean;
  constructor(error: unknown, visited = false) {
    this.error = error;
    this.visited = visited;
  }
}

/** A look at the definitions of custom resources, before an object is visited. */
class Lookup {
  readonly finder: Finder;
  constructor(finder: Finder) {
    this.finder = finder;
  }
}

/** What manifests come to, in order. */
type Entry = Info | Unread | Lookup;

const isInfo = (entry: Entry): entry is Info => !(entry instanceof Unread || entry instanceof Lookup);

/** The manifests of which some could not be read, in order. */
const inOrder = new WeakMap<readonly Info[], readonly Entry[]>();

/**
 * What a file comes to. What cannot be parsed or is not valid ends the file; an object that cannot be decoded does not
 * (resource.StreamVisitor).
 */
async function entriesOf(
  invocation: Invocation,
  { name, text, value: piped }: Source,
  { local = false, scheme, unvalidated = false }: ManifestOptions,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const part of piped === undefined ? documentPartsOf(text) : [undefined]) {
    try {
      const value = part === undefined ? piped : await parsedDocument(name, part);
      if (value === undefined || value === null) continue;
      const { problem, finder } = unvalidated ? {} : await verdictOf(invocation, value);
      if (finder !== undefined) entries.push(new Lookup(finder));
      if (problem !== undefined) throw invalidData(name, problem);
      pushAll(entries, await entriesOfValue(invocation, value, { source: name, local, scheme }));
    } catch (error) {
      return [...entries, new Unread(error)];
    }
  }
  return entries;
}

/** What validation says of a manifest; nothing where it is turned off, or where the server validates fields. */
async function verdictOf(invocation: Invocation, value: JsonValue): Promise<Verdict> {
  if (!validates(invocation) || (await isPatchable(invocation, value))) return {};
  return (await import("./validate-manifest.ts")).validate(invocation, value);
}

/** Reports whether the server takes patches of a value's kind, and then validates its fields. */
async function isPatchable(invocation: Invocation, value: JsonValue): Promise<boolean> {
  const kind = kindOf(value);
  if (kind === "" || !isObject(value) || typeof value["apiVersion"] !== "string") return false;
  const resource = (await mapperOf(invocation)).ofKind(value["apiVersion"], kind);
  return resource?.kind === kind && resource.verbs.includes("patch");
}

/** Where an object stands, and how it is taken. */
interface Reading {
  readonly source: string;
  readonly local: boolean;
  readonly scheme: string | undefined;
}

async function entriesOfValue(invocation: Invocation, value: JsonValue, reading: Reading): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const refused: unknown[] = [];
  const objects = await flattened(invocation, value, reading).catch((error: unknown) => void refused.push(error));
  for (const { object, list } of objects ?? []) {
    try {
      entries.push(await infoOf(invocation, object, { ...reading, list }));
    } catch (error) {
      if (error instanceof OtherNamespace) entries.push(new Unread(error, true));
      else refused.push(error);
    }
  }
  const [first] = refused;
  const error = refused.length > 1 ? new KubectlErrors(refused) : first;
  return refused.length === 0 ? entries : [...entries, new Unread(error)];
}

/** The errors of the manifests that could not be read beside these. */
export const partErrors = (invocation: Invocation, infos: readonly Info[]): Promise<readonly unknown[]> =>
  visitRead(invocation, infos, () => Promise.resolve());

/** The objects that stand before the first manifest that could not be read. */
export function readBeforeErrors(infos: readonly Info[]): readonly Info[] {
  const entries = inOrder.get(infos) ?? infos;
  const first = entries.findIndex((entry) => entry instanceof Unread);
  return first < 0 ? infos : infos.filter((info) => entries.indexOf(info) < first);
}

/**
 * Visits the objects of manifests in order, once they are read. Returns the errors: those of visits, then those of what
 * could not be read (resource.ContinueOnErrorVisitor).
 */
export async function visitRead(
  invocation: Invocation,
  infos: readonly Info[],
  visit: (info: Info) => Promise<void>,
  read: (info: Info) => Promise<Info | undefined> = (info) => Promise.resolve(info),
): Promise<readonly unknown[]> {
  const visiting: unknown[] = [];
  const reading: unknown[] = [];
  const found = new Set<Finder>();
  for (const entry of inOrder.get(infos) ?? infos) {
    if (entry instanceof Lookup) {
      if (!found.has(entry.finder)) await lookForDefinition(invocation);
      found.add(entry.finder);
    } else if (entry instanceof Unread) (entry.visited ? visiting : reading).push(entry.error);
    else if (infos.includes(entry)) {
      const info = await read(entry).catch((error: unknown) => void reading.push(error));
      if (info !== undefined) await visit(info).catch((error: unknown) => visiting.push(error));
    }
  }
  return [...visiting, ...reading];
}

/** What `-l` selects of manifests; undefined without it. */
export function manifestSelector({ flags }: Invocation): ((object: JsonObject) => boolean) | undefined {
  const text = flags.text("selector");
  if (text === "") return undefined;
  try {
    const selector = parseLabelSelector(text);
    return (object) => selector.matches(labelsOf(object));
  } catch (error) {
    throw new KubectlError(`the provided selector ${quoteGo(text)} is not valid: ${messageOf(error)}`);
  }
}

const labelsOf = (object: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(objectAt(object, "metadata", "labels")).map(([key, value]) => [key, String(value)]),
  );

/** The objects of a text that was not read from a file, with the namespaces that they name themselves. */
export async function textInfos(invocation: Invocation, name: string, text: string): Promise<readonly Info[]> {
  const values = await Promise.all(documentPartsOf(text).map((part) => parsedDocument(name, part)));
  const reading = { source: name, local: false, scheme: undefined };
  const found = await Promise.all(
    values.filter((value) => value !== null).map((value) => flattened(invocation, value, reading)),
  );
  return Promise.all(
    found.flat().map(async ({ object, list }) => {
      try {
        return { ...(await infoOf(invocation, object, { ...reading, list })), object };
      } catch (error) {
        const isOwn = invocation.flags.text("subresource") === "";
        if (error instanceof NoMatchError && isOwn) await lookForDefinition(invocation);
        throw error;
      }
    }),
  );
}

/** The commands for which no objects are an error. */
const needsObjects = new Set(["apply", "create", "replace", "scale", "patch", "autoscale"]);

const verbOf = ({ path }: Invocation): string => path.split(" ").at(-1) ?? "";

async function parsedDocument(name: string, { text, badEnd }: DocumentPart): Promise<JsonValue> {
  if (badEnd !== undefined) throw new KubectlError(`error parsing ${name}: ${badSeparator}${badEnd}`);
  try {
    return await parseInSlices(text);
  } catch (error) {
    const isCut = /^\s*\{\s*"/.test(text) && (text.match(/[{[]/g)?.length ?? 0) > (text.match(/[}\]]/g)?.length ?? 0);
    if (isCut) throw new KubectlError(`error parsing ${name}: unexpected EOF`);
    throw new KubectlError(`error parsing ${name}: error converting YAML to JSON: ${messageOf(error)}`);
  }
}

/** Reports whether objects are validated before they are sent. */
const validates = ({ flags }: Invocation): boolean =>
  flags.has("validate") && !["false", "ignore"].includes(flags.text("validate"));

const invalidData = (name: string, problem: string): KubectlError =>
  new KubectlError(
    `error validating ${quoteGo(name)}: error validating data: ${problem}; if you choose to ignore these errors, turn validation off with --validate=false`,
  );

/** An object of a manifest, and the list whose item it is, if it is one. */
interface Flattened {
  readonly object: JsonObject;
  readonly list: JsonObject | undefined;
}

/** The objects of a value: the items of a list, or itself (resource.FlattenListVisitor). Throws a KubectlError. */
async function flattened(invocation: Invocation, value: JsonValue, reading: Reading): Promise<readonly Flattened[]> {
  const quoted = quoteGo(reading.source);
  if (!isObject(value))
    throw new KubectlError(
      `unable to decode ${quoted}: json: cannot unmarshal ${jsonType(value)} into Go value of type unstructured.detector`,
    );
  if ((value["items"] ?? null) === null) return [{ object: value, list: undefined }];
  checkDecoded(value, quoted);
  const type = { apiVersion: textAt(value, "apiVersion"), kind: kindOf(value).replace(/List$/, "") };
  const isAnyList = type.apiVersion === "v1" && type.kind === "";
  if (!reading.local && !isAnyList) await resourceOf(invocation, value, reading.source);
  const items = itemsAt(value, "items").filter(isObject);
  if (items.some((item) => isList(item["items"])))
    throw new KubectlError("*unstructured.Unstructured is not a list: no Items field in this object");
  return items.map((item) => ({
    object: kindOf(item) + textAt(item, "apiVersion") === "" ? { ...item, ...type } : item,
    list: value,
  }));
}

/** Throws what stands against a value being an object at all. */
function checkDecoded(object: JsonObject, quoted: string): void {
  if (kindOf(object) === "")
    throw new KubectlError(`unable to decode ${quoted}: Object 'Kind' is missing in '${JSON.stringify(object)}'`);
  const mistyped = metadataProblem(object);
  if (mistyped !== undefined) throw new KubectlError(`unable to decode ${quoted}: ${mistyped}`);
}

/** Throws what stands against an item of a list being an object. */
function checkItem(object: JsonObject): void {
  const missing = (["kind", "apiVersion"] as const).find((member) => textAt(object, member) === "");
  if (missing === undefined) return;
  const text = missing === "kind" ? "Kind" : "apiVersion";
  throw new KubectlError(
    `unable to get type info from the object "*unstructured.Unstructured": Object '${text}' is missing in 'object has no ${missing} field '`,
  );
}

/** The resource of an object's kind; lists have that of their items. Throws a KubectlError if none is served. */
async function resourceOf(
  invocation: Invocation,
  object: JsonObject,
  source: string,
  inList = false,
): Promise<ServedResource> {
  const [apiVersion, kind] = [textAt(object, "apiVersion"), kindOf(object)];
  const found = await lookUp(invocation, (mapper) => mapper.ofKind(apiVersion, kind));
  if (found !== undefined) return found;
  const problem = `no matches for kind ${quoteGo(kind)} in version ${quoteGo(apiVersion)}`;
  throw new NoMatchError(
    inList
      ? `unable to recognize ${problem}`
      : `resource mapping not found for name: ${quoteGo(nameOf(object))} namespace: ${quoteGo(namespaceOf(object))} from ${quoteGo(source)}: ${problem}\nensure CRDs are installed first`,
  );
}

async function infoOf(
  invocation: Invocation,
  object: JsonObject,
  { source, local, scheme, list }: Reading & Pick<Flattened, "list">,
): Promise<Info> {
  const [apiVersion, kind] = [textAt(object, "apiVersion"), kindOf(object)];
  const quoted = quoteGo(source);
  if (list !== undefined) checkItem(object);
  else checkDecoded(object, quoted);
  if (local) {
    const known = (await mapperOf(invocation)).ofKind(apiVersion, kind) ?? unknownResource(apiVersion, kind);
    if (scheme !== undefined && !isBuiltIn(known))
      throw new KubectlError(`unable to decode ${quoted}: ${notRegistered(apiVersion, kind).message}`);
    return { resource: known, source, name: nameOf(object), object, namespace: namespaceOf(object) };
  }
  const resource = await resourceOf(invocation, object, source, list !== undefined);
  return {
    resource,
    source,
    list,
    name: nameOf(object),
    object: inNamespace(invocation, object, resource.namespaced),
    namespace: resource.namespaced ? namespaceOf(object) || invocation.namespace : "",
  };
}

/** What is known of a kind that the server does not serve. */
function unknownResource(apiVersion: string, kind: string): ServedResource {
  const [group = "", version] = apiVersion.split("/");
  const singular = kind.toLowerCase();
  const names = { kind, singular, resource: `${singular}s`, shortNames: [], categories: [], verbs: [] };
  const place = version === undefined ? { group: "", version: group } : { group, version };
  return { ...place, ...names, subresources: [], namespaced: true };
}

/** The error for a kind that is none of the types of a scheme of Go types (runtime.notRegisteredErr). */
export const notRegistered = (apiVersion: string, kind: string, scheme = "pkg/scheme/scheme.go:28"): KubectlError =>
  new KubectlError(`no kind ${quoteGo(kind)} is registered for version ${quoteGo(apiVersion)} in scheme "${scheme}"`);

/** The error for a kind that the server does not have. */
class NoMatchError extends KubectlError {}

/** The error for an object of another namespace than the one that was asked for. */
class OtherNamespace extends KubectlError {}

/** Lists definitions for a kind that is not served, as kubectl does before it validates (validation.crdFinder). */
async function lookForDefinition({ rest, flags }: Invocation): Promise<void> {
  if (!flags.has("validate") || ["false", "ignore"].includes(flags.text("validate"))) return;
  try {
    await rest.object({ method: "GET", path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions" });
  } catch {
    // What is not known of definitions does not stop the command, whose error is that of the kind.
  }
}

const textMembers = new Set(["generateName", "name", "namespace", "resourceVersion", "selfLink", "uid"]);

/** What is wrong with the types of an object's metadata, in the words of encoding/json; undefined if nothing is. */
function metadataProblem(object: JsonObject): string | undefined {
  const problem = (value: JsonValue, member: string, type: string): string =>
    `json: cannot unmarshal ${jsonType(value)} into Go struct field ObjectMeta.metadata.${member} of type ${type}`;
  for (const [member, value] of Object.entries(objectAt(object, "metadata"))) {
    if (value === null) continue;
    if (textMembers.has(member) && typeof value !== "string") return problem(value, member, "string");
    if (member !== "labels" && member !== "annotations") continue;
    if (!isObject(value)) return problem(value, member, "map[string]string");
    const odd = Object.values(value).find((each) => each !== null && typeof each !== "string");
    if (odd !== undefined) return problem(odd, member, "string");
  }
  return undefined;
}

const jsonType = (value: JsonValue): string =>
  Array.isArray(value)
    ? "array"
    : isObject(value)
      ? "object"
      : typeof value === "boolean"
        ? "bool"
        : typeof value === "string"
          ? "string"
          : "number";

function inNamespace({ namespace, hasNamespace }: Invocation, object: JsonObject, namespaced: boolean): JsonObject {
  if (!namespaced)
    return namespaceOf(object) === "" ? object : withValueAt(object, ["metadata", "namespace"], undefined);
  const own = namespaceOf(object);
  if (own === "") {
    const metadata = isObject(object["metadata"]) ? object["metadata"] : {};
    return { ...object, metadata: { ...metadata, namespace } };
  }
  if (hasNamespace && own !== namespace)
    throw new OtherNamespace(
      `the namespace from the provided object ${quoteGo(own)} does not match the namespace ${quoteGo(namespace)}. You must pass '--namespace=${own}' to perform this operation.`,
    );
  return object;
}
