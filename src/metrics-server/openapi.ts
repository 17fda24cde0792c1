import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import type { Client } from "../client/client.ts";
import type { Answer, Exchange } from "../component-base/exchange.ts";
import { known, metricsKinds, type FieldType, type MetricsApiKinds, type MetricsType } from "./openapi-kinds.ts";

/** The document of the API server that has all definitions of other packages, and every parameter of lists. */
const sharedPath = "/openapi/v3/apis/storage.k8s.io/v1";
const listedPath = "/apis/storage.k8s.io/v1/storageclasses";

/** What documents of metrics share with those of the API server. */
interface Shared {
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** The parameters of queries, by their names. */
  readonly parameters: ReadonlyMap<string, JsonObject>;
}

/** A document as it is answered. */
interface Written {
  readonly text: string;
  readonly hash: string;
}

/** The documents of one APIService. */
interface Documents {
  readonly v2: Written;
  readonly v3: Written;
  readonly index: Written;
}

const documentName = ({ group, version }: MetricsApiKinds): string => `apis/${group}/${version}`;

/**
 * Returns what answers requests for OpenAPI documents of an APIService as metrics-server does. What kinds of other
 * packages are is asked of the API server once, so that both say the same.
 */
export function createMetricsOpenApi(client: Client) {
  let shared: Promise<Shared> | undefined;
  const made = new Map<string, Promise<Documents>>();
  const documentsOf = (name: string, kinds: MetricsApiKinds): Promise<Documents> => {
    shared ??= readShared(client);
    const documents = made.get(name) ?? shared.then((all) => writeDocuments(kinds, all));
    made.set(name, documents);
    documents.catch(() => {
      shared = undefined;
      made.delete(name);
    });
    return documents;
  };
  return async ({ target, headers }: Exchange, apiService: string): Promise<Answer | undefined> => {
    const kinds = metricsKinds.get(apiService);
    const [path = ""] = target.split("?", 1);
    if (kinds === undefined || !path.startsWith("/openapi/")) return undefined;
    const { v2, v3, index } = await documentsOf(apiService, kinds);
    const found = new Map([
      ["/openapi/v2", v2],
      ["/openapi/v3", index],
      [`/openapi/v3/${documentName(kinds)}`, v3],
    ]).get(path);
    return found && answerWritten(found, headers.get("If-None-Match"));
  };
}

const answerWritten = ({ text, hash }: Written, match: string | null): Answer => ({
  status: match === `"${hash}"` ? 304 : 200,
  headers: [
    ["Content-Type", "application/json"],
    ["ETag", `"${hash}"`],
  ],
  body: match === `"${hash}"` ? "" : text,
});

async function readShared(client: Client): Promise<Shared> {
  const document = await client.json<SharedDocument>("GET", sharedPath, undefined);
  const { get, parameters = [] } = document.paths[listedPath] ?? {};
  const all = [...(get?.parameters ?? []), ...parameters];
  const named = all.map((parameter) => [String(parameter["name"]), parameter] as const);
  return { schemas: document.components.schemas, parameters: new Map(named) };
}

/** The parts of a v3 document that are read. */
interface SharedDocument {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: JsonObject[] }; readonly parameters?: JsonObject[] }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
}

function written(document: JsonObject): Written {
  const text = JSON.stringify(document);
  return { text, hash: bytesToHex(sha512(utf8ToBytes(text))).toUpperCase() };
}

function writeDocuments(kinds: MetricsApiKinds, shared: Shared): Documents {
  const v3 = writeV3(kinds, shared);
  const { text, hash } = written(v3);
  const url = `/openapi/v3/${documentName(kinds)}?hash=${hash}`;
  return {
    v2: written(asV2(v3)),
    v3: { text, hash },
    index: written({ paths: { [documentName(kinds)]: { serverRelativeURL: url } } }),
  };
}

const info = { title: "Kubepad metrics-server", version: "v0.8.0" };

function writeV3(kinds: MetricsApiKinds, shared: Shared): JsonObject {
  const own = Object.fromEntries(kinds.types.map((type) => [kinds.prefix + type.name, definitionOf(kinds, type)]));
  const paths = { [`/${documentName(kinds)}/`]: resourcesPath(kinds), ...pathsOf(kinds, shared) };
  const duration = { description: "A duration as Go writes it, such as 15s.", type: "string" };
  const all: Readonly<Record<string, JsonValue>> = { ...shared.schemas, [known.duration]: duration, ...own };
  const schemas = Object.fromEntries(reachable([paths, own], all).map((name) => [name, all[name] ?? {}]));
  return { openapi: "3.0.0", info, paths, components: { schemas } };
}

/** Returns the names of all definitions that values refer to, in order. */
function reachable(values: readonly JsonValue[], all: Readonly<Record<string, JsonValue>>): readonly string[] {
  const found = new Set<string>();
  const waiting = [...values];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop())
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      waiting.push(all[name] ?? {});
    }
  return [...found].sort();
}

const kindsExtension = "x-kubernetes-group-version-kind";
const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const typeMeta: JsonObject = {
  apiVersion: { description: "The version of the schema of this object.", type: "string" },
  kind: { description: "The kind of this object.", type: "string" },
};

function definitionOf({ group, version }: MetricsApiKinds, { name, ...type }: MetricsType): JsonObject {
  const fields = Object.entries(type.fields);
  const own = fields.map(([field, { description, isAtomic = false, ...one }]): [string, JsonValue] => [
    field,
    {
      ...(description !== undefined && { description }),
      ...schemaOf(one.type, one.optional !== true || "definition" in Object(one.type)),
      ...(isAtomic && { "x-kubernetes-list-type": "atomic" }),
    },
  ]);
  const properties = [...(type.isKind ? Object.entries(typeMeta) : []), ...own].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    description: type.description,
    type: "object",
    required: fields.flatMap(([field, { optional = false }]) => (optional ? [] : [field])),
    properties: Object.fromEntries(properties),
    ...(type.isKind && { [kindsExtension]: [{ group, kind: name, version }] }),
  };
}

/** The schema of a field. One that Go writes with its zero value has that as its default. */
function schemaOf(type: FieldType, hasDefault: boolean): JsonObject {
  if (type === "string") return { type, ...(hasDefault && { default: "" }) };
  if (type === "int64") return { type: "integer", format: type };
  if ("listOf" in type) return { type: "array", items: schemaOf(type.listOf, true) };
  if ("mapOf" in type) return { type: "object", additionalProperties: schemaOf(type.mapOf, true) };
  const { definition } = type;
  if (definition === known.labelSelector) return { allOf: [reference(definition)] };
  return { default: definition === known.duration ? 0 : {}, allOf: [reference(definition)] };
}

const tagOf = ({ group, version }: MetricsApiKinds): string =>
  `${group
    .replace(/\.k8s\.io$/, "")
    .split(".")
    .join("")}_${version}`;

const answered = (definition: string): JsonObject => ({
  "200": { description: "OK", content: { "application/json": { schema: reference(definition) } } },
});

function resourcesPath(kinds: MetricsApiKinds): JsonObject {
  const named = kinds.group
    .replace(/\.k8s\.io$/, "")
    .replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const operationId = `get${named}${kinds.version.replace(/^v/, "V")}APIResources`;
  const responses = answered(known.resourceList);
  return { get: { tags: [tagOf(kinds)], description: "get available resources", operationId, responses } };
}

const pathParameters: Readonly<Record<string, string>> = {
  namespace: "object name and auth scope, such as for teams and projects",
  resource: "the name of the resource, or of the metric",
  subresource: "the name of the metric",
};

function pathsOf(kinds: MetricsApiKinds, { parameters }: Shared): JsonObject {
  const { group, version, prefix } = kinds;
  const paths = kinds.paths.map(({ path, action, kind, answers, operationId, description }): [string, JsonValue] => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): JsonObject => ({
      name,
      in: "path",
      description: pathParameters[name] ?? `name of the ${kind}`,
      required: true,
      schema: { type: "string", uniqueItems: true },
    }));
    const inQuery = action === "list" ? [...parameters.values()] : [...parameters.values()].filter(isPretty);
    const all = [...inPath, ...inQuery].sort((a, b) => (String(a["name"]) < String(b["name"]) ? -1 : 1));
    const get = {
      tags: [tagOf(kinds)],
      description,
      operationId,
      responses: answered(prefix + answers),
      "x-kubernetes-action": action,
      [kindsExtension]: { group, version, kind },
    };
    return [`/${documentName(kinds)}${path}`, { get, parameters: all }];
  });
  return Object.fromEntries(paths);
}

const isPretty = ({ name }: JsonObject): boolean => name === "pretty";

/** Converts a v3 document of metrics, which has no shared parameters, to v2. */
function asV2(document: JsonObject): JsonObject {
  const { paths, components } = document as { paths: Record<string, JsonObject>; components: JsonObject };
  const text = JSON.stringify({
    swagger: "2.0",
    info,
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, pathV2(item)])),
    definitions: withoutDefaults(components["schemas"] ?? {}),
  });
  return JSON.parse(text.replaceAll("#/components/schemas/", "#/definitions/")) as JsonObject;
}

function pathV2({ get, parameters }: JsonObject): JsonObject {
  const { responses, ...operation } = get as { readonly responses: { readonly "200": JsonObject } } & JsonObject;
  const { description = "", content } = responses["200"] as {
    description?: string;
    content?: Record<string, JsonObject>;
  };
  const schema = content?.["application/json"]?.["schema"] ?? {};
  const converted = (parameters as readonly JsonObject[] | undefined)?.map(({ schema: type, ...rest }) => ({
    ...rest,
    ...(type as JsonObject),
  }));
  return {
    get: {
      ...operation,
      consumes: [converted === undefined ? "application/json" : "*/*"],
      produces: ["application/json"],
      schemes: ["https"],
      responses: { "200": { description, schema } },
    },
    ...(converted !== undefined && { parameters: converted as JsonValue }),
  };
}

/** Returns schemas as v2 has them: without defaults and alternatives to text, and references without `allOf`. */
function withoutDefaults(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withoutDefaults);
  if (typeof schema !== "object" || schema === null) return schema;
  const { default: _, allOf, oneOf, ...rest } = schema as JsonObject;
  const members = Object.entries(rest).map(([name, value]): [string, JsonValue] => [name, withoutDefaults(value)]);
  const [only] = Array.isArray(allOf) ? (allOf as readonly JsonObject[]) : [];
  return { ...Object.fromEntries(members), ...(oneOf !== undefined && { type: "string" }), ...only };
}
