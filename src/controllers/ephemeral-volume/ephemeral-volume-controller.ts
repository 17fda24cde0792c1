import type { Pod, Volume } from "../../api/core/v1.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import { ephemeralClaimName, notForPod, podClaims } from "../../component-helpers/storage/pod-claims.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { type ControllerKind, controllerRef } from "../framework/owners.ts";
import { podsResource } from "../framework/pod-control.ts";
import { QueuedController } from "../framework/queued-controller.ts";

const claimsResource = { group: "", version: "v1", resource: "persistentvolumeclaims" };
const podKind: ControllerKind = { apiVersion: "v1", kind: "Pod", target: podsResource };

/** Creates the claims of ephemeral volumes, which their pods own (controller/volume/ephemeral). */
export function createEphemeralVolumeController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("ephemeral-volume-controller", context);
  const recorder = new EventRecorder({ client, clock, component: "ephemeral_volume" });
  const pods = informers.of<Pod>(podsResource);
  const claims = informers.of(claimsResource);

  async function ensureClaim(pod: Pod, volume: Volume, signal: AbortSignal): Promise<void> {
    const namespace = pod.metadata.namespace ?? "";
    const name = ephemeralClaimName(pod, volume);
    const existing = claims.index.get(`${namespace}/${name}`);
    if (existing !== undefined) {
      const problem = notForPod(pod, existing);
      if (problem !== undefined) throw new Error(problem);
      return;
    }
    try {
      await client.create({ ...claimsResource, namespace }, newClaim(pod, volume, name), signal);
    } catch (error) {
      throw new Error(`create PVC ${name}: ${messageOf(error)}`, { cause: error });
    }
  }

  const controller = new QueuedController({
    clock,
    informers: [pods, claims],
    workers: 5,
    async process(key, signal) {
      const pod = pods.index.get(key);
      if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return;
      for (const volume of ephemeralVolumes(pod)) {
        try {
          await ensureClaim(pod, volume, signal);
        } catch (error) {
          const message = `ephemeral volume ${volume.name}: ${messageOf(error)}`;
          if (!signal.aborted) recorder.event(podKind, pod, "Warning", "FailedBinding", message);
          throw error;
        }
      }
    },
  });
  const enqueue = (pod: Pod): void => {
    if (pod.metadata.deletionTimestamp === undefined && ephemeralVolumes(pod).length > 0)
      controller.add(objectKey(pod));
  };
  pods.addHandler({ add: enqueue });
  claims.addHandler({
    // a claim that somebody deletes is made again for the pod that needs it
    delete({ metadata: { namespace = "", name } }) {
      for (const pod of pods.inNamespace(namespace))
        if (podClaims(pod).some((claim) => claim.ephemeral && claim.name === name)) enqueue(pod);
    },
  });
  return controller;
}

const ephemeralVolumes = ({ spec }: Pod): readonly Volume[] =>
  (spec?.volumes ?? []).filter((volume) => volume["ephemeral"] !== undefined);

/** Returns the claim of a volume: its template, with the pod as the owner. */
function newClaim(pod: Pod, volume: Volume, name: string): KubeObject {
  const source = volume["ephemeral"];
  const template = isRecord(source) && isRecord(source["volumeClaimTemplate"]) ? source["volumeClaimTemplate"] : {};
  const { labels, annotations } = (template["metadata"] ?? {}) as KubeObject["metadata"];
  return {
    metadata: {
      name,
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
      ownerReferences: [controllerRef(podKind, pod)],
    },
    spec: template["spec"],
  };
}
