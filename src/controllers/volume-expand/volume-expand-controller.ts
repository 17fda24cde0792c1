import { noneIfNotFound } from "../../apimachinery/errors.ts";
import { parseTime } from "../../apimachinery/time.ts";
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
import { resizeMs, SimulatedResizer } from "./simulated-resizer.ts";

/**
 * Tells of claims that ask for more than their volume has (controller/volume/expand), and makes the volumes of the
 * simulated provisioner grow, as an external resizer does (kubernetes-csi/external-resizer).
 */
export function createVolumeExpandController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("volume-expand-controller", context);
  const recorder = new EventRecorder({ client, clock, component: "volume_expand" });
  const resizer = new SimulatedResizer(client, clock);
  const claims = informers.of<Claim>(claimsResource);
  const volumes = informers.of<PersistentVolume>(volumesResource);

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
        return resizer.finish(claim, volume, signal).catch(noneIfNotFound);
      }
      if (!asksForMore(claim)) return;
      const message = "waiting for an external controller to expand this PVC";
      recorder.event(claimKind, claim, "Warning", "ExternalExpanding", message);
      if (isOurs) await resizer.begin(claim, requested(claim) ?? "", signal).catch(noneIfNotFound);
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

const requested = ({ spec }: Claim): string | undefined => spec?.resources?.requests?.["storage"];

const isResizing = ({ status }: Claim): boolean => status?.conditions?.some(({ type }) => type === "Resizing") === true;

/** Reports whether a claim requests more storage than it has. */
function asksForMore({ spec, status }: Claim): boolean {
  const wanted = parseResourceList(spec?.resources?.requests).get("storage");
  const has = parseResourceList(status?.capacity).get("storage");
  return wanted !== undefined && has !== undefined && wanted.compare(has) > 0;
}
