import { messageOf } from "../../apimachinery/message-of.ts";
import type { PodResourceClaim } from "../../api/core/v1.ts";
import type { PodWithResourceClaims, ResourceClaim, ResourceClaimTemplate } from "../../api/resource/v1.ts";
import type { Client } from "../../client/client.ts";
import { claimNotForPod, meantClaim } from "../../component-helpers/resource-claims.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import { controllerRef } from "../framework/owners.ts";
import { podsResource } from "../framework/pod-control.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";

const podKind = { apiVersion: "v1", kind: "Pod", target: podsResource };

/** Says of which entry of its pod a claim was made. */
const entryAnnotation = "resource.kubernetes.io/pod-claim-name";
const fieldManager = "ResourceClaimController";
/** The longest start of a name to which a random end is added. */
const longestBase = 57;

interface PodClaimsParts {
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly claims: SharedInformer<ResourceClaim>;
  readonly templates: SharedInformer<ResourceClaimTemplate>;
}

/** Makes the claims of pods (Controller.syncPod and handleClaim). */
export class PodClaims {
  readonly #parts: PodClaimsParts;
  /** The claims that were made for pods, by the pod's uid and the entry, until the informer shows them. */
  readonly #made = new Map<string, ResourceClaim>();

  constructor(parts: PodClaimsParts) {
    this.#parts = parts;
    parts.claims.addHandler({ add: (claim) => this.#seen(claim) });
  }

  /** Makes the claims of a pod that are missing, and names them in its status; rejects after telling of a failure. */
  async ensure(pod: PodWithResourceClaims, signal: AbortSignal): Promise<void> {
    const { client, recorder } = this.#parts;
    const { name = "", namespace = "" } = pod.metadata;
    const statuses = new Map((pod.status?.resourceClaimStatuses ?? []).map((status) => [status.name, status]));
    const before = statuses.size;
    for (const entry of pod.spec?.resourceClaims ?? []) {
      try {
        const claim = await this.#ensureOne(pod, entry, signal);
        if (claim !== undefined)
          statuses.set(entry.name, { name: entry.name, resourceClaimName: claim.metadata.name ?? "" });
      } catch (error) {
        const message = `PodResourceClaim ${entry.name}: ${messageOf(error)}`;
        if (!signal.aborted) recorder.event(podKind, pod, "Warning", "FailedResourceClaimCreation", message);
        throw error;
      }
    }
    const isSame = statuses.size === before && [...statuses.values()].every((one) => isNamed(pod, one));
    if (isSame) return;
    const status = { resourceClaimStatuses: [...statuses.values()] };
    const applied = { apiVersion: "v1", kind: "Pod", metadata: { name, namespace }, status };
    const query = { fieldManager, force: true };
    await client.patch({ ...podsResource, namespace }, name, "apply", applied, {
      subresource: "status",
      query,
      signal,
    });
  }

  /** Returns the claim to name in the status of a pod; undefined if nothing is to be made. */
  async #ensureOne(
    pod: PodWithResourceClaims,
    entry: PodResourceClaim,
    signal: AbortSignal,
  ): Promise<ResourceClaim | undefined> {
    const { claims } = this.#parts;
    const namespace = pod.metadata.namespace ?? "";
    const meant = meantClaim(pod, entry);
    if (meant.kind === "none" || entry.resourceClaimTemplateName === undefined) return undefined;
    if (meant.kind === "named") {
      const existing = claims.index.get(`${namespace}/${meant.name}`);
      if (existing !== undefined && claimNotForPod(pod, existing) === undefined) return undefined;
    }
    const orphan = [...claims.index.byOwner(pod.metadata.uid ?? "")].find(
      ({ metadata }) => metadata.annotations?.[entryAnnotation] === entry.name,
    );
    return orphan ?? this.#made.get(memoryKey(pod.metadata.uid, entry.name)) ?? this.#create(pod, entry, signal);
  }

  async #create(pod: PodWithResourceClaims, entry: PodResourceClaim, signal: AbortSignal): Promise<ResourceClaim> {
    const { client, templates } = this.#parts;
    const namespace = pod.metadata.namespace ?? "";
    const templateName = entry.resourceClaimTemplateName ?? "";
    const template = templates.index.get(`${namespace}/${templateName}`);
    if (template === undefined) {
      const problem = `resourceclaimtemplate.resource.k8s.io ${JSON.stringify(templateName)} not found`;
      throw new Error(`resource claim template ${JSON.stringify(templateName)}: ${problem}`);
    }
    const { labels, annotations } = template.spec?.metadata ?? {};
    const claim: ResourceClaim = {
      metadata: {
        generateName: generatedBase(pod.metadata.name ?? "", entry.name),
        annotations: { ...annotations, [entryAnnotation]: entry.name },
        ...(labels !== undefined && { labels }),
        ownerReferences: [controllerRef(podKind, pod)],
      },
      spec: template.spec?.spec ?? {},
    };
    try {
      const target = { group: "resource.k8s.io", version: "v1", resource: "resourceclaims", namespace };
      const created = await client.create(target, claim, signal);
      this.#made.set(memoryKey(pod.metadata.uid, entry.name), created);
      return created;
    } catch (error) {
      throw new Error(`create ResourceClaim : ${messageOf(error)}`, { cause: error });
    }
  }

  #seen({ metadata: { annotations, ownerReferences = [] } }: ResourceClaim): void {
    for (const { uid } of ownerReferences) this.#made.delete(memoryKey(uid, annotations?.[entryAnnotation] ?? ""));
  }
}

const memoryKey = (uid = "", entry: string): string => `${uid}/${entry}`;

const isNamed = (
  { status }: PodWithResourceClaims,
  one: { readonly name: string; readonly resourceClaimName?: string },
): boolean =>
  status?.resourceClaimStatuses?.some(
    ({ name, resourceClaimName }) => name === one.name && resourceClaimName === one.resourceClaimName,
  ) === true;

/** Returns the start of the name of a claim; both names are cut in proportion where they are too long. */
function generatedBase(pod: string, entry: string): string {
  const whole = `${pod}-${entry}-`;
  if (whole.length <= longestBase) return whole;
  const cut = (name: string): string => name.slice(0, Math.floor((name.length * longestBase) / whole.length));
  return `${cut(pod)}-${cut(entry)}`;
}
