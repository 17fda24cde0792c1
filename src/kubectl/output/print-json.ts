import { encodeJson, encodeScalar, quoteJson, sortedKeys } from "../../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { encodeYaml } from "../../apiserver/codec/yaml/encode-yaml.ts";
import { itemsAt } from "../json-access.ts";

/** JSON as json.MarshalIndent prints it: with sorted keys as of maps, or in the order of members as of structs. */
export function indentedJson(value: JsonValue, indent: string, before = "", ordered = false): string {
  const deeper = before + indent;
  if (isList(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => deeper + indentedJson(item, indent, deeper, ordered)).join(",\n")}\n${before}]`;
  }
  if (!isObject(value)) return encodeScalar(value) ?? "null";
  const keys = (ordered ? Object.keys(value) : sortedKeys(value)).filter((key) => value[key] !== undefined);
  if (keys.length === 0) return "{}";
  const members = keys.map(
    (key) => `${deeper}${quoteJson(key)}: ${indentedJson(value[key] ?? null, indent, deeper, ordered)}`,
  );
  return `{\n${members.join(",\n")}\n${before}}`;
}

/** YAML as sigs.k8s.io/yaml prints it. */
export const yamlOf = (value: JsonValue): string => encodeYaml(value, encodeJson(value));

/** The object, or each item of the list, without managedFields (printers.OmitManagedFieldsPrinter). */
export function withoutManagedFields(object: JsonObject): JsonObject {
  const { metadata, items } = object;
  const own = isObject(metadata) ? { ...object, metadata: without(metadata) } : object;
  if (!isList(items)) return own;
  return {
    ...own,
    items: itemsAt(object, "items").map((item) => (isObject(item) ? withoutManagedFields(item) : item)),
  };
}

function without(metadata: JsonObject): JsonObject {
  const { managedFields: _left, ...rest } = metadata;
  return rest;
}
