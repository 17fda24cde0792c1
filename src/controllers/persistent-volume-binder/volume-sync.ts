import { isNotFound } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { BinderParts } from "./claim-sync.ts";
import {
  boundByController,
  type Claim,
  claimsResource,
  type PersistentVolume,
  provisionedBy,
  volumeKind,
  volumesResource,
  simulatedProvisioner,
} from "../framework/volumes/volume-types.ts";

/** Brings volumes to the phase that fits their claims, and reclaims those that are released (syncVolume). */
export class VolumeSync {
  readonly #parts: BinderParts;

  constructor(parts: BinderParts) {
    this.#parts = parts;
  }

  async sync(name: string, signal: AbortSignal): Promise<void> {
    const volume = this.#parts.volumes.index.get(name);
    if (volume === undefined) return;
    const { claimRef } = volume.spec ?? {};
    // without a uid, an administrator keeps the volume for a claim that is to come
    if (claimRef === undefined || (claimRef.uid ?? "") === "")
      return this.#setPhase(volume, { phase: "Available" }, signal);
    const claim = await this.#findClaim(volume, signal);
    if (claim === undefined) return this.#release(volume, signal);
    if (claim.spec?.volumeName === name) return this.#setPhase(volume, { phase: "Bound" }, signal);
    // without a volume, the claim is bound by its own pass
    if ((claim.spec?.volumeName ?? "") === "") return;
    if (
      volume.metadata.annotations?.[provisionedBy] !== undefined &&
      volume.spec?.persistentVolumeReclaimPolicy === "Delete"
    )
      return this.#release(volume, signal);
    if (volume.metadata.annotations?.[boundByController] !== undefined) await this.#unbind(volume, signal);
  }

  /** Returns the claim of a volume; what the informer does not know is asked for, since it may be behind. */
  async #findClaim(volume: PersistentVolume, signal: AbortSignal): Promise<Claim | undefined> {
    const { namespace = "", name = "", uid } = volume.spec?.claimRef ?? {};
    const known = this.#parts.claims.index.get(`${namespace}/${name}`);
    if (known?.metadata.uid === uid) return known;
    if (volume.status?.phase === "Released" || volume.status?.phase === "Failed") return undefined;
    try {
      const live = await this.#parts.client.get<Claim>({ ...claimsResource, namespace }, name, signal);
      return live.metadata.uid === uid ? live : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** The claim is gone: the volume is Released, and then reclaimed as its policy says. */
  async #release(volume: PersistentVolume, signal: AbortSignal): Promise<void> {
    const { client, recorder } = this.#parts;
    const phase = volume.status?.phase;
    if (phase !== "Released" && phase !== "Failed") await this.#setPhase(volume, { phase: "Released" }, signal);
    switch (volume.spec?.persistentVolumeReclaimPolicy) {
      case "Delete":
        return phase === "Failed" ? undefined : this.#delete(volume, signal);
      case "Recycle": {
        if (phase === "Failed") return;
        const message = "No recycler plugin found for the volume!";
        recorder.event(volumeKind, volume, "Warning", "VolumeFailedRecycle", message);
        const live = await client.get<PersistentVolume>(volumesResource, volume.metadata.name ?? "", signal);
        return this.#setPhase(live, { phase: "Failed", message }, signal);
      }
      default:
    }
  }

  /** Deletes a released volume that can be, and leaves those of other provisioners to them (deleteVolumeOperation). */
  async #delete(volume: PersistentVolume, signal: AbortSignal): Promise<void> {
    if (volume.metadata.deletionTimestamp !== undefined) return;
    const { client, recorder } = this.#parts;
    const { name = "", annotations = {} } = volume.metadata;
    const provisioner = annotations[provisionedBy] ?? "";
    if (provisioner !== "" && provisioner !== simulatedProvisioner) return;
    const problem = provisioner === "" ? deletionProblem(volume) : undefined;
    if (problem === undefined) return void (await client.delete(volumesResource, name, undefined, signal));
    const live = await client.get<PersistentVolume>(volumesResource, name, signal);
    await this.#setPhase(live, { phase: "Failed", message: problem }, signal);
    recorder.event(volumeKind, volume, "Warning", "VolumeFailedDelete", problem);
  }

  /** Takes back a binding that this controller made (unbindVolume). */
  async #unbind(volume: PersistentVolume, signal: AbortSignal): Promise<void> {
    const { [boundByController]: _mark, ...annotations } = volume.metadata.annotations ?? {};
    const { claimRef: _reference, ...spec } = volume.spec ?? {};
    const freed = { ...volume, metadata: { ...volume.metadata, annotations }, spec };
    const updated = await this.#parts.client.update<PersistentVolume>(volumesResource, freed, undefined, signal);
    await this.#setPhase(updated, { phase: "Available" }, signal);
  }

  async #setPhase(
    volume: PersistentVolume,
    status: NonNullable<PersistentVolume["status"]>,
    signal: AbortSignal,
  ): Promise<void> {
    const { phase, message } = volume.status ?? {};
    if (phase === status.phase && message === status.message) return;
    await this.#parts.client.update(volumesResource, { ...volume, status }, "status", signal);
  }
}

/** Why a volume that nobody provisioned cannot be deleted: only the plugin of host paths does that, below `/tmp`. */
function deletionProblem({ metadata, spec }: PersistentVolume): string | undefined {
  const { hostPath } = spec ?? {};
  if (!isRecord(hostPath))
    return `error getting deleter volume plugin for volume ${quoteGo(metadata.name ?? "")}: no deletable volume plugin matched`;
  const path = String(hostPath["path"]);
  return /\/tmp\/.+/.test(path) ? undefined : `host_path deleter only supports /tmp/.+ but received provided ${path}`;
}
