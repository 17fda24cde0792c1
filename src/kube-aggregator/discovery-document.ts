import { decodeJson } from "../apimachinery/json/decode.ts";
import { isObject, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";

/** The JSON of the members of an APIVersionDiscovery other than version and freshness, by group version. */
export type DiscoveredVersions = ReadonlyMap<string, string>;

/** Returns the objects of a list. */
export const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Returns the given members of an object, in this order. */
const pick = (object: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(
    members.flatMap((member) => {
      const value = object[member];
      return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[member, value]];
    }),
  );

const responseKind = (value: JsonValue | undefined): JsonObject => {
  const { group = "", version = "", kind = "" } = isObject(value) ? value : {};
  return { group, version, kind };
};

/**
 * Reads an aggregated discovery document (apidiscovery.k8s.io v2 or v2beta1, which have the same members). Throws if it
 * is no JSON.
 */
export function readAggregatedDiscovery(text: string): DiscoveredVersions {
  const document = decodeJson(text);
  const found = new Map<string, string>();
  for (const group of objectsIn(isObject(document) ? document["items"] : undefined)) {
    const { name = "" } = isObject(group["metadata"]) ? group["metadata"] : {};
    for (const version of objectsIn(group["versions"]))
      found.set(
        `${String(name)}/${String(version["version"])}`,
        JSON.stringify(objectsIn(version["resources"]).map(resourceOf)),
      );
  }
  return found;
}

const resourceOf = (resource: JsonObject): JsonObject => ({
  resource: resource["resource"] ?? "",
  responseKind: responseKind(resource["responseKind"]),
  scope: resource["scope"] ?? "",
  singularResource: resource["singularResource"] ?? "",
  verbs: resource["verbs"] ?? null,
  ...pick(resource, ["shortNames", "categories"]),
  ...(objectsIn(resource["subresources"]).length > 0 && {
    subresources: objectsIn(resource["subresources"]).map((subresource) => ({
      subresource: subresource["subresource"] ?? "",
      responseKind: responseKind(subresource["responseKind"]),
      ...pick(subresource, ["acceptedTypes"]),
      verbs: subresource["verbs"] ?? null,
    })),
  }),
});

/**
 * Reads an APIResourceList as what aggregated discovery says of the resources (ConvertGroupVersionIntoToDiscovery).
 * Throws if it is none.
 */
export function readResourceList(text: string): string {
  const list = decodeJson(text);
  if (!isObject(list) || list["kind"] !== "APIResourceList") throw new Error("the answer is no APIResourceList");
  const all = objectsIn(list["resources"]);
  const named = (resource: JsonObject): string => String(resource["name"] ?? "");
  const kindOf = ({ group = "", version = "", kind = "" }: JsonObject): JsonObject => ({ group, version, kind });
  const resources = new Map<string, JsonObject>();
  for (const resource of all.filter((each) => !named(each).includes("/")))
    resources.set(named(resource), {
      resource: named(resource),
      responseKind: kindOf(resource),
      scope: scopeOf(resource),
      singularResource: resource["singularName"] ?? "",
      verbs: resource["verbs"] ?? null,
      ...pick(resource, ["shortNames", "categories"]),
    });
  for (const part of all.filter((each) => named(each).includes("/"))) {
    const [parent = "", ...names] = named(part).split("/");
    const found = resources.get(parent) ?? parentOf(parent, part);
    if (found["scope"] !== scopeOf(part)) throw new Error(`the scopes of ${parent} and ${named(part)} differ`);
    const subresource = {
      subresource: names.join("/"),
      responseKind: kindOf(part),
      verbs: part["verbs"] ?? null,
    };
    resources.set(parent, { ...found, subresources: [...objectsIn(found["subresources"]), subresource] });
  }
  return JSON.stringify([...resources.values()]);
}

const scopeOf = ({ namespaced }: JsonObject): string => (namespaced === true ? "Namespaced" : "Cluster");

/** The resource of a subresource that is listed without it. */
const parentOf = (resource: string, part: JsonObject): JsonObject => ({
  resource,
  responseKind: responseKind(undefined),
  scope: scopeOf(part),
  singularResource: "",
  verbs: null,
});
