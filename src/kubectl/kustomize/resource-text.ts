import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { itemsAt, kindOf, nameOf, namespaceOf, objectAt, textAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { documentPartsOf, parseResource } from "../resource/documents.ts";
import { newResource, type Resource } from "./resource.ts";

/** The documents of a file. Throws a MalformedError, and a KubectlError for a separator that text stands behind. */
function parsed(text: string, path: string): readonly JsonValue[] {
  const parts = documentPartsOf(text);
  const { badEnd } = parts.find((part) => part.badEnd !== undefined) ?? {};
  if (badEnd !== undefined) throw new KubectlError(`invalid document separator: ---${badEnd}`);
  try {
    return parts.map((part) => parseResource(part.text));
  } catch (error) {
    const problem = messageOf(error).replace(/^error parsing: /, "");
    throw new MalformedError(`MalformedYAMLError: ${problem} in File: ${path}`);
  }
}

/** A file that is no YAML. */
export class MalformedError extends KubectlError {}

/** Throws for an object without a kind or a name (yaml.RNode.GetValidatedMetadata). */
function checkMetadata(object: JsonObject): void {
  const kind = kindOf(object);
  const missing = kind === "" ? "kind" : nameOf(object) === "" && !kind.endsWith("List") ? "metadata.name" : undefined;
  if (missing === undefined) return;
  const map = (member: string): string =>
    `map[${Object.entries(objectAt(object, "metadata", member))
      .toSorted(([a], [b]) => compareUtf8(a, b))
      .map(([key, value]) => `${key}:${String(value)}`)
      .join(" ")}]`;
  const type = `{${textAt(object, "apiVersion")} ${kind}}`;
  const names = `{${nameOf(object)} ${namespaceOf(object)}}`;
  throw new KubectlError(`missing ${missing} in object {${type} {${names} ${map("labels")} ${map("annotations")}}}`);
}

/** The objects of a file, those of lists one by one. Throws a KubectlError. */
export function objectsOf(text: string, path: string, from: string): readonly Resource[] {
  const objects = parsed(text, path).filter(isObject);
  for (const object of objects) checkMetadata(object);
  return objects
    .flatMap((object) => (kindOf(object).endsWith("List") ? itemsAt(object, "items").filter(isObject) : [object]))
    .map((object) => newResource(object, false, { path: from }));
}
