import { builtinResources } from "../../../src/apis/all-resources.ts";
import type { BuiltinResource } from "../../../src/apiserver/registry/resource-definition.ts";
import { isList, isMap, type Json, type JsonMap } from "../../conformance/recorded-case.ts";
import { samples } from "../../etcd/sample-objects.ts";
import { expectationFolders, loadExpectations } from "../../expectations/expectation-files.ts";
import { substituted } from "../../expectations/expectation.ts";
import { manifests } from "../../manifests/all.ts";
import type { PublishedSchema } from "./field-values.ts";
import type { PublishedKinds } from "./published-schemas.ts";
import { rareSamples } from "./rare-samples.ts";

/** An object of a built-in kind in one of its versions. */
export interface BuiltinSample {
  readonly object: JsonMap;
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: BuiltinResource;
  readonly schema: PublishedSchema;
  /** The path of the objects beside it. */
  readonly collection: string;
  readonly name: string;
}

/** The namespace of what would limit the other objects of a namespace. */
export const elsewhere = "elsewhere";

const limits: ReadonlySet<string> = new Set(["ResourceQuota", "LimitRange"]);
/** Kinds whose names say what their objects are about. */
const namedByContent: ReadonlySet<string> = new Set([
  "APIService",
  "CustomResourceDefinition",
  "IPAddress",
  "ClusterTrustBundle",
  "StorageVersion",
]);
const largest = 20_000;

/** Returns the objects of all kinds that the manifests, samples and expectations of the project have. */
export function builtinSamples(published: PublishedKinds): readonly BuiltinSample[] {
  const known = new Set<string>();
  return [
    ...manifests.map(({ object }) => object as JsonMap),
    ...samples.map(({ apiVersion, kind, rest }) => ({ apiVersion, kind, metadata: {}, ...rest }) as JsonMap),
    ...rareSamples,
    ...expectedObjects(),
  ].flatMap((object) => {
    const sample = sampleOf(object, published);
    const text = JSON.stringify(sample?.object);
    if (sample === undefined || known.has(text)) return [];
    known.add(text);
    return [sample];
  });
}

/** The objects that expectations create, but for those that name what earlier steps have made. */
function expectedObjects(): readonly JsonMap[] {
  return loadExpectations(expectationFolders).flatMap(({ steps }) =>
    steps.flatMap(({ request: { method, body } }) => {
      if (method !== "POST" || body === undefined) return [];
      const named = substituted(body, ofRun);
      const text = JSON.stringify(named);
      return isMap(named) && text.length <= largest && !/\{[a-z][A-Za-z0-9]*\}/.test(text) ? [named] : [];
    }),
  );
}

/** What expectations call their namespace and the part of names that is their own. */
const ofRun: ReadonlyMap<string, string> = new Map([
  ["ns", "default"],
  ["id", "a"],
]);

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const mapOf = (value: Json | undefined): JsonMap => (isMap(value) ? value : {});

/** Returns an object as a sample, named after the run; undefined if the server has no such kind. */
export function sampleOf(object: JsonMap, { byKind }: PublishedKinds): BuiltinSample | undefined {
  const [apiVersion, kind] = [textOf(object["apiVersion"]), textOf(object["kind"])];
  const resource = builtinResources.find((row) => row.kind === kind && versionOf(row) === apiVersion);
  const schema = byKind.get(`${apiVersion} ${kind}`);
  if (resource === undefined || schema === undefined) return undefined;
  const { namespace: _, generateName: __, ...metadata } = mapOf(object["metadata"]);
  const name = namedByContent.has(kind) ? textOf(metadata["name"]) : "zq-a";
  const named = { ...object, metadata: { ...metadata, name } };
  return { object: named, apiVersion, kind, resource, schema, collection: collectionOf(resource), name };
}

/** Returns the `apiVersion` of the objects of a resource. */
export const versionOf = ({ group, version }: BuiltinResource): string =>
  group === "" ? version : `${group}/${version}`;

/** Returns the path of the objects of a resource. */
export function collectionOf(row: BuiltinResource): string {
  const root = row.group === "" ? `/api/${row.version}` : `/apis/${row.group}/${row.version}`;
  const namespace = limits.has(row.kind) ? elsewhere : "default";
  return `${root}${row.namespaced ? `/namespaces/${namespace}` : ""}/${row.resource}`;
}

/** Kinds whose objects are only tried, since they would change how other requests are answered, or with a delay. */
const neverStored: ReadonlySet<string> = new Set(["APIService", "CustomResourceDefinition"]);
const reviews = /Review$|^Binding$/;

/** Whether the object of a sample may be stored. */
export function isStorable({ kind, object }: BuiltinSample): boolean {
  if (neverStored.has(kind) || reviews.test(kind) || kind === "ComponentStatus") return false;
  return !isWebhook(kind) || onlyForExamples(object["webhooks"]);
}

/** Whether changed copies of a stored object are only tried: rules of webhooks could match other requests. */
export const isOnlyTried = ({ kind }: BuiltinSample): boolean => isWebhook(kind);

const isWebhook = (kind: string): boolean => kind.endsWith("WebhookConfiguration");

function onlyForExamples(webhooks: Json | undefined): boolean {
  if (!isList(webhooks)) return true;
  const groups = webhooks.flatMap((webhook) => {
    const rules = mapOf(webhook)["rules"];
    return isList(rules) ? rules.flatMap((rule) => mapOf(rule)["apiGroups"] ?? []) : [];
  });
  return groups.every((group) => textOf(group).endsWith("example.com"));
}
