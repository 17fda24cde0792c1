import { sha256 } from "@noble/hashes/sha2.js";
import { base64OfBytes } from "../../apimachinery/base64.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { shortHash } from "../commands/create/append-hash.ts";
import { itemsAt, kindOf, nameOf, objectAt, textAt, valueAt, withValueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { idOf, idsOf, idText, isSameId, newResource, rememberId, type Resource } from "./resource.ts";
import { textsOf } from "./transformers.ts";

/** Reads a file that a kustomization names. Throws a KubectlError if there is none. */
export type ReadFile = (path: string) => Promise<string>;

/** Makes the ConfigMap or Secret that an entry of a kustomization describes (ConfigMapGenerator, SecretGenerator). */
export async function generate(
  kind: "ConfigMap" | "Secret",
  entry: JsonValue,
  globalOptions: JsonObject,
  read: ReadFile,
  configuredIn: string,
): Promise<Resource> {
  const name = textAt(entry, "name");
  if (name === "") throw new KubectlError("a configmap must have a name");
  const data = await dataOf(name, entry, read);
  const own = objectAt(entry, "options");
  const option = (member: string): boolean => [own, globalOptions].some((each) => textAt(each, member) === "true");
  const pairs = (member: string): JsonObject =>
    textsOf({ ...objectAt(globalOptions, member), ...objectAt(own, member) });
  const metadata = {
    name,
    ...(textAt(entry, "namespace") !== "" && { namespace: textAt(entry, "namespace") }),
    ...nonEmpty("labels", pairs("labels")),
    ...nonEmpty("annotations", pairs("annotations")),
  };
  const encoded = Object.entries(data).map(([key, text]) => [key, base64Lines(text)]);
  const object = {
    apiVersion: "v1",
    kind,
    metadata,
    ...nonEmpty("data", kind === "Secret" ? Object.fromEntries(encoded) : data),
    ...(kind === "Secret" && { type: textAt(entry, "type") || "Opaque" }),
    ...(option("immutable") && { immutable: true }),
  };
  const origin = { path: configuredIn, generator: `${kind}Generator` };
  return newResource(object, !option("disableNameSuffixHash"), origin);
}

const base64Line = 70;

/** The base64 of a text, in lines if it is long (generators.encodeBase64). */
function base64Lines(text: string): string {
  const encoded = base64OfBytes(new TextEncoder().encode(text));
  return encoded.length < base64Line ? encoded : encoded.replace(/.{1,70}/g, "$&\n");
}

const nonEmpty = (name: string, map: JsonObject): JsonObject => (Object.keys(map).length === 0 ? {} : { [name]: map });

/** The keys and values of `envs`, `files` and `literals` (kv.Loader). */
async function dataOf(name: string, entry: JsonValue, read: ReadFile): Promise<Readonly<Record<string, string>>> {
  const data: Record<string, string> = {};
  const add = (key: string, value: string): void => {
    if (Object.hasOwn(data, key)) throw new KubectlError(`configmap ${name} illegally repeats the key \`${key}\``);
    data[key] = value;
  };
  const texts = (member: string): readonly string[] => itemsAt(entry, member).map((each) => textAt({ each }, "each"));
  const env = textAt(entry, "env");
  for (const path of [...texts("envs"), ...(env === "" ? [] : [env])])
    for (const line of (await readSource(read, "env source files", path))
      .split("\n")
      .map((each) => each.trimStart().replace(/\r$/, ""))) {
      if (line === "" || line.startsWith("#")) continue;
      const equals = line.indexOf("=");
      if (equals !== 0) add(equals < 0 ? line : line.slice(0, equals), equals < 0 ? "" : line.slice(equals + 1));
    }
  for (const source of texts("files")) {
    const [first = "", ...more] = source.split("=");
    if (more.length > 1)
      throw new KubectlError(
        `loading KV pairs: file sources: [${texts("files").join(" ")}]: source ${quoteGo(source)} key name or file path contains '='`,
      );
    const [path = first] = more;
    add(more.length === 0 ? (path.split("/").at(-1) ?? path) : first, await readSource(read, "file sources", path));
  }
  for (const literal of texts("literals")) {
    const equals = literal.indexOf("=");
    if (equals < 1)
      throw new KubectlError(
        `loading KV pairs: literal sources [${texts("literals").join(" ")}]: invalid literal source ${literal}, expected key=value`,
      );
    add(literal.slice(0, equals), literal.slice(equals + 1).replace(/^(["'])([^]*)\1$/, "$2"));
  }
  return data;
}

async function readSource(read: ReadFile, what: string, path: string): Promise<string> {
  try {
    return await read(path);
  } catch (error) {
    throw new KubectlError(`loading KV pairs: ${what}: [${path}]: ${messageOf(error)}`);
  }
}

/** Adds a generated object to others, or merges it into one of them as its `behavior` says (ResMap.AbsorbAll). */
export function absorb(resources: Resource[], made: Resource, behavior: string): void {
  const id = idOf(made.object);
  const at = resources.findIndex((resource) => idsOf(resource).some((each) => isSameId(each, id)));
  const old = resources[at];
  if (behavior !== "merge" && behavior !== "replace") {
    if (old !== undefined)
      throw new KubectlError(`merging from generator: id ${idText(id)} exists; behavior must be merge or replace`);
    resources.push(made);
    return;
  }
  if (old === undefined)
    throw new KubectlError(`merging from generator: id ${idText(id)} does not exist; cannot merge or replace`);
  const merged = (member: string): JsonObject => ({
    ...objectAt(old.object, "metadata", member),
    ...objectAt(made.object, "metadata", member),
  });
  const metadata = {
    ...objectAt(old.object, "metadata"),
    ...nonEmpty("labels", merged("labels")),
    ...nonEmpty("annotations", merged("annotations")),
  };
  const data = { ...(behavior === "merge" && objectAt(old.object, "data")), ...objectAt(made.object, "data") };
  resources[at] = { ...old, object: { ...made.object, metadata, ...nonEmpty("data", data) }, hashed: made.hashed };
}

/** Ends the names of generated objects with a hash of their content, not of their name (HashTransformer). */
export function addHashes(resources: readonly Resource[]): void {
  for (const resource of resources) {
    if (!resource.hashed) continue;
    const { object } = resource;
    const kind = kindOf(object);
    const other = kind === "Secret" ? "stringData" : "binaryData";
    const content = {
      kind,
      name: "",
      data: valueAt(object, "data") ?? "",
      ...(kind === "Secret" && { type: textAt(object, "type") }),
      ...(object[other] !== undefined && { [other]: object[other] }),
    };
    rememberId(resource);
    const hash = shortHash(sha256(new TextEncoder().encode(encodeJson(content))));
    resource.object = withValueAt(object, ["metadata", "name"], `${nameOf(object)}-${hash}`);
  }
}
