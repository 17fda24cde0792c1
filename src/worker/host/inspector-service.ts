import { auditCallsThrough } from "../../client/audit.ts";
import { celCallsThrough } from "../../client/cel.ts";
import { definitionCallsThrough } from "../../client/definitions.ts";
import type { Inspector } from "../../client/inspector.ts";
import { settingsCallsThrough } from "../../client/settings.ts";
import type { Trace } from "../../component-base/trace.ts";
import { conversionCallsThrough, type ConversionCalls } from "./conversion-calls.ts";
import type { PageConverters } from "./page-converters.ts";

/**
 * The Inspector as it crosses to another thread or tab: calls with plain data only, because a BroadcastChannel carries
 * no callbacks.
 * Subscriptions are asked for their next traces instead, which also paces the worker by the page.
 */
export interface InspectorService extends Omit<Inspector, "subscribe">, ConversionCalls {
  openTraces(): Promise<number>;
  /** The traces since the last call, at least one; nothing once the subscription was closed. */
  nextTraces(subscription: number): Promise<readonly Trace[]>;
  closeTraces(subscription: number): Promise<void>;
}

const mostWaiting = 500;

/** One subscription: traces that wait for their reader, or a reader that waits for them. */
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

/** The worker's side for one page; `close` ends that page's subscriptions and takes its functions away. */
export function createInspectorService(
  inspector: Inspector,
  converters: PageConverters,
): { readonly service: InspectorService; close(): void } {
  const subscriptions = new Map<number, Subscription>();
  const conversions = converters.serve();
  let lastId = 0;
  const close = (id: number): void => {
    const subscription = subscriptions.get(id);
    subscriptions.delete(id);
    subscription?.unsubscribe();
    subscription?.queue.close();
  };
  const service: InspectorService = {
    ...plainCalls(inspector),
    ...conversionCallsThrough((call) => call(conversions.calls)),
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
    conversions.close();
  };
  return { service, close: closeAll };
}

const plainCalls = (inspector: Inspector): Omit<Inspector, "subscribe"> => ({
  stats: () => inspector.stats(),
  traces: (afterId) => inspector.traces(afterId),
  traceText: (refId) => inspector.traceText(refId),
  export: () => inspector.export(),
  import: (file) => inspector.import(file),
  reset: () => inspector.reset(),
  ...auditCallsThrough((call) => call(inspector)),
  ...celCallsThrough((call) => call(inspector)),
  ...definitionCallsThrough((call) => call(inspector)),
  ...settingsCallsThrough((call) => call(inspector)),
});
