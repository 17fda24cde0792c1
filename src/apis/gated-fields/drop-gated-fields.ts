import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { GateName } from "../../component-base/features/gate-table.ts";
import { afterwards } from "../../component-base/maybe-async.ts";
import type {
  BuiltinResource,
  ResourceBehavior,
  SubresourceBehavior,
  VirtualBehavior,
} from "../../apiserver/registry/resource-definition.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { isUsed, readPlace, withFields, type FieldPlace } from "./field-place.ts";
import { kindFields, podSpecFields, podSpecs, stopSignals, type GatedFields } from "./gated-fields.ts";
import { isTouched, treeOf } from "./place-tree.ts";
import { recordsAt, type JsonRecord } from "../record.ts";

const rules = "x-kubernetes-validations";

/** Removes optionalOldSelf from the rules of a schema (apiextensions dropOptionalOldSelfField). */
function withoutOptionalOldSelf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOptionalOldSelf);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === rules && Array.isArray(value) ? value.map(withoutMember) : withoutOptionalOldSelf(value),
    ]),
  );
}

function withoutMember(rule: unknown): unknown {
  if (!isRecord(rule)) return rule;
  const { optionalOldSelf: _, ...rest } = rule;
  return rest;
}

/** Reports whether a rule of a schema sets optionalOldSelf. */
function hasOptionalOldSelf(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasOptionalOldSelf);
  if (!isRecord(schema)) return false;
  return Object.entries(schema).some(([name, value]) =>
    name === rules && Array.isArray(value)
      ? value.some((rule) => isRecord(rule) && rule["optionalOldSelf"] !== undefined)
      : hasOptionalOldSelf(value),
  );
}

/** Removes image volumes and their mounts from a pod spec (api/pod dropImageVolumes). */
function withoutImageVolumes(spec: unknown): unknown {
  if (!isRecord(spec)) return spec;
  const gone = new Set(
    recordsAt(spec, "volumes")
      .filter(({ image }) => isRecord(image))
      .map(({ name }) => name),
  );
  const rest: Record<string, unknown> = {
    ...spec,
    ...listMember(
      "volumes",
      recordsAt(spec, "volumes").filter(({ name }) => !gone.has(name)),
    ),
  };
  for (const member of ["containers", "initContainers", "ephemeralContainers"]) {
    if (Array.isArray(spec[member]))
      rest[member] = recordsAt(spec, member).map((container) => withoutMounts(container, gone));
  }
  return rest;
}

function withoutMounts(container: JsonRecord, gone: ReadonlySet<unknown>): JsonRecord {
  const mounts = recordsAt(container, "volumeMounts");
  const kept = mounts.filter(({ name }) => !gone.has(name));
  return kept.length === mounts.length ? container : { ...container, ...listMember("volumeMounts", kept) };
}

/** Empty lists are omitted. */
const listMember = (name: string, items: readonly JsonRecord[]): JsonRecord => ({
  [name]: items.length === 0 ? undefined : items,
});

/** How the fields of a disabled feature are dropped. */
interface Rule {
  /** Paths of the fields; an object without any of them is left unchanged. */
  readonly places: readonly FieldPlace[];
  /** Reports whether the object uses the feature, in which case its fields are kept. */
  used(object: KubeObject): boolean;
  drop(object: KubeObject): KubeObject;
}

/**
 * Returns the resource with strategies that drop the fields of disabled features, unless the live object uses them
 * already.
 */
export function withGatedFields(resource: BuiltinResource, gates: FeatureGates): BuiltinResource {
  const isOff = (gate: GateName): boolean => !gates.enabled(gate);
  const key = `${resource.group}/${resource.resource}`;
  const rules: SubresourceRules = (subresource) => rulesFor(subresource === "" ? key : `${key}/${subresource}`, isOff);
  const names = ["", ...(resource.subresources ?? []).map(({ name }) => name)];
  if (names.every((name) => rules(name).length === 0)) return resource;
  return {
    ...resource,
    behavior: (version) => afterwards(resource.behavior(version), (behavior) => withoutFields(behavior, rules)),
  };
}

/** Returns the rules of a subresource, or those of the resource itself for "". */
type SubresourceRules = (subresource: string) => readonly Rule[];

function withoutFields(behavior: ResourceBehavior, rulesOf: SubresourceRules): ResourceBehavior {
  const { virtual, strategy, subresourceBehaviors = {} } = behavior;
  const rules = rulesOf("");
  const subresources = Object.entries(subresourceBehaviors).map(([name, own]) => [
    name,
    withoutSubresourceFields(own, rules, rulesOf(name)),
  ]);
  return {
    ...behavior,
    ...(rules.length > 0 && { strategy: dropping(strategy, rules) }),
    subresourceBehaviors: Object.fromEntries(subresources),
    ...(rules.length > 0 &&
      virtual?.create !== undefined && { virtual: { ...virtual, create: droppingReview(virtual.create, rules) } }),
  };
}

type Create = NonNullable<VirtualBehavior["create"]>;

const dropAll = (object: KubeObject, rules: readonly Rule[]): KubeObject =>
  rules.reduce((rest, rule) => rule.drop(rest), object);

const droppingReview =
  (create: Create, rules: readonly Rule[]): Create =>
  (object, access, ctx, request) =>
    create(dropAll(object, rules), access, ctx, request);

/**
 * Applies the rules to a subresource: views follow the object's rules, objects posted to other subresources follow
 * `own`.
 */
function withoutSubresourceFields(
  behavior: SubresourceBehavior,
  rules: readonly Rule[],
  own: readonly Rule[],
): SubresourceBehavior {
  const { strategy, create } = behavior;
  if (strategy !== undefined && rules.length > 0) return { ...behavior, strategy: dropping(strategy, rules) };
  if (create === undefined || own.length === 0) return behavior;
  return { ...behavior, create: (name, object, ...rest) => create(name, dropAll(object, own), ...rest) };
}

function rulesFor(key: string, isOff: (gate: GateName) => boolean): readonly Rule[] {
  const podSpec = podSpecs.get(key);
  const rules = (kindFields.get(key) ?? []).filter(({ gate }) => isOff(gate)).map((fields) => fieldsRule(fields, ""));
  if (key === definitions && isOff("CRDValidationRatcheting")) return [...rules, optionalOldSelfRule];
  if (podSpec === undefined) return rules;
  return [
    ...rules,
    ...podSpecFields.filter(({ gate }) => isOff(gate)).map((fields) => fieldsRule(fields, `${podSpec}.`)),
    ...(isOff(stopSignals.gate) ? [stopSignalRule(stopSignals.lifecycles.map((place) => `${podSpec}.${place}`))] : []),
    ...(isOff("ImageVolume") ? [imageVolumeRule(podSpec)] : []),
  ];
}

const definitions = "apiextensions.k8s.io/customresourcedefinitions";
const schemas = readPlace("spec.versions[].schema");

const optionalOldSelfRule: Rule = {
  places: [schemas],
  used: (object) => isUsed(object, schemas, hasOptionalOldSelf),
  drop: (object) =>
    isUsed(object, schemas, hasOptionalOldSelf) ? changed(object, schemas, withoutOptionalOldSelf) : object,
};

const always = (): boolean => true;

/** The result is an object, since no path is empty. */
const changed = (object: KubeObject, place: FieldPlace, change: (field: unknown) => unknown): KubeObject =>
  withFields(object, place, change) as KubeObject;

function fieldsRule({ places, users = [], when = always, instead }: GatedFields, prefix: string): Rule {
  const read = places.map((place) => readPlace(prefix + place));
  const alsoUsed = users.map((place) => readPlace(prefix + place));
  return {
    places: read,
    used: (object) =>
      read.some((place) => isUsed(object, place, when)) || alsoUsed.some((place) => isUsed(object, place, always)),
    drop: (object) =>
      read.reduce((rest, place) => changed(rest, place, (field) => (when(field) ? instead : field)), object),
  };
}

function stopSignalRule(lifecycles: readonly string[]): Rule {
  const read = lifecycles.map(readPlace);
  const has = (lifecycle: unknown): boolean => isRecord(lifecycle) && lifecycle["stopSignal"] !== undefined;
  const without = (lifecycle: unknown): unknown => {
    if (!isRecord(lifecycle) || lifecycle["stopSignal"] === undefined) return lifecycle;
    const { stopSignal: _, ...rest } = lifecycle;
    return Object.keys(rest).length === 0 ? undefined : rest;
  };
  return {
    places: read,
    used: (object) => read.some((place) => isUsed(object, place, has)),
    drop: (object) => read.reduce((rest, place) => changed(rest, place, without), object),
  };
}

function imageVolumeRule(podSpec: string): Rule {
  const place = readPlace(podSpec);
  const images = readPlace(`${podSpec}.volumes[].image`);
  return {
    places: [images],
    used: (object) => isUsed(object, images, always),
    drop: (object) => (isUsed(object, images, always) ? changed(object, place, withoutImageVolumes) : object),
  };
}

/**
 * Drops fields before validation and, in most kinds, generation counting. Fields of a feature that the live object uses
 * are kept. On update, rules run only if a gated field differs from the live object.
 */
function dropping<S extends Strategy | UpdateStrategy>(strategy: S, rules: readonly Rule[]): S {
  const { prepareForUpdate } = strategy;
  const countsDropped = "countsDroppedFields" in strategy && strategy.countsDroppedFields === true;
  const prepareForCreate = "prepareForCreate" in strategy ? strategy.prepareForCreate : undefined;
  const tree = treeOf(rules.flatMap(({ places }) => places));
  const prepare: NonNullable<UpdateStrategy["prepareForUpdate"]> = prepareForUpdate ?? ((object) => object);
  const kept = (object: KubeObject, old: KubeObject): KubeObject =>
    isTouched(object, old, tree)
      ? rules.reduce((rest, rule) => (rule.used(old) ? rest : rule.drop(rest)), object)
      : object;
  const forUpdate: typeof prepare = (object, old, ctx) =>
    countsDropped ? kept(prepare(object, old, ctx), old) : prepare(kept(object, old), old, ctx);
  const forCreate: NonNullable<Strategy["prepareForCreate"]> = (object, ctx) => {
    const kept = isTouched(object, undefined, tree) ? dropAll(object, rules) : object;
    return prepareForCreate === undefined ? kept : prepareForCreate(kept, ctx);
  };
  return { ...strategy, prepareForUpdate: forUpdate, prepareForCreate: forCreate };
}
