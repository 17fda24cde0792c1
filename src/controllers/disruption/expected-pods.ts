import { controllerOf } from "../../apimachinery/controller-of.ts";
import type { Pod } from "../../api/core/v1.ts";
import { isNotFound } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { scaledValue } from "../../apimachinery/int-or-string.ts";
import type { KubeObject, OwnerReference } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import { discover } from "../../client/discovery.ts";
import { resourcePath } from "../../client/resource-path.ts";
import type { SharedInformer, SharedInformers } from "../framework/shared-informers.ts";
import type { Budget } from "./budget-status.ts";

interface Scaled extends KubeObject {
  readonly spec?: { readonly replicas?: number };
}

/** The controller at the top of a pod's owners, and how many pods it wants. */
interface ControllerScale {
  readonly uid: string;
  readonly replicas: number;
}

/** Finds how many pods the controller of a pod wants; undefined if nothing is known about it. */
export interface ScaleFinder {
  readonly informers: readonly SharedInformer[];
  find(reference: OwnerReference, namespace: string): Promise<ControllerScale | undefined>;
  /** Calls a function with the namespace of controllers whose number of pods changes. */
  onScaled(changed: (namespace: string) => void): void;
}

/**
 * Finds the scale of controllers (disruption finders): ReplicaSets count as their Deployment, and kinds that are not
 * built in are asked for their subresource scale.
 */
export function createScaleFinder(client: Client, informers: SharedInformers): ScaleFinder {
  const apps = (resource: string) => informers.of<Scaled>({ group: "apps", version: "v1", resource });
  const known: Readonly<Record<string, SharedInformer<Scaled>>> = {
    "apps/ReplicaSet": apps("replicasets"),
    "apps/StatefulSet": apps("statefulsets"),
    "/ReplicationController": informers.of<Scaled>({ group: "", version: "v1", resource: "replicationcontrollers" }),
  };
  const deployments = apps("deployments");
  const builtIn = (reference: OwnerReference, namespace: string, informer: SharedInformer<Scaled>) => {
    const found = informer.index.get(`${namespace}/${reference.name}`);
    if (found === undefined || found.metadata.uid !== reference.uid) return undefined;
    const owner = reference.kind === "ReplicaSet" ? controllerOf(found) : undefined;
    const deployment = owner?.kind === "Deployment" ? deployments.index.get(`${namespace}/${owner.name}`) : undefined;
    return scaleOf(deployment !== undefined && deployment.metadata.uid === owner?.uid ? deployment : found);
  };
  const all = [...Object.values(known), deployments];
  return {
    informers: all as unknown as readonly SharedInformer[],
    async find(reference, namespace) {
      const slash = reference.apiVersion.indexOf("/");
      const informer = known[`${reference.apiVersion.slice(0, Math.max(slash, 0))}/${reference.kind}`];
      return informer === undefined
        ? findByScale(client, reference, namespace)
        : builtIn(reference, namespace, informer);
    },
    onScaled(changed) {
      for (const informer of all)
        informer.addHandler({
          update(before, after) {
            if (before.spec?.replicas !== after.spec?.replicas) changed(after.metadata.namespace ?? "");
          },
        });
    },
  };
}

const scaleOf = ({ metadata, spec }: Scaled): ControllerScale => ({
  uid: metadata.uid ?? "",
  replicas: spec?.replicas ?? 0,
});

/** Asks for the subresource scale of any other kind (getScaleController). */
async function findByScale(
  client: Client,
  { apiVersion, kind, name, uid }: OwnerReference,
  namespace: string,
): Promise<ControllerScale | undefined> {
  const { resources } = await discover(client);
  const served = resources.find(
    (one) => one.kind === kind && (one.group === "" ? one.version : `${one.group}/${one.version}`) === apiVersion,
  );
  if (served === undefined) return undefined;
  const { group, version, resource } = served;
  try {
    const scale = await client.json<Scaled>(
      "GET",
      resourcePath({ group, version, resource, namespace }, name, "scale"),
      undefined,
    );
    return scale.metadata.uid === uid ? scaleOf(scale) : undefined;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new Error(`${resource}${group === "" ? "" : `.${group}`} does not implement the scale subresource`, {
      cause: error,
    });
  }
}

/** What a budget demands of its pods. */
export interface ExpectedPods {
  readonly expected: number;
  readonly desired: number;
  /** Names of pods that no controller wants. */
  readonly unmanaged: readonly string[];
}

/** Returns how many pods there should be, and how many of them healthy (getExpectedPodCount). */
export async function expectedPods({ spec }: Budget, pods: readonly Pod[], finder: ScaleFinder): Promise<ExpectedPods> {
  const { minAvailable, maxUnavailable } = spec ?? {};
  if (maxUnavailable !== undefined) {
    const scale = await expectedScale(pods, finder);
    return { ...scale, desired: Math.max(0, scale.expected - scaledValue(maxUnavailable, scale.expected, true)) };
  }
  if (typeof minAvailable === "number") return { expected: pods.length, desired: minAvailable, unmanaged: [] };
  if (minAvailable === undefined) return { expected: 0, desired: 0, unmanaged: [] };
  const scale = await expectedScale(pods, finder);
  return { ...scale, desired: scaledValue(minAvailable, scale.expected, true) };
}

/** The controller that a pod names is not there, or of no known kind. */
export class NoControllersError extends Error {}

/** Adds up what the controllers of pods want (getExpectedScale). */
async function expectedScale(pods: readonly Pod[], finder: ScaleFinder): Promise<Omit<ExpectedPods, "desired">> {
  const replicas = new Map<string, number>();
  const seen = new Set<string>();
  const unmanaged: string[] = [];
  for (const pod of pods) {
    const { name = "", namespace = "" } = pod.metadata;
    const reference = controllerOf(pod);
    if (reference === undefined) unmanaged.push(name);
    if (reference === undefined || seen.has(reference.uid)) continue;
    const scale = await finder.find(reference, namespace);
    if (scale === undefined) throw new NoControllersError(`found no controllers for pod ${quoteGo(name)}`);
    seen.add(reference.uid);
    replicas.set(scale.uid, scale.replicas);
  }
  return { expected: [...replicas.values()].reduce((sum, count) => sum + count, 0), unmanaged };
}
