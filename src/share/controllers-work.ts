import type { KubeObject } from "../apimachinery/meta.ts";
import { isSimulatedNode } from "../component-helpers/simulation.ts";
import { valueAt } from "../diagnosis/fields.ts";
import { groupKindOf } from "./server-fields.ts";

/** What the controller of a kind does anew wherever it runs, as `--controllers` names it. */
interface Work {
  readonly by: string;
  /** It makes what objects of the kind own. */
  readonly owned: boolean;
  /** Its status follows from what is there, so that one of another server says nothing. */
  readonly status: boolean;
}

/** By kind and group. A finished Job keeps its status, or it would run again. */
// oxfmt-ignore
const work: Readonly<Record<string, Work>> = {
  "Deployment.apps": { by: "deployment-controller", owned: true, status: true },
  "ReplicaSet.apps": { by: "replicaset-controller", owned: true, status: true },
  "StatefulSet.apps": { by: "statefulset-controller", owned: true, status: true },
  "DaemonSet.apps": { by: "daemonset-controller", owned: true, status: true },
  "ReplicationController.": { by: "replicationcontroller-controller", owned: true, status: true },
  "Job.batch": { by: "job-controller", owned: true, status: false },
  "CronJob.batch": { by: "cronjob-controller", owned: true, status: false },
  "Service.": { by: "endpointslice-controller", owned: true, status: false },
  "Endpoints.": { by: "endpointslice-mirroring-controller", owned: true, status: false },
  "HorizontalPodAutoscaler.autoscaling": { by: "horizontal-pod-autoscaler-controller", owned: false, status: true },
  "PodDisruptionBudget.policy": { by: "disruption-controller", owned: false, status: true },
  "ResourceQuota.": { by: "resourcequota-controller", owned: false, status: true },
  "Node.": { by: "simulated-nodes", owned: true, status: true },
};

/** The names of the controllers that run on a server. */
export type RunningControllers = ReadonlySet<string>;

/** Reports whether a controller that runs makes anew what the object owns. */
export function makesOwned(owner: KubeObject, running: RunningControllers): boolean {
  const found = work[groupKindOf(owner)];
  return found !== undefined && found.owned && running.has(found.by);
}

/** Returns an object without a status that a controller that runs writes anew, and without who owns it. */
export function withoutObserved(object: KubeObject, running: RunningControllers): KubeObject {
  const found = work[groupKindOf(object)];
  if (found === undefined || !found.status || !running.has(found.by)) return object;
  if (object.kind === "Node" && !isSimulatedNode(object)) return object;
  const { status: _status, metadata, ...rest } = object;
  const managedFields = metadata.managedFields?.filter(({ subresource }) => subresource !== "status");
  return { ...rest, metadata: { ...metadata, ...(managedFields !== undefined && { managedFields }) } };
}

/** Returns the objects that nobody makes anew where controllers run, each without what they observe. */
export function withoutControllersWork(
  objects: readonly KubeObject[],
  running: RunningControllers,
): readonly KubeObject[] {
  const makers = new Set(
    objects.filter((object) => makesOwned(object, running)).map(({ metadata }) => metadata.uid ?? ""),
  );
  const services = new Set(objects.filter(selectsEndpoints).map(placeOf));
  const isMadeAnew = (object: KubeObject): boolean =>
    object.kind === "Endpoints"
      ? running.has("endpoints-controller") && services.has(placeOf(object))
      : (object.metadata.ownerReferences ?? []).some(({ uid }) => makers.has(uid));
  return objects.filter((object) => !isMadeAnew(object)).map((object) => withoutObserved(object, running));
}

/** Reports whether an object is a Service with a selector, whose Endpoints a controller keeps. */
const selectsEndpoints = (object: KubeObject): boolean =>
  groupKindOf(object) === "Service." && valueAt(object, "spec.selector") !== undefined;

const placeOf = ({ metadata: { namespace = "", name = "" } }: KubeObject): string => `${namespace}/${name}`;
