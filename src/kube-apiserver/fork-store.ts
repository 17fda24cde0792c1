import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { createForkedBackend } from "../apiserver/storage/backend/memory.ts";
import type { Store } from "../apiserver/storage/mvcc/store.ts";
import { readWorld } from "../apiserver/storage/mvcc/store-past.ts";
import { StorageError } from "../apiserver/storage/storage-error.ts";
import type { WorldClock, WorldClockOptions } from "../component-base/world-clock.ts";

/** What a server begins with that goes on from a revision of another one: the options of both names. */
export interface Fork {
  readonly revision: number;
  /** For one server, with the option `goesOn`. The texts and what is known of them are shared with the other store. */
  readonly backend: Backend;
  /** The time of its world. */
  readonly time: Pick<WorldClockOptions, "start" | "paused" | "speed">;
}

/**
 * Prepares a server that goes on from a revision of a store, by default the newest. Rejects with a sentence if the
 * revision is compacted or not there yet.
 */
export async function forkStore(
  store: Pick<Store, "past" | "revision">,
  world: WorldClock | undefined,
  revision?: number,
): Promise<Fork> {
  const past = await readWorld(store.past, revision).catch(refused);
  return { revision: past.revision, backend: createForkedBackend(past), time: timeOf(world, store, past) };
}

function timeOf(
  world: WorldClock | undefined,
  store: Pick<Store, "revision">,
  past: { readonly revision: number; readonly at: number | undefined },
): Fork["time"] {
  if (world === undefined) return {};
  const { now, paused, speed } = world.view();
  return { start: past.revision === store.revision ? now : (past.at ?? now), paused, speed };
}

function refused(error: unknown): never {
  const { failure } = error instanceof StorageError ? error : {};
  switch (failure?.code) {
    case "Expired":
      throw new Error(
        `the state of revision ${failure.requested} is compacted; history begins at ${failure.compacted}`,
      );
    case "TooLargeResourceVersion":
      throw new Error(`there is no revision ${failure.requested} yet; the newest is ${failure.current}`);
    default:
      throw error;
  }
}
