import { decodeJson } from "../../apimachinery/json/decode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { parseYaml } from "../../apiserver/codec/yaml/parser.ts";
import { yamlToJson } from "../../apiserver/codec/yaml/to-json.ts";
import type { ServedResource } from "../../client/discovery.ts";
import type { Invocation } from "../invocation.ts";
import { parseLabelSelector } from "../../apimachinery/labels/parse.ts";
import { itemsAt, kindOf, nameOf, namespaceOf, objectAt, textAt } from "../json-access.ts";
import { KubectlError, messageOf, throwAll } from "../kubectl-error.ts";
import type { Info } from "./info.ts";
import { mapperOf } from "./mapper-of.ts";
import { documentsOf } from "./documents.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isBuiltIn } from "./built-in.ts";

/** A file of manifests. */
interface Source {
  readonly name: string;
  readonly text: string;
}

const isManifest = (name: string): boolean => /\.(?:json|yaml|yml)$/.test(name);

/** Reads the files of `-f`, `-k` and `-R`. Throws a KubectlError in kubectl's words. */
async function readSources(invocation: Invocation): Promise<readonly Source[]> {
  const { flags, session, stdin, err } = invocation;
  if (flags.text("kustomize") !== "") {
    if (flags.list("filename").length > 0) throw new KubectlError("only one of -f or -k can be specified");
    const { buildKustomization } = await import("../kustomize/build.ts");
    const name = flags.text("kustomize");
    return [{ name, text: await buildKustomization({ files: session.files, warn: err }, name) }];
  }
  const sources: Source[] = [];
  const errors: unknown[] = [];
  for (const path of flags.list("filename")) {
    try {
      if (path === "-") sources.push({ name: "STDIN", text: stdin });
      else sources.push(...(await readPath(invocation, path)));
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
  return sources;
}

/** Throws what kubectl says of files that cannot be read. */
export async function checkFiles(invocation: Invocation): Promise<void> {
  if (invocation.flags.text("kustomize") === "") await readSources(invocation);
}

async function readPath({ session, flags }: Invocation, path: string): Promise<readonly Source[]> {
  if (/^https?:\/\//.test(path))
    throw new KubectlError(`unable to read URL ${quoteGo(path)}: files of other servers cannot be read here`);
  const text = await session.files.read(path);
  if (text !== undefined) return [{ name: path, text }];
  const names = await session.files.list(path);
  if (names === undefined) throw new KubectlError(`the path ${quoteGo(path)} does not exist`);
  const direct = names.filter((name) => isManifest(name) && (flags.bool("recursive") || !name.includes("/")));
  if (direct.length === 0)
    throw new KubectlError(`error reading [${path}]: recognized file extensions are [.json .yaml .yml]`);
  const folder = path.replace(/\/$/, "");
  return Promise.all(
    direct.map(async (name) => ({
      name: `${folder}/${name}`,
      text: (await session.files.read(`${folder}/${name}`)) ?? "",
    })),
  );
}

/**
 * The objects of `-f`, in order, lists as their items; with `local`, as they are written, and of a scheme of Go types
 * if one is given. Throws what kubectl says of what it cannot read.
 */
export async function manifestInfos(invocation: Invocation, local = false, scheme?: string): Promise<readonly Info[]> {
  const entries: (Info | Unread)[] = [];
  const selector = selectorOf(invocation);
  const read = (await readSources(invocation)).flatMap(({ name, text }) =>
    documentsOf(text).map((document) => ({ name, document })),
  );
  for (const { name, document } of read) {
    try {
      const value = parsedDocument(name, document);
      if (value === null) continue;
      entries.push(
        ...(await Promise.all(
          flattened(name, value, validates(invocation)).map((object) =>
            infoOf(invocation, object, name, local, scheme),
          ),
        )),
      );
    } catch (error) {
      entries.push(new Unread(error));
    }
  }
  const infos = entries.flatMap((entry) =>
    entry instanceof Unread || selector?.(entry.object) === false ? [] : [entry],
  );
  if (entries.length > infos.length) inOrder.set(infos, entries);
  if (infos.length === 0) throwAll(await partErrors(invocation, infos));
  if (infos.length === 0 && needsObjects.has(verbOf(invocation)))
    throw new KubectlError(`no objects passed to ${verbOf(invocation)}`);
  return infos;
}

/** A manifest that cannot be read. */
class Unread {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** The manifests of which some could not be read, in order. */
const inOrder = new WeakMap<readonly Info[], readonly (Info | Unread)[]>();

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
  read: (info: Info) => Promise<Info> = (info) => Promise.resolve(info),
): Promise<readonly unknown[]> {
  const visiting: unknown[] = [];
  const reading: unknown[] = [];
  for (const entry of inOrder.get(infos) ?? infos) {
    if (entry instanceof Unread) {
      if (entry.error instanceof NoMatchError) await lookForDefinition(invocation);
      reading.push(entry.error);
    } else if (infos.includes(entry)) {
      const info = await read(entry).catch((error: unknown) => void reading.push(error));
      if (info !== undefined) await visit(info).catch((error: unknown) => visiting.push(error));
    }
  }
  return [...visiting, ...reading];
}

/** What `-l` selects of manifests; undefined without it. */
function selectorOf({ flags }: Invocation): ((object: JsonObject) => boolean) | undefined {
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
  const values = documentsOf(text).map((document) => parsedDocument(name, document));
  const objects = values.filter((value) => value !== null).flatMap((value) => flattened(name, value));
  return Promise.all(
    objects.map(async (object) => {
      try {
        return { ...(await infoOf(invocation, object, name, false)), object };
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

function parsedDocument(name: string, text: string): JsonValue {
  try {
    return decodeJson(yamlToJson(parseYaml(text)).json);
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

function flattened(name: string, value: JsonValue, validated = false): readonly JsonObject[] {
  if (!isObject(value) && validated) throw invalidData(name, "invalid object to validate");
  if (!isObject(value))
    throw new KubectlError(
      `unable to decode ${quoteGo(name)}: json: cannot unmarshal ${jsonType(value)} into Go value of type unstructured.detector`,
    );
  if (!kindOf(value).endsWith("List") || value["items"] === undefined) return [value];
  return itemsAt(value, "items").filter(isObject);
}

async function infoOf(
  invocation: Invocation,
  object: JsonObject,
  source: string,
  local: boolean,
  scheme?: string,
): Promise<Info> {
  const [apiVersion, kind] = [textAt(object, "apiVersion"), kindOf(object)];
  const quoted = quoteGo(source);
  const missing = [...(apiVersion === "" ? ["apiVersion not set"] : []), ...(kind === "" ? ["kind not set"] : [])];
  if (missing.length > 0 && validates(invocation))
    throw invalidData(source, missing.length > 1 ? `[${missing.join(", ")}]` : (missing[0] ?? ""));
  if (kind === "")
    throw new KubectlError(`unable to decode ${quoted}: Object 'Kind' is missing in '${JSON.stringify(object)}'`);
  if (apiVersion === "") throw invalidData(source, "apiVersion not set");
  const mistyped = metadataProblem(object);
  if (mistyped !== undefined) throw new KubectlError(`unable to decode ${quoted}: ${mistyped}`);
  const mapper = await mapperOf(invocation);
  const resource = mapper.ofKind(apiVersion, kind) ?? (await mapperOf(invocation, true)).ofKind(apiVersion, kind);
  if (local) {
    const known = resource ?? unknownResource(apiVersion, kind);
    if (scheme !== undefined && !isBuiltIn(known))
      throw new KubectlError(`unable to decode ${quoted}: ${notRegistered(apiVersion, kind).message}`);
    return { resource: known, source, name: nameOf(object), object, namespace: namespaceOf(object) };
  }
  if (resource === undefined)
    throw new NoMatchError(
      `resource mapping not found for name: ${quoteGo(nameOf(object))} namespace: ${quoteGo(namespaceOf(object))} from ${quoted}: no matches for kind ${quoteGo(kind)} in version ${quoteGo(apiVersion)}\nensure CRDs are installed first`,
    );
  return {
    resource,
    source,
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
  if (!namespaced) return object;
  const own = namespaceOf(object);
  if (own === "") {
    const metadata = isObject(object["metadata"]) ? object["metadata"] : {};
    return { ...object, metadata: { ...metadata, namespace } };
  }
  if (hasNamespace && own !== namespace)
    throw new KubectlError(
      `the namespace from the provided object ${quoteGo(own)} does not match the namespace ${quoteGo(namespace)}. You must pass '--namespace=${own}' to perform this operation.`,
    );
  return object;
}
