import { collectionOf, type Definition, type DefinedVersion } from "./generate-definition.ts";
import { generateSchema, object } from "./generate-schema.ts";
import { objectNames, type StepContext } from "./generate-request.ts";
import type { Chooser } from "./chooser.ts";
import type { Step } from "./sequence.ts";

const headers = { "Content-Type": "application/json" };

/**
 * Returns the requests that change the definition and wait until the change is observed: a new field of each version
 * makes an object invalid that was refused as unknown before.
 */
export function generateChange({ choose, id }: StepContext, definition: Definition): readonly Step[] {
  const { versions } = definition;
  const marker = `marker${id}`;
  const operations = [
    ...versions.flatMap((version, i) => [
      ...(choose.chance(0.6) ? changeOf(choose, version, i) : []),
      { op: "add", path: `${schemaPath(i)}/properties/${marker}`, value: { type: "string", enum: ["x"] } },
    ]),
    ...(versions.length > 1 && choose.chance(0.3) ? storageAt(choose.below(versions.length), versions) : []),
    ...(choose.chance(0.2) ? [choose.pick(namesChanges)] : []),
  ];
  return [
    patchDefinition(id, definition, operations),
    ...versions.filter(({ served }) => served).map(({ name }) => observed(definition, name, id, marker)),
  ];
}

/** Returns the requests that stop or begin to serve a version, which is observed when its resource is gone or there. */
export function generateServing({ choose, id }: StepContext, definition: Definition): readonly Step[] {
  const index = choose.below(definition.versions.length);
  const name = definition.versions[index]?.name ?? "v1";
  const serve = (after: string, value: boolean): readonly Step[] => [
    patchDefinition(`${id}${after}`, definition, [{ op: "add", path: `/spec/versions/${index}/served`, value }]),
    {
      id: `${id}${after}-${name}`,
      method: "GET",
      path: collectionOf(definition, name),
      until: value ? 200 : 404,
      after: `${id}${after}`,
      quiet: true,
    },
  ];
  const read = (step: string): Step => ({ id: `${id}${step}`, method: "GET", path: collectionOf(definition, name) });
  if (definition.versions.filter(({ served }) => served).length < 2) return [read("alone")];
  return [...serve("off", false), read("unserved"), ...serve("on", true), read("served")];
}

/** Returns the requests that delete the definition, and those for its objects when it is gone. */
export function generateEnd({ choose, id }: StepContext, definition: Definition): readonly Step[] {
  const path = definitionPath(definition);
  const collections = definition.versions.map(({ name }) => collectionOf(definition, name));
  // an object with a finalizer would keep the definition
  const free = (collection: string): readonly Step[] =>
    objectNames.map((name, i) => ({
      id: `${id}free${i}`,
      method: "PATCH",
      path: `${collection}/${name}`,
      headers: { "Content-Type": "application/merge-patch+json" },
      body: '{"metadata":{"finalizers":null}}',
      quiet: true,
    }));
  const [first = ""] = collections;
  return [
    ...free(first),
    { id, method: "DELETE", path: `${path}${choose.pick(["", "?propagationPolicy=Foreground", "?dryRun=All"])}` },
    { id: `${id}again`, method: "DELETE", path, quiet: true },
    { id: `${id}gone`, method: "GET", path, until: 404, quiet: true },
    { id: `${id}unserved`, method: "GET", path: first, until: 404, quiet: true },
    { id: `${id}list`, method: "GET", path: first },
    { id: `${id}get`, method: "GET", path: `${first}/a` },
    { id: `${id}create`, method: "POST", path: first, headers, body: "{}" },
    { id: `${id}configmaps`, method: "GET", path: "/api/v1/namespaces/zq/configmaps" },
  ];
}

const definitionPath = ({ group, plural }: Definition): string =>
  `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${group}`;

const patchDefinition = (id: string, definition: Definition, operations: readonly object[]): Step => ({
  id,
  method: "PATCH",
  path: definitionPath(definition),
  headers: { "Content-Type": "application/json-patch+json" },
  body: JSON.stringify(operations),
});

const namesChanges = [
  { op: "add", path: "/spec/names/shortNames", value: ["nw"] },
  { op: "add", path: "/spec/names/categories", value: ["all", "other"] },
  { op: "add", path: "/metadata/annotations", value: { n: "1" } },
] as const;

const schemaPath = (index: number): string => `/spec/versions/${index}/schema/openAPIV3Schema`;

function changeOf(choose: Chooser, { spec, hasStatus }: DefinedVersion, index: number): readonly object[] {
  const version = `/spec/versions/${index}`;
  const path = `${schemaPath(index)}/properties/spec`;
  const names = Object.keys((spec["properties"] ?? {}) as object);
  const name = names[choose.below(names.length)];
  const add = (at: string, value: unknown): readonly object[] => [{ op: "add", path: at, value }];
  const ofField = (keyword: string, value: unknown): readonly object[] =>
    name === undefined ? [] : add(`${path}/properties/${name}/${keyword}`, value);
  return choose.pick<() => readonly object[]>([
    () => [{ op: "replace", path, value: object(choose, 2) }],
    () => (name === undefined ? [] : add(`${path}/properties/${name}`, generateSchema(choose, 1))),
    () => (name === undefined ? [] : [{ op: "remove", path: `${path}/properties/${name}` }]),
    () => (name === undefined ? [] : add(`${path}/required`, [name])),
    () => ofField("nullable", true),
    () => ofField("enum", ["one", 1, true, null]),
    () => ofField("maxLength", 1),
    () => ofField("minimum", 2),
    () => ofField("maxItems", 1),
    () => ofField("pattern", "^a"),
    () => ofField("x-kubernetes-validations", [{ rule: choose.pick(fieldRules), message: "tightened" }]),
    () => add(`${path}/x-kubernetes-validations`, [{ rule: choose.pick(specRules) }]),
    () => add(`${path}/x-kubernetes-preserve-unknown-fields`, true),
    () => add(`${path}/maxProperties`, 1),
    () => add(`${path}/default`, choose.pick([{}, { a: "x" }, { b: 1 }])),
    () =>
      add(`${version}/additionalPrinterColumns`, [{ name: "New", type: "string", jsonPath: `.spec.${name ?? "a"}` }]),
    () => [{ op: "remove", path: `${version}/additionalPrinterColumns` }],
    () => add(`${version}/selectableFields`, [{ jsonPath: `.spec.${name ?? "a"}` }]),
    () => add(`${version}/deprecated`, true),
    () => [...add(`${version}/deprecated`, true), ...add(`${version}/deprecationWarning`, "no more <&>")],
    () => add(`${version}/subresources`, hasStatus ? {} : { status: {} }),
    () =>
      add(`${version}/subresources`, {
        status: {},
        scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
      }),
  ])();
}

const fieldRules = [
  "self == self",
  "self != self",
  "self == oldSelf",
  "type(self) == type(oldSelf)",
  "size(self) < 2",
] as const;
const specRules = ["!has(self.a)", "has(self.a) == has(oldSelf.a)", "size(self) > 100", "self == oldSelf"] as const;

const storageAt = (index: number, versions: readonly DefinedVersion[]): readonly object[] =>
  versions.map((_, i) => ({ op: "replace", path: `/spec/versions/${i}/storage`, value: i === index }));

function observed(definition: Definition, version: string, after: string, marker: string): Step {
  const { group, kind } = definition;
  return {
    id: `${after}-${version}`,
    method: "POST",
    path: `${collectionOf(definition, version)}?dryRun=All&fieldValidation=Strict`,
    headers,
    body: JSON.stringify({ apiVersion: `${group}/${version}`, kind, metadata: { name: "marker" }, [marker]: "y" }),
    until: 422,
    after,
    quiet: true,
  };
}
