import type { Clock } from "../../apimachinery/clock.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { Client } from "../../client/client.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import {
  type Claim,
  claimKind,
  claimsResource,
  type PersistentVolume,
  simulatedProvisioner,
  volumesResource,
} from "../framework/volumes/volume-types.ts";

/** How long a simulated volume takes to grow. */
export const resizeMs = 1000;

/**
 * Makes volumes of the simulated provisioner grow: writes what an external resizer writes about claims and their
 * volumes, with its events (kubernetes-csi/external-resizer).
 */
export class SimulatedResizer {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #events: EventRecorder;

  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
    this.#events = new EventRecorder({ client, clock, component: `external-resizer ${simulatedProvisioner}` });
  }

  /** Notes in a claim that its volume is growing to a size. */
  async begin(claim: Claim, storage: string, signal: AbortSignal): Promise<void> {
    const { status } = claim;
    const resizing = { type: "Resizing", status: "True", lastTransitionTime: formatTime(this.#clock.now()) };
    const next = {
      ...status,
      allocatedResources: { ...status?.allocatedResources, storage },
      allocatedResourceStatuses: { ...status?.allocatedResourceStatuses, storage: "ControllerResizeInProgress" },
      conditions: [...otherConditions(claim), resizing],
    };
    await this.#writeStatus(claim, next, signal);
    const message = `External resizer is resizing volume ${claim.spec?.volumeName ?? ""}`;
    this.#events.event(claimKind, claim, "Normal", "Resizing", message);
  }

  /** Gives a volume the size that it was to get, and then its claim. */
  async finish(claim: Claim, volume: PersistentVolume, signal: AbortSignal): Promise<void> {
    const { status } = claim;
    const storage = status?.allocatedResources?.["storage"] ?? "";
    const capacity = { ...volume.spec?.capacity, storage };
    if (volume.spec?.capacity?.["storage"] !== storage)
      await this.#client.update(volumesResource, { ...volume, spec: { ...volume.spec, capacity } }, undefined, signal);
    const { storage: _done, ...statuses } = status?.allocatedResourceStatuses ?? {};
    const { allocatedResourceStatuses: _statuses, conditions: _conditions, ...kept } = status ?? {};
    const conditions = otherConditions(claim);
    const next = {
      ...kept,
      ...(Object.keys(statuses).length > 0 && { allocatedResourceStatuses: statuses }),
      ...(conditions.length > 0 && { conditions }),
      capacity: { ...status?.capacity, storage },
    };
    await this.#writeStatus(claim, next, signal);
    this.#events.event(claimKind, claim, "Normal", "VolumeResizeSuccessful", "Resize volume succeeded");
  }

  #writeStatus(claim: Claim, status: NonNullable<Claim["status"]>, signal: AbortSignal): Promise<Claim> {
    const target = { ...claimsResource, namespace: claim.metadata.namespace ?? "" };
    return this.#client.update(target, { ...claim, status }, "status", signal);
  }
}

const otherConditions = ({ status }: Claim) => (status?.conditions ?? []).filter(({ type }) => type !== "Resizing");
