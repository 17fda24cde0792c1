import { filled, post, several, type HuntCase } from "./hunt-case.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

/** A patch of an object that is there. */
interface PatchHunt {
  readonly name: string;
  readonly contentType: string;
  /** The object as it is, beside its name. */
  readonly object?: () => string;
  readonly patch: () => string;
  /** The status of the answer, where it is one of a failure of the server, as upstream's. */
  readonly failure?: number;
}

const finalizers = (count: number): string => several(count, (i) => `"example.com/f${i}"`);

// oxfmt-ignore
const patches: readonly PatchHunt[] = [
  { name: "10,000 operations that insert in front", contentType: "application/json-patch+json", object: () => `"metadata":{"name":"patched","finalizers":[${finalizers(60_000)}]}`, patch: () => `[${several(10_000, (i) => `{"op":"add","path":"/metadata/finalizers/0","value":"example.com/g${i}"}`)}]` },
  { name: "10,000 operations that remove in front", contentType: "application/json-patch+json", object: () => `"metadata":{"name":"patched","finalizers":[${finalizers(60_000)}]}`, patch: () => `[${several(10_000, () => `{"op":"remove","path":"/metadata/finalizers/0"}`)}]` },
  { name: "10,000 tests of a large map", contentType: "application/json-patch+json", object: () => `"metadata":{"name":"patched"},"data":{${several(50_000, (i) => `"k${i}":"v"`)}}`, patch: () => `[${several(10_000, (i) => `{"op":"replace","path":"/data/k${i}","value":"w"}`)}]` },
  { name: "10,000 copies of a large map", contentType: "application/json-patch+json", object: () => `"metadata":{"name":"patched"},"data":{${several(10_000, (i) => `"k${i}":"v"`)}}`, patch: () => `[${several(10_000, (i) => `{"op":"copy","from":"/data","path":"/d${i}"}`)}]` },
  { name: "100 tests of a large list", contentType: "application/json-patch+json", object: () => `"metadata":{"name":"patched","finalizers":[${finalizers(60_000)}]}`, patch: () => `[${several(2, () => `{"op":"test","path":"/metadata/finalizers","value":[${finalizers(60_000)}]}`)}]` },
  { name: "$deleteFromPrimitiveList of 60,000", contentType: "application/strategic-merge-patch+json", object: () => `"metadata":{"name":"patched","finalizers":[${finalizers(60_000)}]}`, patch: () => `{"metadata":{"$deleteFromPrimitiveList/finalizers":[${finalizers(60_000)}]}}` },
  { name: "finalizers merged: 60,000 into 60,000", contentType: "application/strategic-merge-patch+json", object: () => `"metadata":{"name":"patched","finalizers":[${finalizers(60_000)}]}`, patch: () => `{"metadata":{"finalizers":[${several(60_000, (i) => `"example.com/g${i}"`)}]}}` },
  { name: "$setElementOrder of 60,000, against it", failure: 500, contentType: "application/strategic-merge-patch+json", object: () => `"metadata":{"name":"patched","finalizers":[${finalizers(30_000)}]}`, patch: () => `{"metadata":{"$setElementOrder/finalizers":[${several(60_000, (i) => `"example.com/f${60_000 - i}"`)}],"finalizers":[${several(30_000, (i) => `"example.com/f${30_000 + i}"`)}]}}` },
  { name: "$setElementOrder of 60,000", contentType: "application/strategic-merge-patch+json", object: () => `"metadata":{"name":"patched","finalizers":[${finalizers(30_000)}]}`, patch: () => `{"metadata":{"$setElementOrder/finalizers":[${several(60_000, (i) => `"example.com/f${60_000 - i}"`)}],"finalizers":[${several(30_000, (i) => `"example.com/f${60_000 - i}"`)}]}}` },
  { name: "200,000 keys merged into 200,000", contentType: "application/strategic-merge-patch+json", object: () => `"metadata":{"name":"patched"},"data":{${several(200_000, (i) => `"k${i}":"v"`)}}`, patch: () => `{"data":{${several(200_000, (i) => `"k${2 * i}":${i % 3 === 0 ? "null" : `"w"`}`)}}}` },
  { name: "a key merged into 200,000", contentType: "application/strategic-merge-patch+json", object: () => `"metadata":{"name":"patched"},"data":{${several(200_000, (i) => `"k${i}":"v"`)}}`, patch: () => `{"data":{"a":"b"}}` },
  { name: "200,000 keys that are no texts, merged", contentType: "application/strategic-merge-patch+json", object: () => `"metadata":{"name":"patched"},"data":{"a":"b"}`, patch: () => `{"data":{${filled((i) => `"k${i}":1.0`)}}}` },
  { name: "300,000 owners that lose their key", contentType: "application/strategic-merge-patch+json", object: () => `"metadata":{"name":"patched"}`, patch: () => `{"metadata":{"ownerReferences":[${filled(() => `{"uid":null}`)}]}}` },
  { name: "a merge patch of 200,000 keys", contentType: "application/merge-patch+json", patch: () => `{"data":{${filled((i) => `"k${i}":"v"`)}}}` },
  { name: "an apply of 200,000 keys", contentType: "application/apply-patch+yaml", patch: () => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"patched"},"data":{${filled((i) => `"k${i}":"v"`, 2_000_000)}}}` },
  { name: "an apply of 200,000 equal keys in YAML", contentType: "application/apply-patch+yaml", patch: () => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: patched}\ndata:\n${"  k: v\n".repeat(200_000)}` },
  { name: "an apply with 100,000 owned keys", contentType: "application/apply-patch+yaml", patch: () => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"patched","labels":{${several(50_000, (i) => `"k${i}":"v"`)}}}}` },
  { name: "a merge patch of depth 10,000", contentType: "application/merge-patch+json", patch: () => `{"data":${`{"a":`.repeat(9_990)}1${"}".repeat(9_990)}}` },
];

// oxfmt-ignore
const bodies: readonly (readonly [name: string, contentType: string, body: () => string | Uint8Array])[] = [
  [
    "YAML with 200,000 equal keys",
    "application/yaml",
    () => `kind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\ndata:\n${"  k: v\n".repeat(200_000)}`,
  ],
  [
    "YAML with 200,000 keys",
    "application/yaml",
    () =>
      `kind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\ndata:\n${Array.from({ length: 200_000 }, (_, i) => `  k${i}: v\n`).join("")}`,
  ],
  [
    "YAML with 200,000 unknown fields",
    "application/yaml",
    () =>
      `kind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\n${Array.from({ length: 200_000 }, (_, i) => `k${i}: v\n`).join("")}`,
  ],
  [
    "YAML with aliases of aliases",
    "application/yaml",
    () =>
      `kind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\na0: &a0 [x,x]\n${Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i},*a${i},*a${i}]\n`).join("")}`,
  ],
  [
    "YAML nested deeply",
    "application/yaml",
    () => `kind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\ndata: ${"[".repeat(9_000)}${"]".repeat(9_000)}`,
  ],
  [
    "YAML of a text of 3 MB in lines",
    "application/yaml",
    () => `kind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\ndata:\n  a: |\n${"    x\n".repeat(500_000)}`,
  ],
  [
    "YAML of 1,000,000 comments",
    "application/yaml",
    () => `kind: ConfigMap\napiVersion: v1\n${"#\n".repeat(1_400_000)}metadata: {name: b}\n`,
  ],
  [
    "YAML of a flow list",
    "application/yaml",
    () => `kind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\ndata: {${filled((i) => `k${i}: v`, 2_900_000)}}`,
  ],
  [
    "JSON with 300,000 equal keys",
    "application/json",
    () => `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b"},"data":{${filled(() => `"k":"v"`)}}}`,
  ],
  [
    "JSON with 300,000 unknown fields",
    "application/json",
    () => `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b"},${filled((i) => `"k${i}":"v"`)}}`,
  ],
  [
    "JSON with a key of 3 MB",
    "application/json",
    () => `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b"},"data":{"${"k".repeat(3_000_000)}":"v"}}`,
  ],
  [
    "JSON with an invalid value of 3 MB",
    "application/json",
    () => `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b","labels":{"a":"${"k".repeat(3_000_000)}"}}}`,
  ],
  [
    "JSON nested deeply",
    "application/json",
    () =>
      `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b"},"data":${"[".repeat(9_000)}${"]".repeat(9_000)}}`,
  ],
  [
    "JSON nested too deeply",
    "application/json",
    () =>
      `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b"},"data":${"[".repeat(1_400_000)}${"]".repeat(1_400_000)}}`,
  ],
  [
    "JSON that ends too soon",
    "application/json",
    () => `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b"},"data":{${filled((i) => `"k${i}":"v"`)}`,
  ],
  [
    "managed fields of 3 MB",
    "application/json",
    () =>
      `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b","managedFields":[${filled((i) => `{"manager":"m${i}","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:k${i}":{}}}}`)}]}}`,
  ],
  [
    "owner references of 3 MB",
    "application/json",
    () =>
      `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b","ownerReferences":[${filled((i) => `{"apiVersion":"v1","kind":"Pod","name":"m${i}","uid":"${i}"}`)}]}}`,
  ],
];

/** Patches of large objects, and large bodies in every form. */
export const patchHunts = (): readonly HuntCase[] => [
  ...patches.map(({ name, contentType, object, patch, failure }) => ({
    name: `patch: ${name}`,
    ...(failure !== undefined && { failure }),
    before: [post(configMaps, () => `{${object?.() ?? `"metadata":{"name":"patched"}`}}`)],
    request: {
      method: "PATCH",
      target: `${configMaps}/patched?fieldManager=hunt&fieldValidation=Strict`,
      contentType,
      body: patch,
    },
    after: [`${configMaps}/patched`],
  })),
  ...bodies.map(([name, contentType, body]) => ({
    name: `body: ${name}`,
    request: { method: "POST", target: `${configMaps}?fieldManager=hunt&fieldValidation=Strict`, contentType, body },
    after: [`${configMaps}/b`],
  })),
];
