import type { JsonObject } from "../../src/apimachinery/json/value.ts";
import { encodeProtobuf } from "../../src/apiserver/codec/protobuf/protobuf-serializer.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { filled, post, type HuntCase, type HuntRequest } from "./hunt-case.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
const protobuf = "application/vnd.kubernetes.protobuf";

/** What a client accepts, beside JSON. */
const forms: Readonly<Record<string, string>> = {
  "a Table": table,
  "a Table in protobuf": `${protobuf};as=Table;v=v1;g=meta.k8s.io`,
  protobuf,
  YAML: "application/yaml",
  CBOR: "application/cbor",
  metadata: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
};

/** Large stored objects, with the target of each. */
const objects: readonly (readonly [name: string, target: string, body: () => string])[] = [
  [
    "a ConfigMap",
    configMaps,
    () => `{"metadata":{"name":"large"},"data":{${filled((i) => `"k${i}":"v"`, 2_900_000)}}}`,
  ],
  [
    "a Pod",
    "/api/v1/namespaces/default/pods",
    () =>
      `{"metadata":{"name":"large"},"spec":{"containers":[{"name":"c","image":"a","env":[${filled((i) => `{"name":"n${i}","value":"v"}`, 2_900_000)}]}]}}`,
  ],
];

/** Requests for large objects in forms that have to be made of them, alone and in lists. */
function answers(): readonly HuntCase[] {
  return objects.flatMap(([object, target, body]) =>
    Object.entries(forms).flatMap(([form, accept]) =>
      ["object", "list"].map((scope): HuntCase => ({
        name: `output: ${object} as ${form}, ${scope}`,
        before: [post(target, body)],
        request: { method: "GET", target: scope === "list" ? target : `${target}/large`, accept },
        after: [`${target}/large`],
      })),
    ),
  );
}

const manyMap = (): JsonObject => Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, "v"]));

/** Bodies in protobuf and CBOR. */
async function bodies(): Promise<readonly HuntCase[]> {
  const schema = (await loadBuiltinTypes()).schemaOf({ group: "", version: "v1", kind: "ConfigMap" });
  if (schema === undefined) throw new Error("no type ConfigMap");
  const object = (): JsonObject => ({ metadata: { name: "encoded" }, data: manyMap() });
  const inProtobuf: HuntRequest = {
    method: "POST",
    target: configMaps,
    contentType: protobuf,
    accept: protobuf,
    body: () => encodeProtobuf(schema, "v1", "ConfigMap", object()),
  };
  return [
    { name: "output: a body of 200,000 keys in protobuf", request: inProtobuf, after: [`${configMaps}/encoded`] },
  ];
}

/** Large objects in other forms than JSON. */
export const outputHunts = async (): Promise<readonly HuntCase[]> => [...answers(), ...(await bodies())];
