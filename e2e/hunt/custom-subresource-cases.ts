import { filled, liveVersion, post, several, type HuntCase, type HuntRequest } from "./hunt-case.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const [group, plural] = ["parts.example.com", "parts"];
const objects = `/apis/${group}/v1/namespaces/default/${plural}`;
const own = `${objects}/large`;

const lists = `{"type":"object","properties":{"replicas":{"type":"integer"},"selector":{"type":"string"},"map":{"type":"object","additionalProperties":{"type":"string"}},"list":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}},"set":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}}}`;

/** A kind with both subresources, whose scale is found in its spec and status. */
const definition =
  `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"${plural}.${group}"},` +
  `"spec":{"group":"${group}","scope":"Namespaced","names":{"plural":"${plural}","kind":"Part"},"versions":[{"name":"v1","served":true,"storage":true,` +
  `"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":${lists},"status":${lists}}}},` +
  `"subresources":{"status":{},"scale":{"specReplicasPath":".spec.replicas","statusReplicasPath":".status.replicas","labelSelectorPath":".status.selector"}}}]}}`;

const objectBytes = 2_800_000;
const fills: Readonly<Record<string, () => string>> = {
  "a large map": () => `"map":{${filled((i) => `"k${i}":"v"`, objectBytes)}}`,
  "a large list": () => `"list":[${filled((i) => `{"a":"v${i}"}`, objectBytes)}]`,
  "empty items": () => `"list":[${filled(() => "{}", objectBytes)}]`,
  "a large set": () => `"set":[${filled((i) => `"v${i}"`, objectBytes)}]`,
};

const object = (part: string, metadata = ""): string =>
  `{"apiVersion":"${group}/v1","kind":"Part","metadata":{"name":"large"${metadata}},${part}}`;
const scale = (spec: string, metadata = ""): string =>
  `{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"large"${metadata}},"spec":{${spec}}}`;
const version = `,"resourceVersion":"${liveVersion}"`;
const send = (method: string, target: string, contentType: string, body: () => string): HuntRequest => ({
  method,
  target,
  contentType,
  body,
});
const put = (target: string, body: () => string): HuntRequest => send("PUT", target, "application/json", body);
const merged = (target: string, body: () => string): HuntRequest =>
  send("PATCH", target, "application/merge-patch+json", body);
const applied = (target: string, body: () => string): HuntRequest =>
  send("PATCH", `${target}?fieldManager=hunt&force=true`, "application/apply-patch+yaml", body);

const small = (): string => object(`"spec":{"replicas":1}`);
const annotations = (): string => `,"annotations":{${several(200_000, (i) => `"k${i}":"v"`)}}`;

/** The status and scale of custom resources, where the status, the rest of the object or the body is large. */
export const customSubresourceHunts = (): readonly HuntCase[] =>
  [
    ...Object.entries(fills).flatMap(([name, fill]) => [
      [
        `status replaced by ${name}`,
        small,
        put(`${own}/status`, () => object(`"status":{${fill()}}`, version)),
      ] as const,
      [`status merged with ${name}`, small, merged(`${own}/status`, () => `{"status":{${fill()}}}`)] as const,
      [`status applied with ${name}`, small, applied(`${own}/status`, () => object(`"status":{${fill()}}`))] as const,
      [
        `scale replaced beside ${name}`,
        () => object(`"spec":{"replicas":1,${fill()}}`),
        put(`${own}/scale`, () => scale(`"replicas":2`, version)),
      ] as const,
    ]),
    [
      "scale read beside a large map",
      () => object(`"spec":{"replicas":1,${fills["a large map"]?.() ?? ""}}`),
      { method: "GET", target: `${own}/scale` },
    ] as const,
    ["scale of many annotations", small, put(`${own}/scale`, () => scale(`"replicas":2`, annotations()))] as const,
    [
      "scale merged with a long text",
      small,
      merged(`${own}/scale`, () => `{"status":{"selector":"${"a".repeat(objectBytes)}"}}`),
    ] as const,
  ].map(([name, before, request]) => ({
    name: `custom subresource: ${name}`,
    before: [post(definitions, () => definition), post(objects, before)],
    request,
    after: [own, `${definitions}/${plural}.${group}`],
  }));
