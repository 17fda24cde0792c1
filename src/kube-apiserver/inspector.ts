import type { Clock } from "../apimachinery/clock.ts";
import type { VersionsQuery } from "../client/inspector.ts";
import type { Trace } from "../component-base/trace.ts";
import type { TraceRing } from "../component-base/trace-ring.ts";
import type { FaultHook } from "../apiserver/endpoints/faults/fault-hook.ts";
import type { Store } from "../apiserver/storage/mvcc/store.ts";

/** Loads the code for files when one is read or written. */
const loadFiles = () => import("./export-file.ts");

/** The dependencies of the Inspector. */
export interface InspectorParts {
  readonly store: Store;
  readonly faults: Pick<FaultHook, "active">;
  readonly traces: TraceRing;
  readonly clock: Clock;
  readonly startedAt: number;
  /** Writes the bootstrap objects of a cluster. */
  bootstrap(): Promise<void>;
}

/**
 * Creates the Inspector, which provides what the Kubernetes API does not: statistics, traces, export, import and reset
 * (client/inspector.ts defines the contract).
 */
export function createInspector({ store, faults, traces, clock, startedAt, bootstrap }: InspectorParts) {
  const startupMs = clock.now() - startedAt;
  return {
    async stats() {
      const { usage, quota } = await store.usage();
      const trouble = store.trouble?.message;
      const { kind: backend, persistent } = store.backend;
      return {
        ...store.stats(),
        unreadable: store.unreadable,
        backend,
        persistent,
        startedAt,
        startupMs,
        faults: faults.active?.count ?? 0,
        ...(trouble !== undefined && { trouble }),
        ...(usage !== undefined && { usage }),
        ...(quota !== undefined && { quota }),
      };
    },
    traces: (afterId: number) => Promise.resolve(traces.traces(afterId)),
    subscribe: (listener: (traces: readonly Trace[]) => void) => Promise.resolve(traces.subscribe(listener)),
    traceText: (refId: number) => Promise.resolve(traces.text(refId)),
    export: async () => (await loadFiles()).exportStore(store),
    versions: (query: VersionsQuery) => store.versions(query),
    async import(file: Uint8Array) {
      await store.importState(await (await loadFiles()).readExportFile(file));
      await bootstrap();
    },
    async reset() {
      await store.reset();
      traces.clear();
      await bootstrap();
    },
  };
}
