import { filled, post, several, type HuntCase, type HuntRequest } from "./hunt-case.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const templates = "/api/v1/namespaces/default/podtemplates";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const odd = "/apis/odd.example.com/v1/namespaces/default/odds";

/** A definition with columns that filter, a rule over a map, and whatever else below `any`. */
const definition = (): string => {
  const columns = several(30, (i) => `{"name":"c${i}","type":"string","jsonPath":".list[?(@.a==\\"v${i}\\")].a"}`);
  const rule = `{"rule":"self.all(k, self[k].matches('^(a|b|v)*$'))","message":"no"}`;
  return (
    `{"metadata":{"name":"odds.odd.example.com"},"spec":{"group":"odd.example.com","scope":"Namespaced","names":{"plural":"odds","kind":"Odd"},` +
    `"versions":[{"name":"v1","served":true,"storage":true,"additionalPrinterColumns":[${columns}],"schema":{"openAPIV3Schema":{"type":"object","properties":{` +
    `"list":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}},` +
    `"map":{"type":"object","maxProperties":1000,"additionalProperties":{"type":"string","maxLength":100},"x-kubernetes-validations":[${rule}]},` +
    `"any":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}}}]}}`
  );
};

const oddObject = (name: string, members: string): HuntRequest =>
  post(odd, () => `{"apiVersion":"odd.example.com/v1","kind":"Odd","metadata":{"name":"${name}"},${members}}`);
const install = post(definitions, definition);
const uninstall = [`${definitions}/odds.odd.example.com`];

const env = (count: number, value: (i: number) => string): string =>
  several(count, (i) => `{"name":"n${i}","value":"${value(i)}"}`);
const template = (members: string): string =>
  `{"apiVersion":"v1","kind":"PodTemplate","metadata":{"name":"odd"},"template":{"spec":{"containers":[{"name":"c","image":"i","env":[${members}]}]}}}`;
const applied = (manager: string, from: number, count: number): HuntRequest => ({
  method: "PATCH",
  target: `${templates}/odd?fieldManager=${manager}&force=true`,
  contentType: "application/apply-patch+yaml",
  body: () => template(several(count, (i) => `{"name":"n${from + i}","value":"${manager}"}`)),
});

/** A text in CBOR that comes in chunks of one character each. */
function chunkedText(length: number): Uint8Array {
  const utf8 = new TextEncoder();
  const text = (value: string): readonly number[] => [0x60 + value.length, ...utf8.encode(value)];
  const head = [0xd9, 0xd9, 0xf7, 0xa3, ...text("apiVersion"), ...text("v1"), ...text("kind"), ...text("ConfigMap")];
  const data = [0x64, ...utf8.encode("data"), 0xa1, ...text("a"), 0x7f];
  const body = new Uint8Array(head.length + data.length + 2 * length + 1);
  body.set([...head, ...data]);
  for (let i = 0; i < length; i++) body.set([0x61, 0x61], head.length + data.length + 2 * i);
  body[body.length - 1] = 0xff;
  return body;
}

/** An envelope of protobuf whose object has nothing but fields that nobody knows. */
function unknownFields(count: number): Uint8Array {
  const head = [0x6b, 0x38, 0x73, 0x00, 0x0a, 0x0f, 0x0a, 0x02, 0x76, 0x31, 0x12, 0x09];
  const kind = [...new TextEncoder().encode("ConfigMap"), 0x12];
  const length = 3 * count;
  const size = [(length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, ((length >> 14) & 0x7f) | 0x80, length >> 21];
  const body = new Uint8Array(head.length + kind.length + size.length + length);
  body.set([...head, ...kind, ...size]);
  for (let i = 0; i < count; i++) body.set([0xf8, 0x07, 0x01], head.length + kind.length + size.length + 3 * i);
  return body;
}

const reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

/** A definition of 60,000 properties that nothing is wrong with. */
const wide = (label: string): string =>
  `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"wides.odd.example.com","labels":{"label":"${label}"}},` +
  `"spec":{"group":"odd.example.com","scope":"Namespaced","names":{"plural":"wides","kind":"Wide"},` +
  `"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{${several(60_000, (i) => `"k${i}":{"type":"string"}`)}}}}}]}}`;
const wideName = `${definitions}/wides.odd.example.com`;

/** Bodies that are large in ways of their own. */
export const oddHunts = (): readonly HuntCase[] => [
  {
    name: "odd: a token of 2.9 MB in a TokenReview",
    request: post(
      "/apis/authentication.k8s.io/v1/tokenreviews",
      () => `{"spec":{"token":"${"a.".repeat(1_450_000)}"}}`,
    ),
  },
  {
    name: "odd: a review of 50,000 requirements on labels",
    request: post(
      reviews,
      () =>
        `{"spec":{"resourceAttributes":{"verb":"list","resource":"pods","labelSelector":{"requirements":[${several(50_000, (i) => `{"key":"k${i}","operator":"In","values":["v"]}`)}]}}}}`,
    ),
  },
  {
    name: "odd: a review of 100,000 fields in a raw selector",
    request: post(
      reviews,
      () =>
        `{"spec":{"resourceAttributes":{"verb":"list","resource":"pods","fieldSelector":{"rawSelector":"${several(100_000, (i) => `a${i}=v`)}"}}}}`,
    ),
  },
  {
    name: "odd: a text in CBOR in a million chunks",
    request: {
      method: "POST",
      target: configMaps,
      contentType: "application/cbor",
      body: () => chunkedText(1_000_000),
    },
  },
  {
    name: "odd: a million unknown fields in protobuf",
    request: {
      method: "POST",
      target: configMaps,
      contentType: "application/vnd.kubernetes.protobuf",
      body: () => unknownFields(1_000_000),
    },
  },
  {
    name: "odd: copies of copies in a JSON patch",
    before: [post(configMaps, () => `{"metadata":{"name":"odd"},"data":{"a":"b"}}`)],
    request: {
      method: "PATCH",
      target: `${configMaps}/odd`,
      contentType: "application/json-patch+json",
      body: () => `[${several(9_000, (i) => `{"op":"copy","from":"/data","path":"/data/k${i}"}`)}]`,
    },
    after: [`${configMaps}/odd`],
  },
  {
    name: "odd: 30,000 directives that delete variables",
    before: [post(templates, () => template(env(30_000, () => "v")))],
    request: {
      method: "PATCH",
      target: `${templates}/odd`,
      contentType: "application/strategic-merge-patch+json",
      body: () =>
        `{"template":{"spec":{"containers":[{"name":"c","env":[${several(30_000, (i) => `{"name":"n${i}","$patch":"delete"}`)}]}]}}}`,
    },
    after: [`${templates}/odd`],
  },
  {
    name: "odd: 20,000 variables that ten managers have applied",
    before: Array.from({ length: 10 }, (_, i) => applied(`manager-${i}`, 2_000 * i, 2_000)),
    request: applied("manager-10", 0, 20_000),
    after: [`${templates}/odd`],
  },
  {
    name: "odd: a table of thirty columns that filter 80,000 items",
    before: [install, oddObject("table", `"list":[${filled((i) => `{"a":"v${i}"}`, 1_400_000)}]`)],
    request: { method: "GET", target: odd, accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
    after: [`${odd}/table`, ...uninstall],
  },
  {
    name: "odd: a rule for a thousand texts of a map",
    before: [install],
    request: oddObject("rule", `"map":{${several(1_000, (i) => `"k${i}":"${"v".repeat(100)}"`)}}`),
    after: [`${odd}/rule`, ...uninstall],
  },
  {
    name: "odd: lists of 9,000 levels where anything may stand",
    before: [install],
    request: oddObject("deep", `"any":{"a":${"[".repeat(9_000)}${"]".repeat(9_000)}}`),
    after: [`${odd}/deep`, ...uninstall],
  },
  ...["application/json", "application/yaml", "application/cbor"].map((accept): HuntCase => ({
    name: `odd: a text of 1.3 MB that JSON escapes, as ${accept}`,
    before: [install],
    request: { ...oddObject("text", `"any":{"a":"${"<".repeat(1_300_000)}"}`), accept },
    after: [`${odd}/text`, ...uninstall],
  })),
  {
    name: "odd: a definition of 60,000 properties",
    request: post(definitions, () => wide("new")),
    after: [wideName],
  },
  {
    name: "odd: a definition of 60,000 properties is patched",
    before: [post(definitions, () => wide("new"))],
    request: {
      method: "PATCH",
      target: wideName,
      contentType: "application/merge-patch+json",
      body: () => wide("changed"),
    },
    after: [wideName],
  },
  {
    name: "odd: a number of 2.9 MB in YAML",
    request: {
      method: "POST",
      target: configMaps,
      contentType: "application/yaml",
      body: () => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: odd}\ndata: {a: ${"1".repeat(2_900_000)}}\n`,
    },
    after: [`${configMaps}/odd`],
  },
];
