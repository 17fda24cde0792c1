import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { isObject, type JsonObject } from "../../../apimachinery/json/value.ts";
import { objectAt, textAt, withValueAt } from "../../json-access.ts";
import { typedJson, withZeroValues } from "../../typed/typed-object.ts";

/** The annotation in which `apply` keeps the configuration (corev1.LastAppliedConfigAnnotation). */
export const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** The configuration of an object: without the annotation, its annotations never missing. */
export function withoutConfiguration(object: JsonObject): JsonObject {
  const { [lastApplied]: _own, ...annotations } = objectAt(object, "metadata", "annotations");
  return withValueAt(object, ["metadata", "annotations"], annotations);
}

/** The configuration as `apply` writes it down. */
export const configurationText = (object: JsonObject): string => `${encodeJson(withoutConfiguration(object))}\n`;

/** The object with its own configuration in the annotation (util.CreateApplyAnnotation). */
export const withConfiguration = (object: JsonObject): JsonObject =>
  withValueAt(object, ["metadata", "annotations", lastApplied], configurationText(object));

/** The configuration that was applied last; undefined if there is none. */
export function lastConfiguration(object: JsonObject): JsonObject | undefined {
  const text = textAt(object, "metadata", "annotations", lastApplied);
  if (text === "") return undefined;
  const value = decodeJson(text);
  return isObject(value) ? value : undefined;
}

/** A value as Go writes JSON, with the characters of HTML escaped (json.Marshal). */
export const goJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);

/** The same for an object of a Go type, whose fields stand in Go's order. */
export function withTypedConfiguration(object: JsonObject): JsonObject {
  const text = goJson(JSON.parse(typedJson(withZeroValues(object))));
  return withValueAt(object, ["metadata", "annotations", lastApplied], `${text}\n`);
}
