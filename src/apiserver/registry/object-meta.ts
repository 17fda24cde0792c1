import { intNumber } from "../../apimachinery/json/number.ts";
import { newBadRequest } from "../../apimachinery/errors.ts";
import { copyWith, copyWithout } from "../../apimachinery/json/members.ts";
import type { KubeObject, ObjectMeta, OwnerReference } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import { nameIsDnsSubdomain, type NameValidator } from "../../apimachinery/validation/names.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { CreateStrategy, StrategyContext } from "./strategy.ts";

/** Returns a copy of the object with the given metadata; the object itself is not modified. */
export const withMetadata = (object: KubeObject, metadata: ObjectMeta): KubeObject => copyWith(object, { metadata });

/** Returns a copy of the object with the given metadata fields changed or added. */
export const changeMetadata = (object: KubeObject, changes: ObjectMeta): KubeObject =>
  withMetadata(object, copyWith(object.metadata, changes));

/** Returns the next generation, an int64 that wraps around as in Go. */
export const generationAfter = (generation: number | bigint): number | bigint =>
  typeof generation === "number" && generation < Number.MAX_SAFE_INTEGER
    ? generation + 1
    : intNumber(BigInt.asIntN(64, BigInt(generation) + 1n));

/** Returns a copy of the object whose generation is one greater than that of the old object. */
export const raiseGeneration = (object: KubeObject, old: KubeObject): KubeObject =>
  changeMetadata(object, { generation: generationAfter(old.metadata.generation ?? 0) });

/**
 * Returns the object with the given resourceVersion, or without one if it is empty. Returns the same object if it
 * already has this resourceVersion.
 */
export function withResourceVersion(object: KubeObject, resourceVersion: string): KubeObject {
  if ((object.metadata.resourceVersion ?? "") === resourceVersion) return object;
  if (resourceVersion === "") return withMetadata(object, copyWithout(object.metadata, "resourceVersion"));
  return object.metadata.resourceVersion === undefined
    ? withMetadata(object, firstStamp(object.metadata, resourceVersion))
    : changeMetadata(object, { resourceVersion });
}

const fieldOrder: readonly (keyof ObjectMeta)[] = [
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
];

/**
 * Builds the metadata of a newly created object with the fields in the order of the Go type, which is the fastest order
 * to encode.
 */
function firstStamp(metadata: ObjectMeta, resourceVersion: string): ObjectMeta {
  const stamped: Record<string, unknown> = {};
  for (const field of fieldOrder) {
    const value = field === "resourceVersion" ? resourceVersion : metadata[field];
    if (value !== undefined) stamped[field] = value;
  }
  return stamped;
}

const systemFields = [
  "creationTimestamp",
  "uid",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
] as const;

/**
 * Removes the metadata fields that only the server sets from an object sent by a client
 * (rest.WipeObjectMetaSystemFields).
 */
export function wipeSystemFields(object: KubeObject): KubeObject {
  // an unset time is represented as null
  if (systemFields.every((field) => (object.metadata[field] ?? undefined) === undefined)) return object;
  const {
    creationTimestamp: _c,
    uid: _u,
    deletionTimestamp: _d,
    deletionGracePeriodSeconds: _g,
    selfLink: _s,
    ...metadata
  } = object.metadata;
  return withMetadata(object, metadata);
}

/** Sets creationTimestamp and uid of a new object (rest.FillObjectMetaSystemFields). */
export const fillSystemFields = (object: KubeObject, now: string, random: Random): KubeObject =>
  changeMetadata(object, { creationTimestamp: now, uid: random.uuid() });

/** Removes the selfLink, which is not stored (storage.APIObjectVersioner PrepareObjectForStorage). */
export const withoutSelfLink = (object: KubeObject): KubeObject =>
  object.metadata.selfLink === undefined ? object : withMetadata(object, copyWithout(object.metadata, "selfLink"));

/**
 * Sets the namespace of the request if the object has none, and rejects an object with a different one
 * (rest.EnsureObjectNamespaceMatchesRequestNamespace).
 */
export function ensureNamespace(object: KubeObject, namespace: string, namespaceScoped: boolean): KubeObject {
  const expected = namespaceScoped ? namespace : "";
  const actual = object.metadata.namespace ?? "";
  if (actual === expected) return object;
  if (actual === "") return changeMetadata(object, { namespace: expected });
  if (expected !== "")
    throw newBadRequest("the namespace of the provided object does not match the namespace sent on the request");
  return withMetadata(object, copyWithout(object.metadata, "namespace"));
}

/** Removes duplicate owner references and adds a warning (handlers.dedupOwnerReferencesAndAddWarning). */
export function dedupOwnerReferences(object: KubeObject, ctx: StrategyContext, afterAdmission: boolean): KubeObject {
  const owners = object.metadata.ownerReferences;
  if (owners === undefined || owners.length < 2) return object;
  const kept = new Map<string, OwnerReference>();
  const twice: string[] = [];
  for (const owner of owners) {
    const identity = identityOf(owner);
    if (!kept.has(identity)) kept.set(identity, owner);
    else twice.push(owner.uid);
  }
  if (twice.length === 0) return object;
  ctx.warn((afterAdmission ? duplicateOwnersAfterAdmission : duplicateOwners) + twice.join(", "));
  return changeMetadata(object, { ownerReferences: [...kept.values()] });
}

const duplicateOwners =
  ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ";
const duplicateOwnersAfterAdmission =
  ".metadata.ownerReferences contains duplicate entries after mutating admission happens; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ";

/** A string that is equal for two owner references if and only if all their fields are equal. */
const identityOf = ({ uid, name, kind, apiVersion, controller, blockOwnerDeletion }: OwnerReference): string =>
  JSON.stringify([uid, name, kind, apiVersion, controller, blockOwnerDeletion]);

/** Returns the rule for the names of a kind. */
export const nameValidatorOf = (strategy: CreateStrategy, gates: FeatureGates): NameValidator =>
  strategy.nameValidator?.(gates) ?? strategy.validateName ?? nameIsDnsSubdomain;
