import type { Storage } from "../apiserver/storage/interface.ts";
import { isStream, type Handle, type RequestSteps } from "../component-base/exchange.ts";

/** A step of the server, which another request can come before. */
export type ServerStep =
  /** The request arrives. */
  | "begin"
  /** The live object, or a list, is read. */
  | "read"
  /** What is to become of the live object is made: patched, admitted and validated. */
  | "admission"
  /** The object is created or deleted, or compared with the live one and swapped. */
  | "write"
  /** The write is committed, and its answer is made. */
  | "commit"
  /** An event of a watch is delivered. */
  | "event";

/** Awaited at each step of an actor's requests. */
export type ReachStep = (step: ServerStep) => Promise<void>;

/** What a watch of an actor waits for, so that it is known that it does nothing else. */
export interface WaitingWatch {
  waits(): void;
  goesOn(): void;
}

/** Returns a handler whose requests stop at each step until they may go on. */
export function steppedHandle(handle: Handle, reach: ReachStep, watch: WaitingWatch): Handle {
  const steps: RequestSteps = { around: (storage) => around(storage, reach) };
  return async (exchange) => {
    await reach("begin");
    const answer = await handle({ ...exchange, steps });
    const { body } = answer;
    return isStream(body) && !("finite" in body) ? { ...answer, body: steppedEvents(body, reach, watch) } : answer;
  };
}

async function* steppedEvents<T>(body: AsyncIterable<T>, reach: ReachStep, watch: WaitingWatch): AsyncGenerator<T> {
  const events = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      watch.waits();
      const next = await events.next().finally(() => watch.goesOn());
      if (next.done === true) return;
      await reach("event");
      yield next.value;
    }
  } finally {
    await events.return?.();
  }
}

/** Wraps the storage of a request. The type is the registry's, which knows no steps. */
function around<T extends object>(storage: T, reach: ReachStep): T {
  return isStorage(storage) ? { ...storage, ...steppedStorage(storage, reach) } : storage;
}

const isStorage = (storage: object): storage is Storage<unknown> => "guaranteedUpdate" in storage;

const steppedStorage = <T>(
  storage: Storage<T>,
  reach: ReachStep,
): Pick<Storage<T>, "get" | "list" | "create" | "guaranteedUpdate" | "delete"> => {
  const committed = async <R>(result: Promise<R>): Promise<R> => {
    const stored = await result;
    await reach("commit");
    return stored;
  };
  return {
    async get(key, resourceVersion) {
      await reach("read");
      return storage.get(key, resourceVersion);
    },
    async list(prefix, options) {
      await reach("read");
      return storage.list(prefix, options);
    },
    async create(key, object, pace) {
      await reach("write");
      return committed(storage.create(key, object, pace));
    },
    async guaranteedUpdate(key, options, update) {
      await reach("read");
      const updating = storage.guaranteedUpdate(key, options, async (live) => {
        await reach("admission");
        const updated = await update(live);
        await reach("write");
        return updated;
      });
      return committed(updating);
    },
    async delete(key, preconditions, validate) {
      await reach("read");
      const deleting = storage.delete(key, preconditions, async (live) => {
        await validate(live);
        await reach("write");
      });
      return committed(deleting);
    },
  };
};
