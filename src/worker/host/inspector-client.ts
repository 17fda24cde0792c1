import { wrap } from "comlink";
import type { Endpoint } from "comlink";
import { auditCallsThrough } from "../../client/audit.ts";
import { celCallsThrough } from "../../client/cel.ts";
import { definitionCallsThrough } from "../../client/definitions.ts";
import { policyCallsThrough } from "../../client/policies.ts";
import { raceCallsThrough } from "../../client/races.ts";
import { settingsCallsThrough } from "../../client/settings.ts";
import { worldCallsThrough } from "../../client/world-calls.ts";
import { functionCallsThrough } from "./function-calls.ts";
import type { InspectorService } from "./inspector-service.ts";

/** The client of the Inspector over one link. */
export interface InspectorClient {
  readonly service: InspectorService;
  /** Rejects pending and later calls with a `LinkLostError`. */
  lose(reason: string): void;
}

/** The error of an Inspector call whose worker is gone. */
export class LinkLostError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "LinkLostError";
  }
}

/** Calls the InspectorService at the other end of `endpoint` through comlink. */
export function createInspectorClient(endpoint: Endpoint): InspectorClient {
  const remote = wrap<InspectorService>(endpoint);
  const waiting = new Set<(error: Error) => void>();
  let lost: string | undefined;
  const guard = <T>(call: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (lost !== undefined) return reject(new LinkLostError(lost));
      waiting.add(reject);
      call()
        .then(resolve, reject)
        .finally(() => waiting.delete(reject));
    });
  const service: InspectorService = {
    stats: () => guard(() => remote.stats()),
    traces: (afterId) => guard(() => remote.traces(afterId)),
    traceText: (refId) => guard(() => remote.traceText(refId)),
    export: () => guard(() => remote.export()),
    versions: (query) => guard(() => remote.versions(query)),
    import: (file) => guard(() => remote.import(file)),
    reset: () => guard(() => remote.reset()),
    ...auditCallsThrough((call) => guard(() => call(remote))),
    ...celCallsThrough((call) => guard(() => call(remote))),
    ...definitionCallsThrough((call) => guard(() => call(remote))),
    ...policyCallsThrough((call) => guard(() => call(remote))),
    ...settingsCallsThrough((call) => guard(() => call(remote))),
    ...raceCallsThrough((call) => guard(() => call(remote))),
    ...worldCallsThrough((call) => guard(() => call(remote))),
    ...functionCallsThrough((call) => guard(() => call(remote))),
    openTraces: () => guard(() => remote.openTraces()),
    nextTraces: (subscription) => guard(() => remote.nextTraces(subscription)),
    closeTraces: (subscription) => guard(() => remote.closeTraces(subscription)),
  };
  const lose = (reason: string): void => {
    lost ??= reason;
    for (const reject of waiting) reject(new LinkLostError(reason));
    waiting.clear();
  };
  return { service, lose };
}
