import { isNotFound } from "../../apimachinery/errors.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import { parseResourceList } from "../../component-helpers/resource/resource-list.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import {
  type Claim,
  claimKind,
  claimsResource,
  isFor,
  type PersistentVolume,
  provisionedBy,
  simulatedProvisioner,
  volumesResource,
} from "../framework/volumes/volume-types.ts";

/** How long a simulated volume takes to grow. */
const resizeMs = 1000;

/**
 * Tells of claims that ask for more than their volume has (controller/volume/expand), and makes the volumes of the
 * simulated provisioner grow, as an external resizer does (kubernetes-csi/external-resizer).
 */
export function createVolumeExpandController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("volume-expand-controller", context);
  const recorder = new EventRecorder({ client, clock, component: "volume_expand" });
  const resizer = `external-resizer ${simulatedProvisioner}`;
  const resizerEvents = new EventRecorder({ client, clock, component: resizer });
  const claims = informers.of<Claim>(claimsResource);
  const volumes = informers.of<PersistentVolume>(volumesResource);

  const writeStatus = (claim: Claim, status: NonNullable<Claim["status"]>, signal: AbortSignal): Promise<Claim> =>
    client.update(
      { ...claimsResource, namespace: claim.metadata.namespace ?? "" },
      { ...claim, status },
      "status",
      signal,
    );

  /** Notes that the resizer has begun. */
  async function begin(claim: Claim, storage: string, signal: AbortSignal): Promise<void> {
    const { status } = claim;
    const resizing = { type: "Resizing", status: "True", lastTransitionTime: formatTime(clock.now()) };
    await writeStatus(
      claim,
      {
        ...status,
        allocatedResources: { ...status?.allocatedResources, storage },
        allocatedResourceStatuses: { ...status?.allocatedResourceStatuses, storage: "ControllerResizeInProgress" },
        conditions: [...others(claim), resizing],
      },
      signal,
    );
    const message = `External resizer is resizing volume ${claim.spec?.volumeName ?? ""}`;
    resizerEvents.event(claimKind, claim, "Normal", "Resizing", message);
  }

  /** Gives the volume its new size, then the claim. */
  async function finish(claim: Claim, volume: PersistentVolume, signal: AbortSignal): Promise<void> {
    const { status } = claim;
    const storage = status?.allocatedResources?.["storage"] ?? "";
    const capacity = { ...volume.spec?.capacity, storage };
    if (volume.spec?.capacity?.["storage"] !== storage)
      await client.update(volumesResource, { ...volume, spec: { ...volume.spec, capacity } }, undefined, signal);
    const { storage: _done, ...statuses } = status?.allocatedResourceStatuses ?? {};
    const { allocatedResourceStatuses: _statuses, conditions: _conditions, ...kept } = status ?? {};
    await writeStatus(
      claim,
      {
        ...kept,
        ...(Object.keys(statuses).length > 0 && { allocatedResourceStatuses: statuses }),
        ...(others(claim).length > 0 && { conditions: others(claim) }),
        capacity: { ...status?.capacity, storage },
      },
      signal,
    );
    resizerEvents.event(claimKind, claim, "Normal", "VolumeResizeSuccessful", "Resize volume succeeded");
  }

  const controller = new QueuedController({
    clock,
    informers: [claims, volumes],
    workers: 10,
    async process(key, signal) {
      const claim = claims.index.get(key);
      const volume = volumes.index.get(claim?.spec?.volumeName ?? "");
      if (claim === undefined || volume === undefined || !isFor(volume, claim)) return;
      const since = claim.status?.conditions?.find(({ type }) => type === "Resizing")?.lastTransitionTime;
      const isOurs = volume.metadata.annotations?.[provisionedBy] === simulatedProvisioner;
      if (isOurs && since !== undefined) {
        const left = parseTime(since) + resizeMs - clock.now();
        if (left > 0) return controller.addAfter(key, left);
        return finish(claim, volume, signal).catch(unlessGone);
      }
      if (!asksForMore(claim)) return;
      const message = "waiting for an external controller to expand this PVC";
      recorder.event(claimKind, claim, "Warning", "ExternalExpanding", message);
      if (isOurs) await begin(claim, requested(claim) ?? "", signal).catch(unlessGone);
    },
  });
  const enqueue = (claim: Claim): void => {
    if (claim.status?.phase === "Bound") controller.add(objectKey(claim));
  };
  claims.addHandler({
    add: enqueue,
    update(before, after) {
      if (requested(before) !== requested(after) || isResizing(after) || isResizing(before)) enqueue(after);
    },
  });
  return controller;
}

const unlessGone = (error: unknown): void => {
  if (!isNotFound(error)) throw error;
};

const requested = ({ spec }: Claim): string | undefined => spec?.resources?.requests?.["storage"];

const isResizing = ({ status }: Claim): boolean => status?.conditions?.some(({ type }) => type === "Resizing") === true;

const others = ({ status }: Claim) => (status?.conditions ?? []).filter(({ type }) => type !== "Resizing");

/** Reports whether a claim requests more storage than it has. */
function asksForMore({ spec, status }: Claim): boolean {
  const wanted = parseResourceList(spec?.resources?.requests).get("storage");
  const has = parseResourceList(status?.capacity).get("storage");
  return wanted !== undefined && has !== undefined && wanted.compare(has) > 0;
}
