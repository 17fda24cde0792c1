import type { Chooser } from "./chooser.ts";
import { fieldNames, object, type SchemaJson } from "./generate-schema.ts";

/** A random definition and what requests need to know of it. */
export interface Definition {
  readonly body: { readonly [member: string]: unknown };
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

const paths = [
  ".spec.a",
  ".spec.b",
  ".spec",
  ".status.a",
  ".metadata.name",
  ".spec.c[0]",
  ".spec.c[*].k",
  ".spec['a']",
  ".spec.d.p",
  ".metadata.labels.l",
  ".spec.replicas",
  ".spec.fooBar",
] as const;

/** Returns a random definition; one in ten has a mistake. */
export function generateDefinition(choose: Chooser): Definition {
  const group = "zq.example.com";
  const plural = choose.pick(["widgets", "gadgets"]);
  const kind = plural === "widgets" ? "Widget" : "Gadget";
  const namespaced = choose.chance(0.7);
  const names = choose.pick<[string, ...string[]]>([["v1"], ["v1"], ["v1", "v1beta1"], ["v1", "v1alpha1", "v2"]]);
  const storage = choose.pick(names);
  const spec = object(choose, 3);
  const versions = names.map((name, i) =>
    version(choose, name, i === 0 || choose.chance(0.5) ? spec : object(choose, 2)),
  );
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
        ]),
      },
      versions: versions.map((each) => versionBody(choose, each, storage)),
      ...(versions.length > 1 && choose.chance(0.06) ? { conversion: unreachableConversion } : {}),
    },
  };
  return { body: choose.chance(0.1) ? withMistake(choose, body) : body, group, kind, plural, namespaced, versions };
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
            specReplicasPath: ".spec.replicas",
            statusReplicasPath: ".status.replicas",
            ...(choose.chance(0.5) ? { labelSelectorPath: ".status.selector" } : {}),
          },
        }
      : {}),
  };
  const columns = choose.some(paths, 0.15).map((jsonPath, i) => ({
    name: `C${i}`,
    type: choose.pick(["string", "integer", "number", "boolean", "date"]),
    jsonPath,
    ...(choose.chance(0.2) ? { priority: 1 } : {}),
    ...(choose.chance(0.2) ? { description: "says" } : {}),
  }));
  const selectable = choose.chance(0.3) ? scalarsOf(spec) : [];
  return {
    name,
    served,
    storage: name === storage,
    schema: { openAPIV3Schema: { type: "object", properties: { spec, status } } },
    ...(hasStatus || hasScale ? { subresources } : {}),
    ...(columns.length > 0 ? { additionalPrinterColumns: columns } : {}),
    ...(selectable.length > 0 ? { selectableFields: selectable.map((jsonPath) => ({ jsonPath })) } : {}),
    ...(name !== "v1" && choose.chance(0.3)
      ? { deprecated: true, ...(choose.chance(0.5) ? { deprecationWarning: `use v1` } : {}) }
      : {}),
  };
}

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
