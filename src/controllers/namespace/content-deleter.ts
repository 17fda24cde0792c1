import { greatestOf, pushAll } from "../../apimachinery/long-lists.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Client, isMethodNotSupported, isNotFound } from "../../client/client.ts";
import { type ServedResource, supports } from "../../client/discovery.ts";

/** The objects of one resource that remain in a namespace after a deletion. */
export interface Leftover {
  readonly resource: ServedResource;
  readonly count: number;
  /** Number of objects by the finalizer that blocks their deletion. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** Seconds after which to retry; 0 if no objects remain. */
  readonly estimateSeconds: number;
}

const finalizerEstimateSeconds = 15;
const background = { propagationPolicy: "Background" } as const;

interface Pod extends KubeObject {
  readonly spec?: { readonly terminationGracePeriodSeconds?: number };
  readonly status?: { readonly phase?: string };
}

/**
 * Deletes all objects of a resource in a namespace and returns what remains. Rejects if objects remain that no
 * finalizer or grace period explains.
 */
export async function deleteContent(
  client: Client,
  resource: ServedResource,
  namespace: string,
  signal: AbortSignal,
): Promise<Leftover> {
  const target = { group: resource.group, version: resource.version, resource: resource.resource, namespace };
  const before = await listAll(client, target, signal);
  if (before.length === 0) return { resource, count: 0, finalizers: new Map(), estimateSeconds: 0 };
  const graceSeconds = resource.group === "" && resource.resource === "pods" ? longestGrace(before) : 0;
  if (supports(resource, "deletecollection")) await client.deleteCollection(target, background, {}, signal);
  else for (const { metadata } of before) await deleteOne(client, target, metadata.name ?? "", signal);
  const left = await listAll(client, target, signal);
  const finalizers = countFinalizers(left);
  if (left.length > 0 && graceSeconds === 0 && finalizers.size === 0) {
    throw new Error(
      `unexpected items still remain in namespace: ${namespace} for gvr: ${resource.group}/${resource.version}, Resource=${resource.resource}`,
    );
  }
  return {
    resource,
    count: left.length,
    finalizers,
    estimateSeconds: left.length === 0 ? 0 : graceSeconds || finalizerEstimateSeconds,
  };
}

type Target = Parameters<Client["list"]>[0];

async function listAll(client: Client, target: Target, signal: AbortSignal): Promise<readonly KubeObject[]> {
  const all: KubeObject[] = [];
  try {
    for await (const page of client.pages(target, {}, signal)) pushAll(all, page.items);
  } catch (error) {
    if (!isNotFound(error) && !isMethodNotSupported(error)) throw error;
  }
  return all;
}

async function deleteOne(client: Client, target: Target, name: string, signal: AbortSignal): Promise<void> {
  try {
    await client.delete(target, name, background, signal);
  } catch (error) {
    if (!isNotFound(error) && !isMethodNotSupported(error)) throw error;
  }
}

/** Returns the longest grace period of the pods. Pods that have finished count as 0. */
function longestGrace(pods: readonly Pod[]): number {
  const running = pods.filter(({ status }) => status?.phase !== "Succeeded" && status?.phase !== "Failed");
  return greatestOf(
    running.map(({ spec }) => spec?.terminationGracePeriodSeconds ?? 0),
    0,
  );
}

function countFinalizers(objects: readonly KubeObject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { metadata } of objects)
    for (const finalizer of metadata.finalizers ?? []) counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
  return counts;
}
