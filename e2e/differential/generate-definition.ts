import type { Chooser } from "./chooser.ts";
import { generateColumns } from "./generate-columns.ts";
import { withRules } from "./generate-rules.ts";
import { fieldNames, object, type SchemaJson } from "./generate-schema.ts";

/** A random definition and what requests need to know of it. */
export interface Definition {
  readonly body: { readonly [member: string]: unknown };
  /** A form that is tried before, and mostly refused. */
  readonly wrong: { readonly [member: string]: unknown } | undefined;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly versions: readonly DefinedVersion[];
}

/** A version of a definition. */
export interface DefinedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly spec: SchemaJson;
  readonly status: SchemaJson;
  readonly hasStatus: boolean;
  readonly hasScale: boolean;
}

/** Returns a random definition. */
export function generateDefinition(choose: Chooser): Definition {
  const group = "zq.example.com";
  const plural = choose.pick(["widgets", "gadgets"]);
  const kind = plural === "widgets" ? "Widget" : "Gadget";
  const namespaced = choose.chance(0.7);
  const names = choose.pick<[string, ...string[]]>([["v1"], ["v1"], ["v1", "v1beta1"], ["v1", "v1alpha1", "v2"]]);
  const storage = choose.pick(names);
  const hasRules = choose.chance(0.5);
  const schema = (depth: number): SchemaJson =>
    hasRules ? withRules(choose, object(choose, depth), { careful: true }) : object(choose, depth);
  const spec = schema(3);
  const versions = names.map((name, i) => version(choose, name, i === 0 || choose.chance(0.5) ? spec : schema(2)));
  const body = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: namespaced ? "Namespaced" : "Cluster",
      names: {
        plural,
        kind,
        ...choose.pick<SchemaJson>([
          {},
          { shortNames: ["w"] },
          { singular: "thing" },
          { categories: ["all"] },
          { listKind: `${kind}Items` },
          { shortNames: ["w", "wd"], categories: ["all", "example"], singular: plural.slice(0, -1) },
        ]),
      },
      versions: versions.map((each) => versionBody(choose, each, storage)),
      ...(versions.length > 1 && choose.chance(0.06) ? { conversion: unreachableConversion } : {}),
    },
  };
  return { body, wrong: wrongForm(choose, body), group, kind, plural, namespaced, versions };
}

/** Returns a form of a definition that is refused, most times: with a mistake, or with rules that cost too much. */
function wrongForm(choose: Chooser, body: Definition["body"]): Definition["body"] | undefined {
  if (!choose.chance(0.4)) return undefined;
  if (choose.chance(0.6)) return withMistake(choose, body);
  const spec = withRules(choose, object(choose, 2), { careful: false });
  const versions = ["spec", "versions", "0", "schema", "openAPIV3Schema", "properties", "spec"];
  return put(body, versions, spec) as Definition["body"];
}

/** Returns the path of the objects in a version. */
export const collectionOf = ({ group, namespaced, plural }: Definition, version: string): string =>
  `/apis/${group}/${version}/${namespaced ? "namespaces/zq/" : ""}${plural}`;

/** A webhook where nothing listens. */
const unreachableConversion = {
  strategy: "Webhook",
  webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://127.0.0.1:1/convert" } },
};

function version(choose: Chooser, name: string, spec: SchemaJson): DefinedVersion {
  return {
    name,
    served: name === "v1" || choose.chance(0.8),
    spec,
    status: object(choose, 1),
    hasStatus: choose.chance(0.6),
    hasScale: choose.chance(0.25),
  };
}

function versionBody(
  choose: Chooser,
  { name, served, spec, status, hasStatus, hasScale }: DefinedVersion,
  storage: string,
) {
  const subresources = {
    ...(hasStatus ? { status: {} } : {}),
    ...(hasScale
      ? {
          scale: {
            specReplicasPath: choose.pick([".spec.replicas", ".spec.replicas", ".spec.d.replicas"]),
            statusReplicasPath: choose.pick([".status.replicas", ".status.replicas", ".status.a"]),
            ...choose.pick<object>([
              {},
              {},
              { labelSelectorPath: ".status.selector" },
              { labelSelectorPath: ".spec.a" },
              { labelSelectorPath: ".status.a" },
            ]),
          },
        }
      : {}),
  };
  const selectable = choose.chance(0.3) ? scalarsOf(spec) : [];
  return {
    name,
    served,
    storage: name === storage,
    schema: { openAPIV3Schema: rootSchema(choose, spec, status) },
    ...(hasStatus || hasScale ? { subresources } : {}),
    ...generateColumns(choose),
    ...(selectable.length > 0 ? { selectableFields: selectable.map((jsonPath) => ({ jsonPath })) } : {}),
    ...(name !== "v1" && choose.chance(0.3)
      ? { deprecated: true, ...(choose.chance(0.5) ? { deprecationWarning: `use v1` } : {}) }
      : {}),
  };
}

/** Returns the schema of whole objects, seldom with more than the types of the spec and the status. */
function rootSchema(choose: Chooser, spec: SchemaJson, status: SchemaJson): SchemaJson {
  const properties = { spec, status };
  const plain = { type: "object", properties };
  const open = { "x-kubernetes-preserve-unknown-fields": true };
  const named = (name: SchemaJson): SchemaJson => ({
    type: "object",
    properties: { name: { type: "string", ...name } },
  });
  if (choose.chance(0.8)) return plain;
  return choose.pick<SchemaJson>([
    { ...plain, required: ["spec"] },
    { ...plain, ...open },
    { ...plain, description: "é <&>" },
    { ...plain, properties: { ...properties, metadata: named({ maxLength: 3 }) } },
    { ...plain, properties: { ...properties, metadata: named({ pattern: "^a" }) } },
    { ...plain, properties: { apiVersion: { type: "string" }, kind: { type: "string" }, ...properties } },
    { ...plain, properties: { ...properties, spec: { default: {}, ...spec } } },
    { ...plain, properties: { ...properties, extra: { type: "array", items: { type: "string" } } } },
    { ...plain, "x-kubernetes-validations": [{ rule: choose.pick(rootRules), message: "root" }] },
    { ...plain, "x-kubernetes-validations": [{ rule: choose.pick(rootRules), fieldPath: ".spec" }] },
  ]);
}

const rootRules = [
  "self.metadata.name != 'b'",
  "!has(self.spec) || self.metadata.name.startsWith('a')",
  "has(self.status) || has(self.spec)",
  "self.apiVersion.endsWith('v1')",
  "self.kind == oldSelf.kind && (has(oldSelf.spec) == has(self.spec))",
  "self.metadata.generateName == ''",
  "size(self.metadata.name) == 1",
] as const;

/** Returns the paths of fields that may be selected. */
function scalarsOf(spec: SchemaJson): readonly string[] {
  const properties = (spec["properties"] ?? {}) as Readonly<Record<string, SchemaJson>>;
  return fieldNames
    .filter(
      (name) => !name.includes("-") && ["string", "integer", "boolean"].includes(String(properties[name]?.["type"])),
    )
    .map((name) => `.spec.${name}`);
}

const wrongMembers = [
  ["type", "banana"],
  ["type", undefined],
  ["default", { deep: [1] }],
  ["x-kubernetes-list-type", "set"],
  ["x-kubernetes-map-type", "atomic"],
  ["pattern", "("],
  ["format", "int32"],
  ["enum", []],
  ["items", { type: "string" }],
  ["required", ["a", "a"]],
  ["minimum", 5],
  ["x-kubernetes-preserve-unknown-fields", false],
  ["x-kubernetes-embedded-resource", true],
  ["x-kubernetes-validations", [{ rule: "self.nothing == 1" }]],
  ["x-kubernetes-validations", [{ rule: "" }]],
  ["x-kubernetes-validations", [{ rule: "true", messageExpression: "1" }]],
  ["jsonPath", "spec.a"],
  ["jsonPath", ".spec[?(@.a=='b')].c"],
  ["name", "V_1"],
  ["storage", true],
  ["served", false],
  ["plural", "Wrong"],
  ["scope", "Planet"],
  ["uniqueItems", true],
  ["nullable", true],
  ["additionalProperties", true],
  ["$ref", "#/x"],
  ["allOf", [{ type: "string" }]],
  ["not", { properties: { a: { minLength: 1 } } }],
  ["not", { type: "string" }],
  ["anyOf", [{ default: 1 }]],
  ["oneOf", [{ properties: { nothing: { minLength: 1 } } }]],
  ["x-kubernetes-list-map-keys", ["k"]],
  ["x-kubernetes-list-type", "odd"],
  ["x-kubernetes-map-type", "odd"],
  ["x-kubernetes-int-or-string", true],
  ["x-kubernetes-validations", [{ rule: "self.all(" }]],
  ["x-kubernetes-validations", [{ rule: "true", fieldPath: "a" }]],
  ["x-kubernetes-validations", [{ rule: "true", reason: "Odd" }]],
  ["x-kubernetes-validations", [{ rule: "true", optionalOldSelf: true }]],
  ["x-kubernetes-validations", [{ rule: "1" }]],
  ["x-kubernetes-validations", [{ rule: "true", message: " " }]],
  ["format", 1],
  ["maxLength", -1],
  ["maxItems", 1.5],
  ["minimum", "x"],
  ["multipleOf", 0],
  ["default", 1],
  ["default", "x"],
  ["default", null],
  ["default", {}],
  ["example", { a: 1 }],
  ["externalDocs", { url: "http://a" }],
  ["id", "x"],
  ["definitions", { a: { type: "string" } }],
  ["dependencies", { a: ["b"] }],
  ["patternProperties", { a: { type: "string" } }],
  ["additionalItems", true],
  ["additionalProperties", false],
  ["exclusiveMinimum", true],
  ["title", "T"],
  ["selectableFields", [{ jsonPath: ".spec.nothing" }]],
  ["selectableFields", [{ jsonPath: ".metadata.name" }, { jsonPath: ".metadata.name" }]],
  ["selectableFields", [{ jsonPath: ".spec.c[0]" }]],
  ["additionalPrinterColumns", [{ name: "", type: "odd", jsonPath: "" }]],
  ["additionalPrinterColumns", [{ name: "a", type: "string", format: "odd", jsonPath: ".a[" }]],
  ["deprecationWarning", "w"],
  ["deprecationWarning", ""],
  ["schema", null],
  ["schema", {}],
  ["specReplicasPath", "spec"],
  ["specReplicasPath", ".status.replicas"],
  ["statusReplicasPath", ".spec.a[0]"],
  ["labelSelectorPath", ".metadata.labels"],
  ["group", "Bad"],
  ["group", "k8s.io"],
  ["kind", "bad kind"],
  ["singular", "Bad"],
  ["shortNames", ["Bad"]],
  ["listKind", "Widget"],
  ["categories", ["Bad"]],
  ["preserveUnknownFields", true],
  ["conversion", { strategy: "Odd" }],
  ["conversion", { strategy: "None", webhook: { conversionReviewVersions: ["v1"] } }],
  ["conversion", { strategy: "Webhook" }],
  ["versions", []],
] as const;

/** Returns a copy of a definition of which one object has a wrong member. */
function withMistake(choose: Chooser, body: Definition["body"]): Definition["body"] {
  const places: unknown[][] = [];
  collect(body["spec"], ["spec"], places);
  const [name, value] = choose.pick(wrongMembers);
  const place = places[choose.below(places.length)] ?? [];
  return put(body, [...place, name], value) as Definition["body"];
}

function collect(value: unknown, path: readonly unknown[], places: unknown[][]): void {
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value)) places.push([...path]);
  for (const [name, member] of Object.entries(value)) collect(member, [...path, name], places);
}

function put(target: unknown, [name, ...rest]: readonly unknown[], value: unknown): unknown {
  if (name === undefined) return value;
  const key = String(name);
  if (Array.isArray(target)) return target.with(Number(key), put(target[Number(key)], rest, value));
  const members = (target ?? {}) as { readonly [member: string]: unknown };
  return { ...members, [key]: put(members[key], rest, value) };
}
