import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { StorageError } from "../../storage/storage-error.ts";
import type { WatchEvents } from "../request-context.ts";

/** Ends a watch after some events, as if the server had closed it. */
export async function* firstEvents(events: WatchEvents<KubeObject>, count: number): WatchEvents<KubeObject> {
  let left = count;
  if (left <= 0) return void (await events[Symbol.asyncIterator]().return?.());
  for await (const batch of events) {
    yield batch.slice(0, left);
    left -= batch.length;
    if (left <= 0) return;
  }
}

/** Answers a watch with an error in place of its events. */
export async function* onlyError(events: WatchEvents<KubeObject>, error: StorageError): WatchEvents<KubeObject> {
  await events[Symbol.asyncIterator]().return?.();
  yield [{ type: "ERROR", error }];
}
