import type { Pod } from "../../api/core/v1.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isAlreadyExists } from "../../apimachinery/errors.ts";
import type { Client } from "../../client/client.ts";
import { podClaimNames } from "../../component-helpers/storage/pod-claims.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import { isPodFinished } from "../../component-helpers/pod-state.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";
import { provisionedVolume } from "./simulated-provisioner.ts";
import {
  bestVolume,
  betaStorageProvisioner,
  bindCompleted,
  boundByController,
  type Claim,
  claimKind,
  claimsResource,
  classOf,
  isFor,
  mismatch,
  type PersistentVolume,
  selectedNode,
  storageProvisioner,
  type StorageClass,
  volumesResource,
  simulatedProvisioner,
} from "../framework/volumes/volume-types.ts";

/** Plugins that were part of Kubernetes, and the CSI drivers that took their place (csi-translation-lib). */
const migratedPlugins: ReadonlyMap<string, string> = new Map([
  ["kubernetes.io/aws-ebs", "ebs.csi.aws.com"],
  ["kubernetes.io/azure-disk", "disk.csi.azure.com"],
  ["kubernetes.io/azure-file", "file.csi.azure.com"],
  ["kubernetes.io/cinder", "cinder.csi.openstack.org"],
  ["kubernetes.io/gce-pd", "pd.csi.storage.gke.io"],
  ["kubernetes.io/portworx-volume", "pxd.portworx.com"],
  ["kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com"],
]);

/** What both halves of the binder use. */
export interface BinderParts {
  readonly client: Client;
  readonly recorder: EventRecorder;
  /** Events of the simulated provisioner, which upstream is another program. */
  readonly provisionerEvents: EventRecorder;
  readonly volumes: SharedInformer<PersistentVolume>;
  readonly claims: SharedInformer<Claim>;
  readonly classes: SharedInformer<StorageClass>;
  readonly pods: SharedInformer<Pod>;
}

/** Brings claims towards being bound (syncClaim). */
export class ClaimSync {
  readonly #parts: BinderParts;

  constructor(parts: BinderParts) {
    this.#parts = parts;
  }

  async sync(key: string, signal: AbortSignal): Promise<void> {
    const claim = this.#parts.claims.index.get(key);
    if (claim === undefined) return;
    if (claim.metadata.annotations?.[bindCompleted] === undefined) await this.#syncUnbound(claim, signal);
    else await this.#syncBound(claim, signal);
  }

  async #syncUnbound(claim: Claim, signal: AbortSignal): Promise<void> {
    const { volumes, recorder } = this.#parts;
    const { volumeName } = claim.spec ?? {};
    if (volumeName === undefined || volumeName === "") return this.#findVolume(claim, signal);
    const volume = volumes.index.get(volumeName);
    if (volume === undefined) return this.#setPending(claim, signal);
    if (volume.spec?.claimRef === undefined) {
      const problem = mismatch(volume, claim);
      if (problem === undefined) return this.#bind(volume, claim, signal);
      const message = `Cannot bind to requested volume ${quoteGo(volumeName)}: ${problem}`;
      recorder.event(claimKind, claim, "Warning", "VolumeMismatch", message);
      return this.#setPending(claim, signal);
    }
    if (isFor(volume, claim)) return this.#bind(volume, claim, signal);
    if (claim.metadata.annotations?.[boundByController] !== undefined)
      throw new Error(
        `invalid binding of claim ${quoteGo(`${claim.metadata.namespace ?? ""}/${claim.metadata.name ?? ""}`)} to volume ${quoteGo(volumeName)}`,
      );
    const message = `volume ${quoteGo(volumeName)} already bound to a different claim.`;
    recorder.event(claimKind, claim, "Warning", "FailedBinding", message);
    return this.#setPending(claim, signal);
  }

  async #findVolume(claim: Claim, signal: AbortSignal): Promise<void> {
    const { volumes, recorder, classes } = this.#parts;
    const storageClass = classes.index.get(classOf(claim));
    const waits = storageClass?.volumeBindingMode === "WaitForFirstConsumer" && this.#nodeFor(claim) === undefined;
    const isPrebound = [...volumes.index.values()].some(
      (volume) => isFor(volume, claim) && volume.metadata.deletionTimestamp === undefined,
    );
    const volume = waits && !isPrebound ? undefined : bestVolume(volumes.index.values(), claim);
    if (volume !== undefined) return this.#bind(volume, claim, signal);
    const event = (reason: string, message: string): void =>
      recorder.event(claimKind, claim, "Normal", reason, message);
    if (waits && !isPrebound) event(...this.#waitReason(claim));
    else if (classOf(claim) === "")
      event("FailedBinding", "no persistent volumes available for this claim and no storage class is set");
    else return this.#provision(claim, storageClass, signal);
    return this.#setPending(claim, signal);
  }

  /** Returns the node on which a claim is needed first: the scheduler names it, or a pod with the claim has one. */
  #nodeFor(claim: Claim): string | undefined {
    return (
      claim.metadata.annotations?.[selectedNode] ??
      this.#podsOf(claim).find(({ spec }) => spec?.nodeName)?.spec?.nodeName
    );
  }

  #podsOf({ metadata: { name, namespace = "" } }: Claim): readonly Pod[] {
    return [...this.#parts.pods.inNamespace(namespace)].filter(
      (pod) => !isPodFinished(pod) && podClaimNames(pod).includes(name ?? ""),
    );
  }

  /** getDelayBindingReason: a claim waits for a pod, or for the pods that use it to be scheduled. */
  #waitReason(claim: Claim): readonly [reason: string, message: string] {
    const names = this.#podsOf(claim).map(({ metadata }) => metadata.name ?? "");
    if (names.length === 0) return ["WaitForFirstConsumer", "waiting for first consumer to be created before binding"];
    const what = names.length === 1 ? "pod" : "pods";
    return ["WaitForPodScheduled", `waiting for ${what} ${names.join(",")} to be scheduled`];
  }

  async #provision(claim: Claim, storageClass: StorageClass | undefined, signal: AbortSignal): Promise<void> {
    const { recorder } = this.#parts;
    if (storageClass === undefined) {
      const message = `storageclass.storage.k8s.io ${quoteGo(classOf(claim))} not found`;
      recorder.event(claimKind, claim, "Warning", "ProvisioningFailed", message);
      return this.#setPending(claim, signal);
    }
    const { provisioner: named = "" } = storageClass;
    const provisioner = migratedPlugins.get(named) ?? named;
    if (provisioner.startsWith("kubernetes.io/")) {
      recorder.event(
        claimKind,
        claim,
        "Warning",
        "ProvisioningFailed",
        `no volume plugin matched name: ${provisioner}`,
      );
      return this.#setPending(claim, signal);
    }
    const current = await this.#setProvisioner(claim, provisioner, signal);
    if (claim.metadata.annotations?.[storageProvisioner] !== provisioner || provisioner !== simulatedProvisioner) {
      const message = `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`;
      recorder.event(claimKind, current, "Normal", "ExternalProvisioning", message);
    }
    if (provisioner === simulatedProvisioner) await this.#simulate(current, storageClass, signal);
    return this.#setPending(current, signal);
  }

  /** Makes the volume of a claim, as an external provisioner does. It names the claim, and binds it when it is seen. */
  async #simulate(claim: Claim, storageClass: StorageClass, signal: AbortSignal): Promise<void> {
    const { client, provisionerEvents } = this.#parts;
    const { namespace = "", name = "" } = claim.metadata;
    const event = (reason: string, message: string): void =>
      provisionerEvents.event(claimKind, claim, "Normal", reason, message);
    const volume = provisionedVolume(claim, storageClass, this.#nodeFor(claim));
    try {
      await client.create(volumesResource, volume, signal);
    } catch (error) {
      if (isAlreadyExists(error)) return;
      throw error;
    }
    event("Provisioning", `External provisioner is provisioning volume for claim "${namespace}/${name}"`);
    event("ProvisioningSucceeded", `Successfully provisioned volume ${volume.metadata.name ?? ""}`);
  }

  /** Writes which provisioner a claim waits for (setClaimProvisioner). */
  async #setProvisioner(claim: Claim, provisioner: string, signal: AbortSignal): Promise<Claim> {
    const { annotations = {}, namespace = "" } = claim.metadata;
    if (annotations[storageProvisioner] === provisioner) return claim;
    const added = { [betaStorageProvisioner]: provisioner, [storageProvisioner]: provisioner };
    const metadata = { ...claim.metadata, annotations: { ...annotations, ...added } };
    return this.#parts.client.update({ ...claimsResource, namespace }, { ...claim, metadata }, undefined, signal);
  }

  async #syncBound(claim: Claim, signal: AbortSignal): Promise<void> {
    const { volumes, recorder } = this.#parts;
    const { volumeName = "" } = claim.spec ?? {};
    const lose = async (message: string): Promise<void> => {
      if (claim.status?.phase === "Lost") return;
      await this.#setStatus(claim, { phase: "Lost" }, signal);
      recorder.event(claimKind, claim, "Warning", "ClaimLost", message);
    };
    if (volumeName === "")
      return lose("Bound claim has lost reference to PersistentVolume. Data on the volume is lost!");
    const volume = volumes.index.get(volumeName);
    if (volume === undefined) return lose("Bound claim has lost its PersistentVolume. Data on the volume is lost!");
    if (volume.spec?.claimRef !== undefined && volume.spec.claimRef.uid !== claim.metadata.uid) {
      if (claim.status?.phase === "Lost") return;
      await this.#setStatus(claim, { phase: "Lost" }, signal);
      const message = "Two claims are bound to the same volume, this one is bound incorrectly";
      recorder.event(claimKind, claim, "Warning", "ClaimMisbound", message);
      return;
    }
    return this.#bind(volume, claim, signal);
  }

  /** Binds both sides: the volume's reference and phase, then the claim's (bind). Writes only what is missing. */
  async #bind(volume: PersistentVolume, claim: Claim, signal: AbortSignal): Promise<void> {
    const bound = await this.#bindVolume(volume, claim, signal);
    await this.#bindClaim(bound, claim, signal);
  }

  async #bindVolume(volume: PersistentVolume, claim: Claim, signal: AbortSignal): Promise<PersistentVolume> {
    const { client } = this.#parts;
    const { uid = "", name = "", namespace = "", resourceVersion = "" } = claim.metadata;
    let current = volume;
    if (volume.spec?.claimRef?.uid !== uid) {
      const wasFree = volume.spec?.claimRef === undefined;
      const claimRef = { ...claimKind, namespace, name, uid, resourceVersion };
      const annotations = { ...volume.metadata.annotations, ...(wasFree && { [boundByController]: "yes" }) };
      const metadata = { ...volume.metadata, annotations };
      current = await client.update(
        volumesResource,
        { ...volume, metadata, spec: { ...volume.spec, claimRef } },
        undefined,
        signal,
      );
    }
    if (current.status?.phase === "Bound") return current;
    return client.update(volumesResource, { ...current, status: { phase: "Bound" } }, "status", signal);
  }

  async #bindClaim(volume: PersistentVolume, claim: Claim, signal: AbortSignal): Promise<void> {
    const { client } = this.#parts;
    const { namespace = "", annotations = {} } = claim.metadata;
    const volumeName = volume.metadata.name ?? "";
    let current = claim;
    if (claim.spec?.volumeName !== volumeName || annotations[bindCompleted] === undefined) {
      const isChosenHere = claim.spec?.volumeName !== volumeName;
      const added = { [bindCompleted]: "yes", ...(isChosenHere && { [boundByController]: "yes" }) };
      const metadata = { ...claim.metadata, annotations: { ...annotations, ...added } };
      const changed = { ...claim, metadata, spec: { ...claim.spec, volumeName } };
      current = await client.update({ ...claimsResource, namespace }, changed, undefined, signal);
    }
    const { accessModes = [], capacity = {} } = volume.spec ?? {};
    if (current.status?.phase === "Bound") return;
    await this.#setStatus(current, { phase: "Bound", accessModes, capacity }, signal);
  }

  async #setPending(claim: Claim, signal: AbortSignal): Promise<void> {
    if (claim.status?.phase !== "Pending") await this.#setStatus(claim, { phase: "Pending" }, signal);
  }

  async #setStatus(claim: Claim, status: NonNullable<Claim["status"]>, signal: AbortSignal): Promise<void> {
    const target = { ...claimsResource, namespace: claim.metadata.namespace ?? "" };
    await this.#parts.client.update(target, { ...claim, status: { ...rest(claim), ...status } }, "status", signal);
  }
}

/** The members of a status that a phase does not replace. */
function rest({ status = {} }: Claim): object {
  const { phase: _phase, accessModes: _modes, capacity: _capacity, ...others } = status;
  return others;
}
