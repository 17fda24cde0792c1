import type { Trace } from "../component-base/trace.ts";
import type { AuditCalls } from "./audit.ts";
import type { CelCalls } from "./cel.ts";
import type { DefinitionCalls } from "./definitions.ts";
import type { PolicyCalls } from "./policies.ts";
import type { SettingsCalls } from "./settings.ts";
import type { WorldTimeCalls } from "./world-time.ts";

/**
 * Statistics of the server. Sizes are bytes of stored text; `usage` and `quota` are the browser's estimates, where
 * available.
 */
export interface ServerStats {
  readonly revision: number;
  readonly compactedRevision: number;
  readonly objects: number;
  readonly bytes: number;
  readonly watchers: number;
  readonly backend: "memory" | "indexeddb" | "file";
  /** True if the storage outlives the tab. */
  readonly persistent: boolean;
  /** A message why writes currently fail; absent if they do not. */
  readonly trouble?: string;
  /** Stored objects that cannot be decoded, of those that were read so far, 100 at most. */
  readonly unreadable: readonly UnreadableObject[];
  readonly usage?: number;
  readonly quota?: number;
  readonly startedAt: number;
  /** Milliseconds from the start of the worker until it could serve requests. */
  readonly startupMs: number;
}

/** A stored object that cannot be decoded. */
export interface UnreadableObject {
  /** Where it is stored, e.g. `/registry/configmaps/default/a`. */
  readonly key: string;
  readonly message: string;
  /** The beginning of what is stored. */
  readonly text: string;
}

/** Methods of a server that the Kubernetes API does not offer. Arguments and results are plain data. */
export interface ServerInspector extends AuditCalls, CelCalls, DefinitionCalls, PolicyCalls, WorldTimeCalls {
  stats(): Promise<ServerStats>;
  /** Returns the traces with an id above `afterId`, oldest first, 500 at most. */
  traces(afterId: number): Promise<readonly Trace[]>;
  /** Enables tracing until the returned function is called; `listener` gets new traces at most once a frame. */
  subscribe(listener: (traces: readonly Trace[]) => void): Promise<() => void>;
  /** Returns the text of a TraceRef; undefined if it has been evicted. */
  traceText(refId: number): Promise<string | undefined>;
  /** Exports the store as one file (latest state only). */
  export(): Promise<Uint8Array>;
  /** Replaces the store with an exported file; rejects with a message if the file is invalid. */
  import(file: Uint8Array): Promise<void>;
  /** Clears the store and restarts with the bootstrap objects. */
  reset(): Promise<void>;
}

/**
 * The Inspector of a hosted server, which can also be restarted with other settings. Used across the worker boundary
 * through comlink.
 */
export interface Inspector extends ServerInspector, SettingsCalls {}
