import { auditCallsThrough } from "../../client/audit.ts";
import { celCallsThrough } from "../../client/cel.ts";
import { definitionCallsThrough } from "../../client/definitions.ts";
import type { Inspector } from "../../client/inspector.ts";
import { policyCallsThrough } from "../../client/policies.ts";
import { raceCallsThrough } from "../../client/races.ts";
import { worldCallsThrough } from "../../client/world-calls.ts";
import { settingsCallsThrough } from "../../client/settings.ts";
import type { Trace } from "../../component-base/trace.ts";
import type { CurrentConnection } from "./connection.ts";
import { LinkLostError } from "../host/inspector-client.ts";
import type { InspectorService } from "../host/inspector-service.ts";

/**
 * Creates an Inspector that survives changes of the leader. Read calls are retried with the next leader, and
 * subscriptions resume there, where trace ids start again. Calls that change something reject with a `LinkLostError`,
 * since they may have taken effect.
 */
export function createResumingInspector(current: CurrentConnection): Inspector {
  const once = async <T>(call: (service: InspectorService) => Promise<T>): Promise<T> => call(await serviceOf(current));
  const again = async <T>(call: (service: InspectorService) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await once(call);
      } catch (error) {
        if (!(error instanceof LinkLostError)) throw error;
      }
    }
  };
  return {
    stats: () => again((service) => service.stats()),
    traces: (afterId) => again((service) => service.traces(afterId)),
    traceText: (refId) => again((service) => service.traceText(refId)),
    export: () => again((service) => service.export()),
    versions: (query) => again((service) => service.versions(query)),
    import: (file) => once((service) => service.import(file)),
    reset: () => once((service) => service.reset()),
    subscribe: (listener) => subscribe(current, listener),
    ...auditCallsThrough(again),
    ...celCallsThrough(again),
    ...definitionCallsThrough(again),
    ...policyCallsThrough(again),
    ...worldCallsThrough(again, once),
    ...settingsCallsThrough(again, once),
    ...raceCallsThrough(again),
  };
}

async function serviceOf(current: CurrentConnection): Promise<InspectorService> {
  const connection = await current.wait();
  if (connection === undefined) throw new Error("no server answers at present");
  return connection.inspector;
}

/** One subscription, on the current server. */
interface Following {
  service: InspectorService;
  id: number;
}

async function subscribe(
  current: CurrentConnection,
  listener: (traces: readonly Trace[]) => void,
): Promise<() => void> {
  const stop = new AbortController();
  const following = await open(await serviceOf(current));
  void follow(current, following, listener, stop.signal);
  return () => {
    stop.abort();
    following.service.closeTraces(following.id).catch(() => undefined); // the subscription ended with its worker
  };
}

const open = async (service: InspectorService): Promise<Following> => ({ service, id: await service.openTraces() });

async function follow(
  current: CurrentConnection,
  following: Following,
  listener: (traces: readonly Trace[]) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && !current.closed) {
    try {
      await deliver(() => following.service.nextTraces(following.id), listener, signal);
    } catch {
      const connection = await current.wait(signal);
      if (connection !== undefined && !signal.aborted) await resume(following, connection.inspector);
    }
  }
}

/** Resumes a subscription on another server. An error is ignored, since the next call for traces reports it. */
async function resume(following: Following, service: InspectorService): Promise<void> {
  following.service = service;
  following.id = await service.openTraces().catch(() => 0);
}

async function deliver(
  next: () => Promise<readonly Trace[]>,
  listener: (traces: readonly Trace[]) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let traces = await next(); !signal.aborted; traces = await next()) listener(traces);
}
