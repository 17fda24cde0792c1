import { filled, liveVersion, post, type HuntCase, type HuntRequest } from "./hunt-case.ts";

/** A large object that is stored. */
interface LargeObject {
  readonly name: string;
  readonly target: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** The definition of its kind, if it is no built-in one. */
  readonly definition?: string;
  /** Its members beside `metadata`: as many parts of a value as fit. */
  readonly members: (value: string, bytes: number) => string;
}

const namespaced = "/api/v1/namespaces/default";
const custom = "/apis/large.example.com/v1/namespaces/default/larges";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const definition =
  `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"larges.large.example.com"},` +
  `"spec":{"group":"large.example.com","scope":"Namespaced","names":{"plural":"larges","kind":"Large"},` +
  `"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{` +
  `"list":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}},` +
  `"map":{"type":"object","additionalProperties":{"type":"string"}},` +
  `"any":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}}}]}}`;

// oxfmt-ignore
const objects: readonly LargeObject[] = [
  { name: "a ConfigMap", target: `${namespaced}/configmaps`, apiVersion: "v1", kind: "ConfigMap", members: (value, bytes) => `"data":{${filled((i) => `"k${i}":"${value}"`, bytes)}}` },
  { name: "a Secret", target: `${namespaced}/secrets`, apiVersion: "v1", kind: "Secret", members: (value, bytes) => `"data":{${filled((i) => `"k${i}":"${value.repeat(2)}=="`, bytes)}}` },
  { name: "a ClusterRole", target: "/apis/rbac.authorization.k8s.io/v1/clusterroles", apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", members: (value, bytes) => `"rules":[${filled((i) => `{"verbs":["get"],"apiGroups":["${value}"],"resources":["r${i}"]}`, bytes)}]` },
  { name: "a custom resource with a list", target: custom, apiVersion: "large.example.com/v1", kind: "Large", definition, members: (value, bytes) => `"list":[${filled((i) => `{"a":"${value}","b":${i}}`, bytes)}]` },
  { name: "a custom resource with a map", target: custom, apiVersion: "large.example.com/v1", kind: "Large", definition, members: (value, bytes) => `"map":{${filled((i) => `"k${i}":"${value}"`, bytes)}}` },
  { name: "a custom resource without a schema", target: custom, apiVersion: "large.example.com/v1", kind: "Large", definition, members: (value, bytes) => `"any":{"a":[${filled((i) => `{"k${i}":"${value}"}`, bytes)}]}` },
];

const objectBytes = 2_900_000;

interface Change {
  readonly name: string;
  readonly request: (object: LargeObject) => HuntRequest;
}

const bodyOf = (
  { apiVersion, kind, members }: LargeObject,
  metadata: string,
  value: string,
  bytes = objectBytes,
): string =>
  `{"apiVersion":"${apiVersion}","kind":"${kind}","metadata":{"name":"large"${metadata}},${members(value, bytes)}}`;
const applyType = "application/apply-patch+yaml";
const query = "?fieldManager=hunt&fieldValidation=Strict";

const put = (object: LargeObject, body: () => string): HuntRequest => ({
  method: "PUT",
  target: `${object.target}/large${query}`,
  contentType: "application/json",
  body,
});

const patch = (object: LargeObject, contentType: string, body: () => string): HuntRequest => ({
  method: "PATCH",
  target: `${object.target}/large${query}${contentType === applyType ? "&force=true" : ""}`,
  contentType,
  body,
});

const atLive = `,"resourceVersion":"${liveVersion}"`;

const changes: readonly Change[] = [
  { name: "replaced with a label", request: (o) => put(o, () => bodyOf(o, `${atLive},"labels":{"a":"b"}`, "v")) },
  { name: "replaced with all other values", request: (o) => put(o, () => bodyOf(o, atLive, "w")) },
  { name: "replaced with fewer parts", request: (o) => put(o, () => bodyOf(o, atLive, "v", objectBytes - 1_000)) },
  {
    name: "patched with a label",
    request: (o) => patch(o, "application/merge-patch+json", () => `{"metadata":{"labels":{"a":"b"}}}`),
  },
  {
    name: "patched with all other values",
    request: (o) => patch(o, "application/merge-patch+json", () => `{${o.members("w", objectBytes)}}`),
  },
  {
    name: "applied with all other values",
    request: (o) => patch(o, applyType, () => bodyOf(o, "", "w")),
  },
];

/** Changes of large stored objects. */
export const updateHunts = (): readonly HuntCase[] =>
  objects.flatMap((object) =>
    changes.map(({ name, request }) => ({
      name: `update: ${object.name} is ${name}`,
      before: [
        ...(object.definition === undefined ? [] : [post(definitions, () => definition)]),
        post(`${object.target}${query}`, () => bodyOf(object, "", "v")),
      ],
      request: request(object),
      after: [
        `${object.target}/large`,
        ...(object.definition === undefined ? [] : [`${definitions}/larges.large.example.com`]),
      ],
    })),
  );
