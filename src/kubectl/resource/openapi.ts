import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { isObject } from "../../apimachinery/json/value.ts";
import type { ServedResource } from "../../client/discovery.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, objectAt, textAt, valueAt } from "../json-access.ts";

/**
 * The OpenAPI v3 document of a group and version; undefined if none is served. A document is read once for each of its
 * addresses, which change with what it says (openapi3.Root.GVSpec). Throws what requests throw.
 */
export async function openApiOf(
  { rest, session }: Invocation,
  group: string,
  version: string,
): Promise<JsonObject | undefined> {
  const served = await rest.object({ method: "GET", path: "/openapi/v3" });
  const name = group === "" ? `api/${version}` : `apis/${group}/${version}`;
  const path = textAt(objectAt(served, "paths")[name], "serverRelativeURL");
  if (path === "") return undefined;
  const known = session.documents.get(path);
  if (known !== undefined) return known;
  const document = await rest.object({ method: "GET", path });
  session.documents.set(path, document);
  return document;
}

/** The schema of a kind in a document; undefined if it has none. */
export const schemaOfKind = (
  document: JsonObject,
  { group, version, kind }: Pick<ServedResource, "group" | "version" | "kind">,
): JsonObject | undefined =>
  Object.values(objectAt(document, "components", "schemas"))
    .filter(isObject)
    .find((schema) =>
      itemsAt(schema, "x-kubernetes-group-version-kind").some((each) => isKind(each, group, version, kind)),
    );

const isKind = (each: JsonValue | undefined, group: string, version: string, kind: string): boolean =>
  textAt(each, "group") === group && textAt(each, "version") === version && textAt(each, "kind") === kind;

/** Reports whether a document says that objects of a kind take strategic merge patches. */
export function takesStrategicPatches(document: JsonObject, { group, version, kind }: ServedResource): boolean {
  for (const path of Object.values(objectAt(document, "paths"))) {
    const patch = valueAt(path, "patch");
    if (patch === undefined || !isKind(valueAt(patch, "x-kubernetes-group-version-kind"), group, version, kind))
      continue;
    return valueAt(patch, "requestBody", "content", "application/strategic-merge-patch+json") !== undefined;
  }
  return false;
}
