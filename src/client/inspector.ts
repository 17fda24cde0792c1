import type { Trace } from "../component-base/trace.ts";
import type { AuditCalls } from "./audit.ts";
import type { CelCalls } from "./cel.ts";
import type { DefinitionCalls } from "./definitions.ts";
import type { SettingsCalls } from "./settings.ts";

/**
 * The server in numbers. Bytes are of stored texts; `usage` and `quota` are the browser's estimate where it gives one.
 */
export interface ServerStats {
  readonly revision: number;
  readonly compactedRevision: number;
  readonly objects: number;
  readonly bytes: number;
  readonly watchers: number;
  readonly backend: "memory" | "indexeddb" | "file";
  /** Survives closing the tab. */
  readonly persistent: boolean;
  /** Why writes fail at present, in words; absent while all is well. */
  readonly trouble?: string;
  readonly usage?: number;
  readonly quota?: number;
  readonly startedAt: number;
  /** Milliseconds from the worker's first line until it could answer. */
  readonly startupMs: number;
}

/** What no Kubernetes path offers, of a server by itself; everything is plain data. */
export interface ServerInspector extends AuditCalls, CelCalls, DefinitionCalls {
  stats(): Promise<ServerStats>;
  /** Traces with an id above `afterId`, oldest first, 500 at most. */
  traces(afterId: number): Promise<readonly Trace[]>;
  /** Turns tracing on until the returned function is called; `listener` hears of new traces at most once a frame. */
  subscribe(listener: (traces: readonly Trace[]) => void): Promise<() => void>;
  /** The text behind a TraceRef, or undefined when the ring let go of it. */
  traceText(refId: number): Promise<string | undefined>;
  /** Everything in the store as one file (newest state only). */
  export(): Promise<Uint8Array>;
  /** Replaces what is stored by an exported file; rejects with a sentence when it is none. */
  import(file: Uint8Array): Promise<void>;
  /** Forgets everything and starts over with the bootstrap objects. */
  reset(): Promise<void>;
}

/**
 * The same of a server that somebody hosts, who can start it anew with other settings. Crosses the worker boundary
 * through comlink.
 */
export interface Inspector extends ServerInspector, SettingsCalls {}
