import { newBadRequest } from "../../apimachinery/errors.ts";
import { copyWith, copyWithout } from "../../apimachinery/json/members.ts";
import type { KubeObject, ObjectMeta, OwnerReference } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { StrategyContext } from "./strategy.ts";

/** A copy with other metadata; the object itself is shared and stays as it is. */
export const withMetadata = (object: KubeObject, metadata: ObjectMeta): KubeObject => copyWith(object, { metadata });

/** A copy with some of its metadata changed or added. */
export const changeMetadata = (object: KubeObject, changes: ObjectMeta): KubeObject =>
  withMetadata(object, copyWith(object.metadata, changes));

/** A copy whose generation is the one after the old object's. */
export const raiseGeneration = (object: KubeObject, old: KubeObject): KubeObject =>
  changeMetadata(object, { generation: (old.metadata.generation ?? 0) + 1 });

/** The object at another version, or at none where that is empty; the object itself where it has it. */
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
 * The metadata of an object that is new, to which the server has added here and there: its fields in Go's order, in
 * which they are printed quickest.
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

/** Takes away what only the server sets, on objects that clients create (rest.WipeObjectMetaSystemFields). */
export function wipeSystemFields(object: KubeObject): KubeObject {
  // a time that is not set is held as null
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

/** Gives a new object its creation time and uid (rest.FillObjectMetaSystemFields). */
export const fillSystemFields = (object: KubeObject, now: string, random: Random): KubeObject =>
  changeMetadata(object, { creationTimestamp: now, uid: random.uuid() });

/**
 * Fills in the namespace of the request, or refuses another one (rest.EnsureObjectNamespaceMatchesRequestNamespace).
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

/** Removes owners that are named twice, with a Warning (handlers.dedupOwnerReferencesAndAddWarning). */
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

/** A text that two references share if all of their fields are the same. */
const identityOf = ({ uid, name, kind, apiVersion, controller, blockOwnerDeletion }: OwnerReference): string =>
  JSON.stringify([uid, name, kind, apiVersion, controller, blockOwnerDeletion]);
