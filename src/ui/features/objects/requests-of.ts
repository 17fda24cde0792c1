import type { Trace } from "../../../component-base/trace.ts";
import { whoFrom } from "../../data/who.ts";
import { splitTarget, targetOf, type ObjectPath } from "../../kube/resource.ts";

/** The requests to an object among those of the log. */
interface RequestsOfObject {
  /** Requests to its path and to its subresources, newest first, without the page's own reads. */
  readonly shown: readonly Trace[];
  /** How many reads of the page were left out. */
  readonly reads: number;
  /** Requests that created an object of its collection: one of them may have created this one. Newest first. */
  readonly creations: readonly Trace[];
}

const mostCreations = 100;

/** Sorts out the requests to an object. */
export function requestsOf(path: ObjectPath, traces: readonly Trace[], withReads: boolean): RequestsOfObject {
  const own = targetOf(path);
  const collection = targetOf({ ...path, name: undefined });
  const shown: Trace[] = [];
  const creations: Trace[] = [];
  let reads = 0;
  for (const trace of traces.toReversed()) {
    const [target] = splitTarget(trace.target);
    if (target === own || target.startsWith(`${own}/`)) {
      const isRead = whoFrom(trace.source, trace.method === "GET") === "reads";
      if (isRead) reads += 1;
      if (!isRead || withReads) shown.push(trace);
    } else if (target === collection && isCreation(trace)) creations.push(trace);
  }
  return { shown, reads, creations: creations.slice(0, mostCreations) };
}

const isCreation = ({ method, status, target }: Trace): boolean =>
  method === "POST" && status === 201 && !new URLSearchParams(splitTarget(target)[1]).has("dryRun");

/** Finds the request that created the object with a uid, by the texts of what the requests stored. */
export async function creationOf(
  uid: string,
  creations: readonly Trace[],
  textOf: (refId: number) => Promise<string | undefined>,
): Promise<Trace | undefined> {
  for (const trace of creations) {
    const ref = trace.stages.findLast((stage) => stage.objectAfter !== undefined)?.objectAfter;
    const text = ref && (await textOf(ref.id)); // one after the other: the newest is the likeliest
    if (text?.includes(`"uid":"${uid}"`) === true) return trace;
  }
  return undefined;
}

/** Shortens a target to what follows the namespace: `deployments/web/status?fieldManager=kubectl`. */
export const shortTarget = (path: ObjectPath, target: string): string =>
  target.slice(targetOf({ ...path, name: undefined }).length - path.resource.length);
