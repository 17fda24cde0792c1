import type { Clock } from "../../../apimachinery/clock.ts";
import type { Backend } from "../backend/backend.ts";
import type { CorruptObject } from "../storage-error.ts";
import type { CheckpointLimits } from "./checkpointer.ts";
import type { CreateEngine } from "./engine.ts";
import type { HistoryLimits } from "./history-window.ts";

/** The options of a store. */
export interface StoreOptions {
  readonly backend: Backend;
  /** What decides about writes, where `backend` is a database that has other writers. */
  readonly engine?: CreateEngine | undefined;
  readonly clock: Clock;
  /** The time of the objects, where it is not that of the clock. */
  readonly worldTime?: (() => number) | undefined;
  /** The maximum size of the texts whose parsed objects are cached, in bytes. */
  readonly cacheBytes?: number | undefined;
  readonly history?: Partial<HistoryLimits>;
  readonly checkpoint?: Partial<CheckpointLimits>;
  /**
   * Called with errors that belong to no request, such as a listener that fails after a commit. If absent, they are
   * thrown.
   */
  readonly reportBug?: ((error: unknown) => void) | undefined;
  /** Called with versions of objects that cannot be decoded, each once. */
  readonly noteCorrupt?: ((corrupt: CorruptObject) => void) | undefined;
}

/** Changes are kept for a day. With many writes, the limits on bytes and changes apply earlier. */
export const defaultHistory: HistoryLimits = { changes: 50_000, bytes: 64 << 20, ageMs: 24 * 3_600_000 };
export const defaultCheckpoint: CheckpointLimits = { bytes: 4 << 20, batches: 2000 };
