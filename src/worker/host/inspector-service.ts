import { auditCallsThrough } from "../../client/audit.ts";
import { celCallsThrough } from "../../client/cel.ts";
import { definitionCallsThrough } from "../../client/definitions.ts";
import type { Inspector } from "../../client/inspector.ts";
import { policyCallsThrough } from "../../client/policies.ts";
import { raceCallsThrough } from "../../client/races.ts";
import { settingsCallsThrough } from "../../client/settings.ts";
import { worldCallsThrough } from "../../client/world-calls.ts";
import type { Trace } from "../../component-base/trace.ts";
import { functionCallsThrough, type FunctionCalls } from "./function-calls.ts";
import type { PageFunctions } from "./page-functions.ts";

/**
 * The Inspector as exposed to another thread or tab. Calls carry plain data only, because a BroadcastChannel cannot
 * carry callbacks. Subscriptions are polled for their next traces, so that the page controls the rate at which the
 * worker sends.
 */
export interface InspectorService extends Omit<Inspector, "subscribe">, FunctionCalls {
  openTraces(): Promise<number>;
  /**
   * Returns the traces since the last call, and waits until there is at least one. Returns an empty array once the
   * subscription is closed.
   */
  nextTraces(subscription: number): Promise<readonly Trace[]>;
  closeTraces(subscription: number): Promise<void>;
}

const mostWaiting = 500;

/** The queue of one subscription: either traces waiting to be read, or a reader waiting for traces. */
class TraceQueue {
  #traces: Trace[] = [];
  #wake: (() => void) | undefined;
  #closed = false;

  push(traces: readonly Trace[]): void {
    this.#traces.push(...traces);
    if (this.#traces.length > mostWaiting) this.#traces = this.#traces.slice(-mostWaiting);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async take(): Promise<readonly Trace[]> {
    while (this.#traces.length === 0 && !this.#closed) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#traces.splice(0);
  }
}

interface Subscription {
  readonly queue: TraceQueue;
  readonly unsubscribe: () => void;
}

/** Creates the service for one page. `close` ends the page's subscriptions and unregisters its functions. */
export function createInspectorService(
  inspector: Inspector,
  functions: PageFunctions,
): { readonly service: InspectorService; close(): void } {
  const subscriptions = new Map<number, Subscription>();
  const registrations = functions.serve();
  let lastId = 0;
  const close = (id: number): void => {
    const subscription = subscriptions.get(id);
    subscriptions.delete(id);
    subscription?.unsubscribe();
    subscription?.queue.close();
  };
  const service: InspectorService = {
    ...plainCalls(inspector),
    ...functionCallsThrough((call) => call(registrations.calls)),
    openTraces: async () => {
      const queue = new TraceQueue();
      const id = ++lastId;
      subscriptions.set(id, { queue, unsubscribe: await inspector.subscribe((traces) => queue.push(traces)) });
      return id;
    },
    nextTraces: (id) => subscriptions.get(id)?.queue.take() ?? Promise.resolve([]),
    closeTraces: (id) => Promise.resolve(close(id)),
  };
  const closeAll = (): void => {
    [...subscriptions.keys()].forEach(close);
    registrations.close();
  };
  return { service, close: closeAll };
}

const plainCalls = (inspector: Inspector): Omit<Inspector, "subscribe"> => ({
  stats: () => inspector.stats(),
  traces: (afterId) => inspector.traces(afterId),
  traceText: (refId) => inspector.traceText(refId),
  export: () => inspector.export(),
  versions: (query) => inspector.versions(query),
  import: (file) => inspector.import(file),
  reset: () => inspector.reset(),
  ...auditCallsThrough((call) => call(inspector)),
  ...celCallsThrough((call) => call(inspector)),
  ...definitionCallsThrough((call) => call(inspector)),
  ...policyCallsThrough((call) => call(inspector)),
  ...settingsCallsThrough((call) => call(inspector)),
  ...raceCallsThrough((call) => call(inspector)),
  ...worldCallsThrough((call) => call(inspector)),
});
