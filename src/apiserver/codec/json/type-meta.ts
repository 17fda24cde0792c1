import type { GroupVersion, GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { typeMetaStruct } from "../../../apimachinery/json/type-name.ts";
import { isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { DocumentError } from "../document.ts";
import { lastOfRepeated, RepeatedMembers, type Document } from "./repeated-members.ts";
import { valueName } from "./value-name.ts";

const parseFailure = (message: string): DocumentError =>
  new DocumentError("syntax", `couldn't get version/kind; json parse error: ${message}`);

/** Creates the error for invalid JSON, as reported when version and kind are read. */
export const syntaxFailure = (error: Error): DocumentError => parseFailure(error.message);

/** Returns an object without kind and apiVersion, as for list items and stored objects. */
export function withoutTypeMeta(object: KubeObject): Omit<KubeObject, "kind" | "apiVersion"> {
  if (object.apiVersion === undefined && object.kind === undefined) return object;
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return rest;
}

/** Splits an apiVersion (schema.ParseGroupVersion). */
export function parseGroupVersion(apiVersion: string): GroupVersion {
  if (apiVersion === "" || apiVersion === "/") return { group: "", version: "" };
  const slash = apiVersion.indexOf("/");
  if (slash < 0) return { group: "", version: apiVersion };
  if (apiVersion.indexOf("/", slash + 1) >= 0)
    throw new DocumentError("syntax", `unexpected GroupVersion string: ${apiVersion}`);
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/**
 * Returns the GroupVersionKind of an apiVersion and a kind. For an invalid apiVersion, the group and version are empty
 * and the kind is `none` (TypeMeta.GroupVersionKind).
 */
export function gvkOrNone(apiVersion: string, kind: string, none = kind): GroupVersionKind {
  try {
    return { ...parseGroupVersion(apiVersion), kind };
  } catch (error) {
    if (error instanceof DocumentError) return { group: "", version: "", kind: none };
    throw error;
  }
}

/**
 * Reads the GroupVersionKind of a document (json.SimpleMetaFactory.Interpret). Member names match in any case, the last
 * match counts, and null or absent members are "".
 */
export function interpret(value: JsonValue): GroupVersionKind {
  if (value === null) return { group: "", version: "", kind: "" };
  if (!isObject(value))
    throw parseFailure(`json: cannot unmarshal ${valueName(value)} into Go value of type ${typeMetaStruct}`);
  const found = { apiVersion: "", kind: "" };
  for (const name in value) readMember(found, name, value[name] ?? null);
  return gvkOf(found);
}

/**
 * Reads the GroupVersionKind of a document with duplicate members, each of which must be of the right type. A null
 * leaves what an earlier one says.
 */
export function interpretRepeated(document: Document): GroupVersionKind {
  if (!(document instanceof RepeatedMembers)) return interpret(lastOfRepeated(document));
  const found = { apiVersion: "", kind: "" };
  for (const [name, value] of document.entries) readMember(found, name, value);
  return gvkOf(found);
}

function readMember(found: { apiVersion: string; kind: string }, name: string, value: Document): void {
  const member = typeMetaMember(name);
  if (member === undefined) return;
  if (typeof value === "string") found[member] = value;
  else if (value !== null)
    throw parseFailure(`json: cannot unmarshal ${valueName(value)} into Go struct field .${member} of type string`);
}

function gvkOf({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): GroupVersionKind {
  const { group, version } = parseGroupVersion(apiVersion);
  return { group, version, kind };
}

function typeMetaMember(name: string): "apiVersion" | "kind" | undefined {
  if (name === "kind" || name === "apiVersion") return name;
  if (name.length === 4) return name.toLowerCase() === "kind" ? "kind" : undefined;
  return name.length === 10 && name.toLowerCase() === "apiversion" ? "apiVersion" : undefined;
}

/** Completes a GroupVersionKind with defaults (json.gvkWithDefaults). */
export function withDefaults(actual: GroupVersionKind, defaults: GroupVersionKind): GroupVersionKind {
  const kind = actual.kind || defaults.kind;
  const versionless = actual.version === "" && (actual.group === "" || actual.group === defaults.group);
  return versionless
    ? { group: defaults.group, version: defaults.version, kind }
    : { group: actual.group, version: actual.version, kind };
}
