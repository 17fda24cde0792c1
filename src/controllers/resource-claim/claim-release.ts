import { controllerOf } from "../../apimachinery/controller-of.ts";
import type { PodWithResourceClaims, ResourceClaim, ResourceClaimConsumerReference } from "../../api/resource/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Client, isNotFound } from "../../client/client.ts";
import { isPodFinished } from "../../component-helpers/pod-state.ts";
import { podsResource } from "../framework/pod-control.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";

/** Keeps claims that are allocated (resource.Finalizer). */
const finalizer = "resource.kubernetes.io/delete-protection";

const targetOf = ({ metadata: { namespace = "" } }: ResourceClaim) => ({
  group: "resource.k8s.io",
  version: "v1",
  resource: "resourceclaims",
  namespace,
});

/** Reports whether no container of a pod runs or ever will. */
export const isPodDone = (pod: PodWithResourceClaims): boolean =>
  isPodFinished(pod) || (pod.metadata.deletionTimestamp !== undefined && (pod.spec?.nodeName ?? "") === "");

/** Notes in a claim that a pod uses it. */
export async function reserve(
  client: Client,
  claim: ResourceClaim,
  { metadata: { name = "", uid = "" } }: KubeObject,
  signal: AbortSignal,
): Promise<void> {
  const reservedFor = [...(claim.status?.reservedFor ?? []), { resource: "pods", name, uid }];
  await client.update(targetOf(claim), { ...claim, status: { ...claim.status, reservedFor } }, "status", signal);
}

interface ClaimReleaseParts {
  readonly client: Client;
  readonly pods: SharedInformer<PodWithResourceClaims>;
}

/** Takes back reservations, allocations and claims that no pod needs any more (Controller.syncClaim). */
export class ClaimRelease {
  readonly #parts: ClaimReleaseParts;

  constructor(parts: ClaimReleaseParts) {
    this.#parts = parts;
  }

  async sync(claim: ResourceClaim, signal: AbortSignal): Promise<void> {
    const reserved = claim.status?.reservedFor ?? [];
    const valid: ResourceClaimConsumerReference[] = [];
    for (const consumer of reserved) if (await this.#isValid(claim, consumer, signal)) valid.push(consumer);
    const isProtected = claim.metadata.finalizers?.includes(finalizer) === true;
    if (valid.length < reserved.length) await this.#unreserve(claim, valid, signal);
    else if (isProtected && claim.metadata.deletionTimestamp !== undefined && valid.length === 0)
      await this.#unprotect(await this.#deallocate(claim, [], signal), signal);
    if (valid.length === 0) await this.#deleteUnused(claim, signal);
  }

  /** Reports whether a pod still needs its reservation; one that is not known is asked for. */
  async #isValid(
    { metadata: { namespace = "" } }: ResourceClaim,
    { apiGroup = "", resource, name, uid }: ResourceClaimConsumerReference,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (apiGroup !== "" || resource !== "pods") throw new Error(`unsupported ReservedFor entry: ${resource} ${name}`);
    const known = this.#parts.pods.index.get(`${namespace}/${name}`);
    if (known !== undefined) return known.metadata.uid === uid && !isPodDone(known);
    try {
      return (await this.#parts.client.get({ ...podsResource, namespace }, name, signal)).metadata.uid === uid;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async #unreserve(
    claim: ResourceClaim,
    valid: readonly ResourceClaimConsumerReference[],
    signal: AbortSignal,
  ): Promise<void> {
    const released = await this.#deallocate(claim, valid, signal);
    const isFree = released.status?.allocation === undefined;
    if (isFree && released.metadata.finalizers?.includes(finalizer) === true) await this.#unprotect(released, signal);
  }

  /** Leaves these reservations; without one, a claim that the scheduler has allocated loses its allocation. */
  async #deallocate(
    claim: ResourceClaim,
    reservedFor: readonly ResourceClaimConsumerReference[],
    signal: AbortSignal,
  ): Promise<ResourceClaim> {
    const { allocation, devices, ...status } = claim.status ?? {};
    const frees = reservedFor.length === 0 && claim.metadata.finalizers?.includes(finalizer) === true;
    const kept = {
      ...status,
      reservedFor,
      ...(!frees && allocation !== undefined && { allocation }),
      ...(!frees && devices !== undefined && { devices }),
    };
    return this.#parts.client.update(targetOf(claim), { ...claim, status: kept }, "status", signal);
  }

  async #unprotect(claim: ResourceClaim, signal: AbortSignal): Promise<void> {
    const finalizers = (claim.metadata.finalizers ?? []).filter((one) => one !== finalizer);
    const freed = { ...claim, metadata: { ...claim.metadata, finalizers } };
    await this.#parts.client.update(targetOf(claim), freed, undefined, signal);
  }

  /** Deletes a claim that was made for a pod that is done or was replaced. */
  async #deleteUnused(claim: ResourceClaim, signal: AbortSignal): Promise<void> {
    const owner = controllerOf(claim);
    if (owner?.kind !== "Pod" || owner.apiVersion !== "v1" || claim.metadata.deletionTimestamp !== undefined) return;
    const pod = this.#parts.pods.index.get(`${claim.metadata.namespace ?? ""}/${owner.name}`);
    if (pod === undefined || (pod.metadata.uid === owner.uid && !isPodDone(pod))) return;
    await this.#parts.client.delete(targetOf(claim), claim.metadata.name ?? "", undefined, signal);
  }
}
