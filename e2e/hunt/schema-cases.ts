import { filled, post, several, type HuntCase } from "./hunt-case.ts";

/** A schema as JSON text, and the members of an object beside its metadata. */
interface SchemaHunt {
  readonly name: string;
  readonly schema: () => string;
  readonly members: () => string;
  /** The status of the answer, where it is one of a failure of the server, as upstream's. */
  readonly failure?: number;
  /** What the client accepts, if it is not JSON. */
  readonly accept?: string;
}

const ofList = (items: string): string => `{"type":"object","properties":{"list":{"type":"array","items":${items}}}}`;
const numbers = (count: number): string => `"list":[${several(count, String)}]`;
const names = (count: number): string => several(count, (i) => `"name${i}"`);
const patterns = (count: number): string => several(count, (i) => `{"pattern":"^(a|b)*x${i}$"}`);

const formats = ["date", "datetime", "duration", "email", "hostname", "ipv4", "ipv6", "mac", "uuid", "cidr"];
const longText = (length: number): string => "k".repeat(length);

// oxfmt-ignore
const schemas: readonly SchemaHunt[] = [
  { name: "5,000 required names", schema: () => `{"type":"object","properties":{"spec":{"type":"object","required":[${names(5_000)}]}}}`, members: () => `"spec":{}` },
  { name: "20,000 required names of 200 items", schema: () => ofList(`{"type":"object","required":[${names(20_000)}]}`), members: () => `"list":[${several(200, () => "{}")}]` },
  { name: "20 required names of a million items", schema: () => ofList(`{"type":"object","required":[${names(20)}]}`), members: () => `"list":[${filled(() => "{}")}]` },
  { name: "anyOf of 500 for 60,000 integers", schema: () => ofList(`{"type":"integer","anyOf":[${several(500, (i) => `{"minimum":${1_000_000 + i}}`)}]}`), members: () => numbers(60_000) },
  { name: "oneOf of 500 for 60,000 integers", schema: () => ofList(`{"type":"integer","oneOf":[${several(500, (i) => `{"minimum":${1_000_000 + i}}`)}]}`), members: () => numbers(60_000) },
  { name: "200 patterns for 20,000 texts", schema: () => ofList(`{"type":"string","allOf":[${patterns(200)}]}`), members: () => `"list":[${several(20_000, (i) => `"abababab${i}"`)}]` },
  { name: "a pattern for a text of 3 MB", schema: () => `{"type":"object","properties":{"text":{"type":"string","pattern":"^(a|b|ab)*c$"}}}`, members: () => `"text":"${"ab".repeat(1_500_000)}"` },
  { name: "allOf of 100 for 30,000 integers", schema: () => ofList(`{"type":"integer","allOf":[${several(100, (i) => `{"minimum":${1_000_000 + i}}`)}]}`), members: () => numbers(30_000) },
  { name: "allOf of 100 not for 30,000 integers", schema: () => ofList(`{"type":"integer","allOf":[${several(100, () => `{"not":{"minimum":0}}`)}]}`), members: () => numbers(30_000) },
  { name: "allOf of 100 that fit for 30,000 integers", schema: () => ofList(`{"type":"integer","allOf":[${several(100, (i) => `{"minimum":${-i}}`)}]}`), members: () => numbers(30_000) },
  { name: "an enum of 2,000 texts for 20,000 texts", schema: () => ofList(`{"type":"string","enum":[${names(2_000)}]}`), members: () => `"list":[${several(20_000, (i) => `"x${i}"`)}]` },
  { name: "an enum of 500 objects for 20,000 objects", schema: () => ofList(`{"type":"object","properties":{"a":{"type":"integer"}},"enum":[${several(500, (i) => `{"a":${i}}`)}]}`), members: () => `"list":[${several(20_000, (i) => `{"a":${i + 1_000}}`)}]` },
  { name: "an enum of 500 objects for 20,000 objects of it", schema: () => ofList(`{"type":"object","properties":{"a":{"type":"integer"}},"enum":[${several(500, (i) => `{"a":${i}}`)}]}`), members: () => `"list":[${several(20_000, () => `{"a":499}`)}]` },
  { name: "a list of type set of 300,000 texts", schema: () => `{"type":"object","properties":{"list":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}}}`, members: () => `"list":[${filled((i) => `"${i % 150_000}"`)}]` },
  { name: "a list of type map of 100,000 keys, each twice", schema: () => `{"type":"object","properties":{"list":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"}}}}}}`, members: () => `"list":[${filled((i) => `{"k":"${i % 90_000}"}`)}]` },
  { name: "wrong types of a million items", schema: () => ofList(`{"type":"string"}`), members: () => `"list":[${filled(() => "1")}]` },
  { name: "a million valid items", schema: () => ofList(`{"type":"integer"}`), members: () => `"list":[${filled(() => "1")}]` },
  { name: "a million unknown fields", schema: () => ofList(`{"type":"object","properties":{"a":{"type":"string"}}}`), members: () => `"list":[${filled((i) => `{"x${i}":1}`)}]` },
  { name: "a map of 200,000 wrong values", schema: () => `{"type":"object","properties":{"map":{"type":"object","additionalProperties":{"type":"string"}}}}`, members: () => `"map":{${filled((i) => `"key${i}":1`)}}` },
  { name: "defaults of 50 fields for a million items", failure: 500, schema: () => ofList(`{"type":"object","properties":{${several(50, (i) => `"f${i}":{"type":"string","default":"text${i}"}`)}}}`), members: () => `"list":[${filled(() => "{}")}]` },
  { name: "100 long texts under 100 patterns", schema: () => ofList(`{"type":"string","allOf":[${patterns(100)}]}`), members: () => `"list":[${several(100, () => `"${"ab".repeat(14_000)}"`)}]` },
  { name: "a text of 3 MB under 100 bounds", schema: () => `{"type":"object","properties":{"text":{"type":"string","allOf":[${several(100, (i) => `{"pattern":"^x${i}"}`)}]}}}`, members: () => `"text":"${"a".repeat(3_000_000)}"` },
  { name: "20,000 wrong values below a key of 100 KB", schema: () => `{"type":"object","properties":{"map":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}}}}`, members: () => `"map":{"${longText(100_000)}":[${several(20_000, String)}]}` },
  { name: "20,000 unknown fields below a key of 100 KB", schema: () => `{"type":"object","properties":{"map":{"type":"object","additionalProperties":{"type":"array","items":{"type":"object"}}}}}`, members: () => `"map":{"${longText(100_000)}":[${several(20_000, (i) => `{"x${i}":1}`)}]}` },
  { name: "a required name of 100 KB for 20,000 items", schema: () => ofList(`{"type":"object","required":["${longText(100_000)}"]}`), members: () => `"list":[${several(20_000, () => "{}")}]` },
  { name: "a pattern of 100 KB for 20,000 texts", schema: () => ofList(`{"type":"string","pattern":"^${longText(100_000)}$"}`), members: () => `"list":[${several(20_000, (i) => `"x${i}"`)}]` },
  { name: "ten formats for a text of 3 MB", schema: () => `{"type":"object","properties":{"text":{"type":"string","allOf":[${formats.map((format) => `{"format":"${format}"}`).join(",")}]}}}`, members: () => `"text":"${"\x7f".repeat(2_900_000)}"` },
  ...["application/yaml", "application/cbor", "application/vnd.kubernetes.protobuf", "application/json;pretty=1"].map((accept) => ({ name: `ten formats for a text of 3 MB, told as ${accept}`, schema: () => `{"type":"object","properties":{"text":{"type":"string","allOf":[${formats.map((format) => `{"format":"${format}"}`).join(",")}]}}}`, members: () => `"text":"${"\x7f".repeat(2_900_000)}"`, accept })),
  { name: "ten formats for texts of 1 KB", schema: () => ofList(`{"type":"string","allOf":[${formats.map((format) => `{"format":"${format}"}`).join(",")}]}`), members: () => `"list":[${filled(() => `"${"\x7f".repeat(1000)}"`)}]` },
  { name: "a set of twice the same text of 1 MB", schema: () => `{"type":"object","properties":{"list":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}}}`, members: () => `"list":["${longText(1_400_000)}","${longText(1_400_000)}"]` },
  { name: "an enum for a large object", schema: () => `{"type":"object","properties":{"map":{"type":"object","additionalProperties":{"type":"integer"},"enum":[{}]}}}`, members: () => `"map":{${filled((i) => `"k${i}":1`)}}` },
];

const root = "/apis/hunt.example.com/v1/namespaces/default";

const definition = (plural: string, kind: string, schema: string): string =>
  `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"${plural}.hunt.example.com"},` +
  `"spec":{"group":"hunt.example.com","scope":"Namespaced","names":{"plural":"${plural}","kind":"${kind}"},` +
  `"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":${schema}}}]}}`;

/** Objects under schemas of their own. */
export const schemaHunts = (): readonly HuntCase[] =>
  schemas.map(({ name, schema, members, accept, failure }, i) => {
    const plural = `hunts${i}`;
    const kind = `Hunt${i}`;
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    return {
      name: `schema: ${name}`,
      ...(failure !== undefined && { failure }),
      before: [post(definitions, () => definition(plural, kind, schema()))],
      request: {
        ...post(
          `${root}/${plural}?fieldValidation=Strict`,
          () => `{"apiVersion":"hunt.example.com/v1","kind":"${kind}","metadata":{"name":"hunt"},${members()}}`,
        ),
        ...(accept !== undefined && { accept }),
      },
      after: [`${definitions}/${plural}.hunt.example.com`],
    };
  });
