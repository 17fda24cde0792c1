import { isObject, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";

/** The JSON of the members of an APIVersionDiscovery other than version and freshness, by group version. */
export type DiscoveredVersions = ReadonlyMap<string, string>;

/** Returns the objects of a list. */
export const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Returns the given members of an object, in this order, without empty lists. */
const pick = (object: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(
    members.flatMap((member) => {
      const value = object[member];
      return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[member, value]];
    }),
  );

/** Throws unless a member has the type that its field has in Go. */
class MistypedMember extends Error {
  constructor(member: string, wanted: string) {
    super(`${member} is no ${wanted}`);
  }
}

const textIn = (object: JsonObject, member: string): string => {
  const value = object[member] ?? "";
  if (typeof value !== "string") throw new MistypedMember(member, "string");
  return value;
};

function objectIn(object: JsonObject, member: string): JsonObject {
  const value = object[member] ?? {};
  if (!isObject(value)) throw new MistypedMember(member, "object");
  return value;
}

function listIn(object: JsonObject, member: string): readonly JsonValue[] | undefined {
  const value = object[member] ?? undefined;
  if (value !== undefined && !Array.isArray(value)) throw new MistypedMember(member, "list");
  return value;
}

const objectsOf = (object: JsonObject, member: string): readonly JsonObject[] =>
  (listIn(object, member) ?? []).map((item) => objectIn({ [member]: item }, member));

const textsIn = (object: JsonObject, member: string): JsonValue[] | undefined =>
  listIn(object, member)?.map((item) => textIn({ [member]: item }, member));

const kindIn = (object: JsonObject): JsonObject => {
  const kind = objectIn(object, "responseKind");
  return { group: textIn(kind, "group"), version: textIn(kind, "version"), kind: textIn(kind, "kind") };
};

/** Returns the lists of texts that are there and not empty. */
const filledLists = (object: JsonObject, members: readonly string[]): JsonObject =>
  pick(Object.fromEntries(members.map((member) => [member, textsIn(object, member) ?? []])), members);

/**
 * Reads an aggregated discovery document (apidiscovery.k8s.io v2 or v2beta1, which have the same members), and tells
 * `spend` of the texts that it writes. Of versions that are named twice the last counts. Throws if a member has another
 * type than upstream's; a text that is empty is a document that says nothing.
 */
export async function readAggregatedDiscovery(
  document: JsonValue | undefined,
  spend: (characters: number) => Promise<void> | undefined,
): Promise<DiscoveredVersions> {
  const found = new Map<string, string>();
  if (document === undefined) return found;
  const list = objectIn({ document }, "document");
  const kind = textIn(list, "kind");
  if (kind !== "" && kind !== "APIGroupDiscoveryList") throw new Error(`the document is of kind ${kind}`);
  for (const group of objectsOf(list, "items")) {
    const name = textIn(objectIn(group, "metadata"), "name");
    for (const version of objectsOf(group, "versions")) {
      const resources: string[] = [];
      for (const resource of objectsOf(version, "resources")) {
        const text = JSON.stringify(resourceOf(resource));
        resources.push(text);
        await spend(text.length);
      }
      found.set(`${name}/${textIn(version, "version")}`, `[${resources.join(",")}]`);
    }
  }
  return found;
}

const resourceOf = (resource: JsonObject): JsonObject => {
  const subresources = objectsOf(resource, "subresources").map((subresource) => ({
    subresource: textIn(subresource, "subresource"),
    responseKind: kindIn(subresource),
    ...pick({ acceptedTypes: [...objectsOf(subresource, "acceptedTypes")] }, ["acceptedTypes"]),
    verbs: textsIn(subresource, "verbs") ?? null,
  }));
  return {
    resource: textIn(resource, "resource"),
    responseKind: kindIn(resource),
    scope: textIn(resource, "scope"),
    singularResource: textIn(resource, "singularResource"),
    verbs: textsIn(resource, "verbs") ?? null,
    ...filledLists(resource, ["shortNames", "categories"]),
    ...(subresources.length > 0 && { subresources }),
  };
};

/** A resource of a list, and the subresources that the list has of it. */
interface ListedResource {
  readonly resource: JsonObject;
  readonly subresources: JsonObject[];
}

/**
 * Reads an APIResourceList as what aggregated discovery says of the resources (ConvertGroupVersionIntoToDiscovery), and
 * tells `spend` of the texts that it writes. Throws if it is none.
 */
export async function readResourceList(
  document: JsonValue | undefined,
  spend: (characters: number) => Promise<void> | undefined,
): Promise<string> {
  const list = objectIn({ document: document ?? null }, "document");
  if (list["kind"] !== "APIResourceList") throw new Error("the answer is no APIResourceList");
  const all = objectsOf(list, "resources").map((entry) => ({ entry, name: textIn(entry, "name") }));
  const resources = new Map<string, ListedResource>();
  for (const { entry, name } of all.filter((each) => !each.name.includes("/")))
    resources.set(name, { resource: listedResource(name, entry), subresources: [] });
  for (const { entry, name } of all.filter((each) => each.name.includes("/"))) {
    const [parent = "", ...names] = name.split("/");
    const found = resources.get(parent) ?? { resource: parentOf(parent, entry), subresources: [] };
    if (found.resource["scope"] !== scopeOf(entry)) throw new Error(`the scopes of ${parent} and ${name} differ`);
    const verbs = textsIn(entry, "verbs") ?? null;
    found.subresources.push({ subresource: names.join("/"), responseKind: listedKind(entry), verbs });
    resources.set(parent, found);
  }
  const texts: string[] = [];
  for (const { resource, subresources } of resources.values()) {
    const text = JSON.stringify({ ...resource, ...pick({ subresources }, ["subresources"]) });
    texts.push(text);
    await spend(text.length);
  }
  return `[${texts.join(",")}]`;
}

const listedResource = (name: string, entry: JsonObject): JsonObject => ({
  resource: name,
  responseKind: listedKind(entry),
  scope: scopeOf(entry),
  singularResource: textIn(entry, "singularName"),
  verbs: textsIn(entry, "verbs") ?? null,
  ...filledLists(entry, ["shortNames", "categories"]),
});

const listedKind = (entry: JsonObject): JsonObject => ({
  group: textIn(entry, "group"),
  version: textIn(entry, "version"),
  kind: textIn(entry, "kind"),
});

const scopeOf = ({ namespaced }: JsonObject): string => (namespaced === true ? "Namespaced" : "Cluster");

/** The resource of a subresource that is listed without it. */
const parentOf = (resource: string, part: JsonObject): JsonObject => ({
  resource,
  responseKind: { group: "", version: "", kind: "" },
  scope: scopeOf(part),
  singularResource: "",
  verbs: null,
});
