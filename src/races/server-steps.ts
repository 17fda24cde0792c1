import type { Storage, Stored } from "../apiserver/storage/interface.ts";
import type { ServerStep } from "../client/races.ts";
import { type Exchange, type Handle, isStream, type RequestSteps } from "../component-base/exchange.ts";

/** What a step has read or written. Objects are those of the storage, which nobody may change. */
export type StepResult =
  /** An object; undefined if there is none. */
  | { readonly kind: "object"; readonly key: string; readonly stored: Stored<unknown> | undefined }
  | { readonly kind: "list"; readonly prefix: string; readonly revision: number; readonly count: number }
  /** A write; of a deletion, `after` is undefined. */
  | {
      readonly kind: "written";
      readonly key: string;
      readonly revision: number;
      readonly before: Stored<unknown> | undefined;
      readonly after: Stored<unknown> | undefined;
    }
  /** The live object was another one when it was to be swapped: it is read again, and the change made anew. */
  | { readonly kind: "raced"; readonly key: string; readonly stored: Stored<unknown> | undefined }
  | { readonly kind: "event"; readonly text: string };

/** Follows the steps of one request. */
export interface StepFollower {
  /** Awaited before a step. */
  reach(step: ServerStep): Promise<void>;
  /** Called with what the last step has read or written. */
  tell(result: StepResult): void;
  /** The watch waits for an event, and does nothing else. */
  waits(): void;
  goesOn(): void;
}

/** Returns a handler whose requests stop at each step until they may go on. */
export const steppedHandle =
  (handle: Handle, follow: (exchange: Exchange) => StepFollower): Handle =>
  async (exchange) => {
    const follower = follow(exchange);
    const steps: RequestSteps = {
      around: (storage) => around(storage, follower),
      admission: () => follower.reach("admission"),
    };
    await follower.reach("begin");
    const answer = await handle({ ...exchange, steps });
    const { body } = answer;
    return isStream(body) && !("finite" in body) ? { ...answer, body: steppedEvents(body, follower) } : answer;
  };

const decoder = new TextDecoder();

async function* steppedEvents(
  body: AsyncIterable<string | Uint8Array>,
  follower: StepFollower,
): AsyncGenerator<string | Uint8Array> {
  const events = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      follower.waits();
      const next = await events.next().finally(() => follower.goesOn());
      if (next.done === true) return;
      await follower.reach("event");
      follower.tell({
        kind: "event",
        text: typeof next.value === "string" ? next.value : decoder.decode(next.value),
      });
      yield next.value;
    }
  } finally {
    await events.return?.();
  }
}

/** Wraps the storage of a request. The type is the registry's, which knows no steps. */
function around<T extends object>(storage: T, follower: StepFollower): T {
  return isStorage(storage) ? { ...storage, ...steppedStorage(storage, follower) } : storage;
}

const isStorage = (storage: object): storage is Storage<unknown> => "guaranteedUpdate" in storage;

const steppedStorage = <T>(
  storage: Storage<T>,
  follower: StepFollower,
): Pick<Storage<T>, "get" | "list" | "create" | "guaranteedUpdate" | "delete"> => ({
  async get(key, resourceVersion) {
    await follower.reach("read");
    const stored = await storage.get(key, resourceVersion);
    follower.tell({ kind: "object", key, stored });
    return stored;
  },
  async list(prefix, options) {
    await follower.reach("read");
    const list = await storage.list(prefix, options);
    follower.tell({ kind: "list", prefix, revision: list.revision, count: list.items.length });
    return list;
  },
  async create(key, object, pace) {
    await follower.reach("write");
    const after = await storage.create(key, object, pace);
    follower.tell({ kind: "written", key, revision: after.revision, before: undefined, after });
    await follower.reach("commit");
    return after;
  },
  async guaranteedUpdate(key, options, update) {
    await follower.reach("read");
    const live = liveOf<T>(key, follower);
    const after = await storage.guaranteedUpdate(key, options, async (stored) => {
      live.found(stored);
      await follower.reach("admission");
      const updated = await update(stored);
      await follower.reach("write");
      return updated;
    });
    follower.tell({ kind: "written", key, revision: after.revision, before: live.last, after });
    await follower.reach("commit");
    return after;
  },
  async delete(key, preconditions, validate) {
    await follower.reach("read");
    const live = liveOf<T>(key, follower);
    const last = await storage.delete(key, preconditions, async (stored) => {
      live.found(stored);
      await follower.reach("admission");
      await validate(stored);
      await follower.reach("write");
    });
    follower.tell({ kind: "written", key, revision: last.revision, before: live.last, after: undefined });
    await follower.reach("commit");
    return last;
  },
});

/** Tells the live objects that a change is made of: the first one is read, later ones came before the swap. */
function liveOf<T>(key: string, follower: StepFollower) {
  let isFirst = true;
  const live = {
    last: undefined as Stored<T> | undefined,
    found(stored: Stored<T> | undefined): void {
      live.last = stored;
      follower.tell({ kind: isFirst ? "object" : "raced", key, stored });
      isFirst = false;
    },
  };
  return live;
}
