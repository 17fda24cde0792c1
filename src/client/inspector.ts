import type { StoredVersion } from "../component-base/world-file.ts";
import type { Trace } from "../component-base/trace.ts";
import type { AuditCalls } from "./audit.ts";
import type { CelCalls } from "./cel.ts";
import type { DefinitionCalls } from "./definitions.ts";
import type { PolicyCalls } from "./policies.ts";
import type { RaceCalls } from "./races.ts";
import type { SettingsCalls } from "./settings.ts";
import type { WorldCalls } from "./world-calls.ts";

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
  /** How many rules of faults are in effect. */
  readonly faults: number;
  readonly backend: "memory" | "indexeddb" | "file" | "etcd";
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

/** Which versions of stored objects are asked for. */
export interface VersionsQuery {
  /** `next` of the portion before; absent for the first one. */
  readonly after?: string | undefined;
  /** The revision of the first portion, so that all are of one state. */
  readonly upTo?: number | undefined;
}

/** A portion of all versions that the store retains. The versions of a key follow each other, oldest first. */
export interface VersionsPortion {
  readonly versions: readonly StoredVersion[];
  /** Where the next portion begins; absent if this is the last one. */
  readonly next: string | undefined;
  readonly revision: number;
  /** History begins here: what stood at this revision is complete, and so are the changes after it. */
  readonly compacted: number;
  /** The number of keys of all portions, or about that. */
  readonly keys: number;
}

/** Methods of a server that the Kubernetes API does not offer. Arguments and results are plain data. */
export interface ServerInspector extends AuditCalls, CelCalls, DefinitionCalls, PolicyCalls, WorldCalls {
  stats(): Promise<ServerStats>;
  /** Returns the traces with an id above `afterId`, oldest first, 500 at most. */
  traces(afterId: number): Promise<readonly Trace[]>;
  /** Enables tracing until the returned function is called; `listener` gets new traces at most once a frame. */
  subscribe(listener: (traces: readonly Trace[]) => void): Promise<() => void>;
  /** Returns the text of a TraceRef; undefined if it has been evicted. */
  traceText(refId: number): Promise<string | undefined>;
  /** Exports the store as one file, with the history that it retains. */
  export(): Promise<Uint8Array>;
  /** Returns a portion of the versions of all objects, as the store keeps them: the history for a file. */
  versions(query: VersionsQuery): Promise<VersionsPortion>;
  /** Replaces the store with an exported file; rejects with a message if the file is invalid. */
  import(file: Uint8Array): Promise<void>;
  /** Clears the store and restarts with the bootstrap objects. */
  reset(): Promise<void>;
}

/**
 * The Inspector of a hosted server, which can also be restarted with other settings, and runs races. Used across the
 * worker boundary through comlink.
 */
export interface Inspector extends ServerInspector, SettingsCalls, RaceCalls {}
