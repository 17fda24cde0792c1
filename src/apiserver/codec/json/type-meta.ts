import type { GroupVersion, GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { DocumentError } from "../document.ts";
import { valueName } from "./value-name.ts";

const goStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

const parseFailure = (message: string): DocumentError =>
  new DocumentError("syntax", `couldn't get version/kind; json parse error: ${message}`);

/** Text of a document that is no JSON, as reading its version and kind reports it. */
export const syntaxFailure = (error: Error): DocumentError => parseFailure(error.message);

/** An object that does not say what it is: items of lists, and what is stored. */
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
 * What two texts say; an apiVersion that cannot be split counts as none, and `none` is the kind then
 * (TypeMeta.GroupVersionKind).
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
 * What a document says it is (json.SimpleMetaFactory.Interpret): names in any case, the last one counts, null and
 * absence are "".
 */
export function interpret(value: JsonValue): GroupVersionKind {
  if (value === null) return { group: "", version: "", kind: "" };
  if (!isObject(value))
    throw parseFailure(`json: cannot unmarshal ${valueName(value)} into Go value of type ${goStruct}`);
  const found = { apiVersion: "", kind: "" };
  for (const name in value) {
    const member = typeMetaMember(name);
    if (member === undefined) continue;
    const text = value[name] ?? null;
    if (typeof text === "string") found[member] = text;
    else if (text !== null)
      throw parseFailure(`json: cannot unmarshal ${valueName(text)} into Go struct field .${member} of type string`);
  }
  const { group, version } = parseGroupVersion(found.apiVersion);
  return { group, version, kind: found.kind };
}

function typeMetaMember(name: string): "apiVersion" | "kind" | undefined {
  if (name === "kind" || name === "apiVersion") return name;
  if (name.length === 4) return name.toLowerCase() === "kind" ? "kind" : undefined;
  return name.length === 10 && name.toLowerCase() === "apiversion" ? "apiVersion" : undefined;
}

/** Fills in what a document leaves out (json.gvkWithDefaults). */
export function withDefaults(actual: GroupVersionKind, defaults: GroupVersionKind): GroupVersionKind {
  const kind = actual.kind || defaults.kind;
  const versionless = actual.version === "" && (actual.group === "" || actual.group === defaults.group);
  return versionless
    ? { group: defaults.group, version: defaults.version, kind }
    : { group: actual.group, version: actual.version, kind };
}
