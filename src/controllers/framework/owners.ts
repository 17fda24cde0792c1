import { controllerOf } from "../../apimachinery/controller-of.ts";
import { isInvalid, isNotFound } from "../../apimachinery/errors.ts";
import type { LabelSelector } from "../../apimachinery/labels/selector.ts";
import type { KubeObject, OwnerReference } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import type { ResourceTarget } from "../../client/resource-path.ts";
import type { SharedInformer } from "./shared-informers.ts";

/** The apiVersion and kind of a controller's objects, and the resource by which they are read. */
export interface ControllerKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly target: ResourceTarget;
}

/** Whether an object is controlled by another one (metav1.IsControlledBy). */
export const isControlledBy = (object: KubeObject, owner: KubeObject): boolean =>
  controllerOf(object)?.uid === owner.metadata.uid;

/** Returns a reference to an owner as the controller of an object (metav1.NewControllerRef). */
export const controllerRef = ({ apiVersion, kind }: ControllerKind, { metadata }: KubeObject): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name ?? "",
  uid: metadata.uid ?? "",
  controller: true,
  blockOwnerDeletion: true,
});

/** Returns the key of the owner of a dependent, if its controller is of this kind and is still the same object. */
export function ownerKey<T extends KubeObject>(
  dependent: KubeObject,
  { kind, apiVersion }: ControllerKind,
  owners: SharedInformer<T>,
): string | undefined {
  const reference = controllerOf(dependent);
  if (reference?.kind !== kind || groupOf(reference.apiVersion) !== groupOf(apiVersion)) return undefined;
  const key = `${dependent.metadata.namespace ?? ""}/${reference.name}`;
  return owners.index.get(key)?.metadata.uid === reference.uid ? key : undefined;
}

const groupOf = (apiVersion: string): string => apiVersion.slice(0, Math.max(apiVersion.indexOf("/"), 0));

/** Returns the dependents of an owner, and the objects of its namespace that have no controller. */
export function* claimCandidates<T extends KubeObject>(owner: KubeObject, informer: SharedInformer<T>): Iterable<T> {
  const { uid = "", namespace = "" } = owner.metadata;
  for (const object of informer.index.byOwner(uid)) if (controllerOf(object)?.uid === uid) yield object;
  yield* informer.index.uncontrolled(namespace);
}

export interface ClaimOptions<T extends KubeObject> {
  readonly client: Client;
  /** The kind and the object that claims. */
  readonly kind: ControllerKind;
  readonly owner: KubeObject;
  /** The resource of what is claimed. */
  readonly target: ResourceTarget;
  readonly selector: LabelSelector;
  /** Must hold besides the selector. */
  readonly filter?: (object: T) => boolean;
  /** Finalizers that are added by an adoption and removed by a release. */
  readonly finalizers?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Adopts matching objects without a controller, and releases dependents that do not match any more (controller
 * ControllerRefManager). Before the first adoption the owner is read anew: one that is being deleted adopts nothing.
 * Returns what the owner controls; rejects with the first failed patch after all were tried.
 */
export async function claimObjects<T extends KubeObject>(
  objects: Iterable<T>,
  options: ClaimOptions<T>,
): Promise<readonly T[]> {
  const { owner, selector, filter } = options;
  const claimed: T[] = [];
  let failure: { readonly error: unknown } | undefined;
  let mayAdopt: Promise<void> | undefined;
  const attempt = async (act: () => Promise<boolean>, object: T): Promise<void> => {
    try {
      if (await act()) claimed.push(object);
    } catch (error) {
      if (!isNotFound(error)) failure ??= { error };
    }
  };
  const adopt = async (object: T): Promise<boolean> => {
    await (mayAdopt ??= recheckDeletion(options));
    await patchDependent(object, options, {
      ownerReferences: [controllerRef(options.kind, owner)],
      uid: object.metadata.uid,
      ...(options.finalizers && { finalizers: options.finalizers }),
    });
    return true;
  };
  for (const object of objects) {
    const reference = controllerOf(object);
    const matches = selector.matches(object.metadata.labels ?? {}) && filter?.(object) !== false;
    if (reference?.uid === owner.metadata.uid) {
      if (matches) claimed.push(object);
      else if (owner.metadata.deletionTimestamp === undefined) await attempt(() => release(object, options), object);
    } else if (reference === undefined && matches && !isDeleted(owner) && !isDeleted(object)) {
      await attempt(() => adopt(object), object);
    }
  }
  if (failure !== undefined) throw failure.error;
  return claimed;
}

const isDeleted = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;

async function release<T extends KubeObject>(object: T, options: ClaimOptions<T>): Promise<boolean> {
  try {
    await patchDependent(object, options, {
      ownerReferences: [{ $patch: "delete", uid: options.owner.metadata.uid }],
      uid: object.metadata.uid,
      ...(options.finalizers && { "$deleteFromPrimitiveList/finalizers": options.finalizers }),
    });
  } catch (error) {
    // the object is another one by now, or has no owners
    if (!isInvalid(error)) throw error;
  }
  return false;
}

const patchDependent = <T extends KubeObject>(
  { metadata: { namespace = "", name = "" } }: T,
  { client, target, signal }: ClaimOptions<T>,
  metadata: unknown,
): Promise<KubeObject> =>
  client.patch({ ...target, namespace }, name, "strategic-merge", { metadata }, signal && { signal });

/** Rejects if the owner is another object by now or is being deleted (controller.RecheckDeletionTimestamp). */
async function recheckDeletion<T extends KubeObject>({ client, kind, owner, signal }: ClaimOptions<T>): Promise<void> {
  const { namespace = "", name = "", uid = "" } = owner.metadata;
  const fresh = await client.get({ ...kind.target, namespace }, name, signal);
  if (fresh.metadata.uid !== uid)
    throw new Error(
      `original ${kind.kind} ${namespace}/${name} is gone: got uid ${fresh.metadata.uid ?? ""}, wanted ${uid}`,
    );
  if (fresh.metadata.deletionTimestamp !== undefined)
    throw new Error(`${namespace}/${name} has just been deleted at ${fresh.metadata.deletionTimestamp}`);
}
