import { isList, isMap, type Json, type JsonMap } from "../conformance/recorded-case.ts";
import { createChooser, type Chooser } from "./chooser.ts";
import type { Manifest } from "./read-manifests.ts";
import type { Step } from "./sequence.ts";

/** How many samples of a kind are sent, and how many damaged copies of each. */
export interface ManifestLimits {
  readonly samples: number;
  readonly damaged: number;
}

/** The requests for the manifests of a project. */
export interface ManifestSteps {
  readonly steps: readonly Step[];
  readonly cleanUp: readonly Step[];
  readonly definitions: number;
  readonly samples: number;
}

/** A served version of a custom resource. */
interface Served {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const jsonBody = { "Content-Type": "application/json" };

/**
 * Returns requests that create the definitions of a project, and for each sample of their kinds: a strict dry run, the
 * creation from YAML, reads, an apply, dry runs of damaged copies, and the deletion.
 */
export function manifestSteps(manifests: readonly Manifest[], seed: number, limits: ManifestLimits): ManifestSteps {
  const definitions = definitionsOf(manifests);
  const served = definitions.flatMap(servedBy);
  const samples = samplesOf(manifests, served, limits.samples);
  const choose = createChooser(seed);
  const namespaces = [...new Set(samples.map(({ manifest }) => namespaceOf(manifest)))];
  const paths = definitions.map((definition) => `${definitionsPath}/${textOf(metadataOf(definition)["name"])}`);
  return {
    steps: [
      ...namespaces.map(createNamespace),
      ...definitions.flatMap(defineSteps),
      ...served.map(awaitStep),
      ...samples.flatMap((sample, i) => sampleSteps(sample, `s${i}`, choose, limits.damaged)),
      // At the end, since a definition is said to be established some seconds after it is served.
      ...paths.map((path, i): Step => ({ id: `definition-${i}`, method: "GET", path })),
    ],
    // Namespaces stay: where no controller empties them, they would be terminating.
    cleanUp: paths.map((path, i): Step => ({
      id: `clean${i}`,
      method: "DELETE",
      path,
      quiet: true,
    })),
    definitions: definitions.length,
    samples: samples.length,
  };
}

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const mapOf = (value: Json | undefined): JsonMap => (isMap(value) ? value : {});
const metadataOf = (object: JsonMap): JsonMap => mapOf(object["metadata"]);
const namespaceOf = ({ object }: Manifest): string => textOf(metadataOf(object)["namespace"]) || "default";

/** Returns the definitions, each name once, without converters, which do not run. */
function definitionsOf(manifests: readonly Manifest[]): readonly JsonMap[] {
  const byName = new Map<string, JsonMap>();
  for (const { apiVersion, kind, object } of manifests) {
    if (apiVersion !== "apiextensions.k8s.io/v1" || kind !== "CustomResourceDefinition") continue;
    const { conversion: _, ...spec } = mapOf(object["spec"]);
    const name = textOf(metadataOf(object)["name"]);
    if (name !== "" && !byName.has(name)) byName.set(name, { ...object, spec });
  }
  return [...byName.values()];
}

function servedBy(definition: JsonMap): readonly Served[] {
  const { group, scope, names, versions } = mapOf(definition["spec"]);
  const { kind, plural } = mapOf(names);
  if (!isList(versions)) return [];
  return versions
    .map(mapOf)
    .filter((version) => version["served"] === true)
    .map(({ name }) => ({
      apiVersion: `${textOf(group)}/${textOf(name)}`,
      kind: textOf(kind),
      plural: textOf(plural),
      namespaced: scope === "Namespaced",
    }));
}

interface Sample {
  readonly manifest: Manifest;
  readonly collection: string;
  /** The step that finds the resource served. */
  readonly after: string;
}

function samplesOf(manifests: readonly Manifest[], served: readonly Served[], most: number): readonly Sample[] {
  const kinds = new Map(served.map((version) => [`${version.apiVersion} ${version.kind}`, version]));
  const counts = new Map<string, number>();
  const known = new Set<string>();
  return manifests.flatMap((manifest) => {
    const id = `${manifest.apiVersion} ${manifest.kind}`;
    const version = kinds.get(id);
    const text = JSON.stringify(manifest.object);
    const count = counts.get(id) ?? 0;
    if (version === undefined || count >= most || known.has(text)) return [];
    known.add(text);
    counts.set(id, count + 1);
    if (metadataOf(manifest.object)["name"] === undefined) return []; // its name is generated
    return [{ manifest, collection: collectionOf(version, namespaceOf(manifest)), after: `ready-${id}` }];
  });
}

const collectionOf = ({ apiVersion, plural, namespaced }: Served, namespace: string): string =>
  `/apis/${apiVersion}/${namespaced ? `namespaces/${namespace}/` : ""}${plural}`;

const createNamespace = (name: string): Step => ({
  id: `namespace-${name}`,
  method: "POST",
  path: "/api/v1/namespaces",
  headers: jsonBody,
  body: JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name } }),
  quiet: true,
});

const defineSteps = (definition: JsonMap): readonly Step[] => {
  const name = textOf(metadataOf(definition)["name"]);
  const body = JSON.stringify(definition);
  const post = { method: "POST", headers: jsonBody, body };
  return [
    { ...post, id: `try-${name}`, path: `${definitionsPath}?dryRun=All&fieldValidation=Strict` },
    { ...post, id: `define-${name}`, path: definitionsPath },
  ];
};

const awaitStep = (served: Served): Step => ({
  id: `ready-${served.apiVersion} ${served.kind}`,
  method: "GET",
  path: `/apis/${served.apiVersion}/${served.plural}?limit=1`,
  until: 200,
  after: `define-${served.plural}.${served.apiVersion.replace(/\/.*/, "")}`,
  quiet: true,
});

function sampleSteps(
  { manifest: { object, yaml }, collection, after }: Sample,
  id: string,
  choose: Chooser,
  damaged: number,
): readonly Step[] {
  const name = textOf(metadataOf(object)["name"]);
  const body = JSON.stringify(object);
  const path = `${collection}/${name}`;
  const strict = "dryRun=All&fieldValidation=Strict";
  const table = { Accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
  const applied = { "Content-Type": "application/apply-patch+yaml" };
  const merged = { "Content-Type": "application/merge-patch+json" };
  const yamlBody = { "Content-Type": "application/yaml" };
  const copies = Array.from({ length: damaged }, () => JSON.stringify(damage(object, choose)));
  const steps: Step[] = [
    { id: `${id}-try`, method: "POST", path: `${collection}?${strict}`, headers: jsonBody, body },
    ...copies.map((copy, i): Step => ({
      id: `${id}-damaged${i}`,
      method: "POST",
      path: `${collection}?${choose.pick([strict, strict, "dryRun=All"])}`,
      headers: jsonBody,
      body: copy,
    })),
    { id: `${id}-create`, method: "POST", path: collection, headers: yamlBody, body: yaml },
  ];
  steps.push(
    { id: `${id}-get`, method: "GET", path, headers: choose.pick([table, {}]) },
    {
      id: `${id}-apply`,
      method: "PATCH",
      path: `${path}?fieldManager=applier&force=true&fieldValidation=Strict`,
      headers: applied,
      body,
    },
    ...copies.slice(0, 2).map((copy, i): Step => ({
      id: `${id}-patch${i}`,
      method: "PATCH",
      path: `${path}?dryRun=All&${i === 0 ? "fieldManager=applier&force=true" : "fieldValidation=Strict"}`,
      headers: i === 0 ? applied : merged,
      body: copy,
    })),
    { id: `${id}-delete`, method: "DELETE", path },
  );
  return steps.map((step) => ({ ...step, after }));
}

const strangers: readonly [Json, ...Json[]] = [null, "", 0, -1, 1.5, true, {}, [], "x".repeat(300), "é", ["a", "a"]];

/** Returns a copy of an object with up to three changes below its type and name. */
function damage(object: JsonMap, choose: Chooser): JsonMap {
  let copy = object;
  for (let left = 1 + choose.below(3); left > 0; left--) copy = mapOf(damageAt(copy, choose, 0));
  return copy;
}

function damageAt(value: Json, choose: Chooser, depth: number): Json | undefined {
  if (depth > 1 && choose.chance(0.25)) return choose.chance(0.4) ? undefined : choose.pick(strangers);
  if (isMap(value)) return damageMember(value, choose, depth);
  if (isList(value) && value.length > 0) return damageItem(value, choose, depth);
  return depth > 1 ? choose.pick(strangers) : value;
}

function damageMember(map: JsonMap, choose: Chooser, depth: number): Json {
  const names = Object.keys(map).filter((name) => depth > 0 || (name !== "apiVersion" && name !== "kind"));
  const open = depth === 0 ? names.filter((name) => name !== "metadata" || choose.chance(0.2)) : names;
  const [first, ...rest] = open;
  if (first === undefined || (depth > 0 && choose.chance(0.1))) return { ...map, unknownField: choose.pick(strangers) };
  const name = choose.pick([first, ...rest]);
  const changed = damageAt(map[name] ?? null, choose, depth + 1);
  const { [name]: _, ...others } = map;
  return changed === undefined ? others : { ...map, [name]: changed };
}

function damageItem(list: readonly Json[], choose: Chooser, depth: number): Json {
  const at = choose.below(list.length);
  if (choose.chance(0.2)) return [...list, list[at] ?? null];
  const changed = damageAt(list[at] ?? null, choose, depth + 1);
  return list.flatMap((item, i) => (i !== at ? [item] : changed === undefined ? [] : [changed]));
}
