import { decodeJson } from "../apimachinery/json/decode.ts";
import { isObject, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";

/** The JSON of the members of an APIVersionDiscovery other than version and freshness, by group version. */
export type DiscoveredVersions = ReadonlyMap<string, string>;

const objects = (value: JsonValue | undefined): readonly JsonObject[] =>
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
  for (const group of objects(isObject(document) ? document["items"] : undefined)) {
    const { name = "" } = isObject(group["metadata"]) ? group["metadata"] : {};
    for (const version of objects(group["versions"]))
      found.set(
        `${String(name)}/${String(version["version"])}`,
        JSON.stringify(objects(version["resources"]).map(resourceOf)),
      );
  }
  return found;
}

const resourceOf = (resource: JsonObject): JsonObject => ({
  ...pick(resource, ["resource"]),
  responseKind: responseKind(resource["responseKind"]),
  ...pick(resource, ["scope", "singularResource", "verbs", "shortNames", "categories"]),
  ...(objects(resource["subresources"]).length > 0 && {
    subresources: objects(resource["subresources"]).map((subresource) => ({
      ...pick(subresource, ["subresource"]),
      responseKind: responseKind(subresource["responseKind"]),
      ...pick(subresource, ["acceptedTypes", "verbs"]),
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
  const all = objects(list["resources"]);
  const named = (resource: JsonObject): string => String(resource["name"] ?? "");
  const kindOf = ({ group = "", version = "", kind = "" }: JsonObject): JsonObject => ({ group, version, kind });
  const main = all.filter((resource) => !named(resource).includes("/"));
  return JSON.stringify(
    main.map((resource) => {
      const parts = all.filter((part) => named(part).startsWith(`${named(resource)}/`));
      return {
        resource: named(resource),
        responseKind: kindOf(resource),
        scope: resource["namespaced"] === true ? "Namespaced" : "Cluster",
        singularResource: resource["singularName"] ?? "",
        ...pick(resource, ["verbs", "shortNames", "categories"]),
        ...(parts.length > 0 && {
          subresources: parts.map((part) => ({
            subresource: named(part).slice(named(resource).length + 1),
            responseKind: kindOf(part),
            ...pick(part, ["verbs"]),
          })),
        }),
      };
    }),
  );
}
