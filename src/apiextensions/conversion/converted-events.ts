import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Stored, WatchEvent } from "../../apiserver/storage/interface.ts";
import type { SelectionPredicate } from "../../apiserver/storage/selection-predicate.ts";
import type { ConvertedObject, ConvertedObjects } from "./converted-objects.ts";

type Event = WatchEvent<KubeObject>;
type ObjectEvent = Extract<Event, { stored: unknown }>;

/**
 * Yields watch events with converted objects, batch by batch, filtered by the predicate. A failed conversion ends the
 * watch with its error. Aborts `stop` when they end.
 */
export async function* convertedEvents(
  objects: ConvertedObjects,
  batches: AsyncIterable<readonly Event[]>,
  predicate: SelectionPredicate,
  stop: AbortController,
): AsyncGenerator<readonly Event[]> {
  try {
    for await (const batch of batches) {
      const converted = await convertBatch(objects, batch, predicate);
      if (converted.length > 0) yield converted;
      if (converted.at(-1)?.type === "ERROR") return;
    }
  } finally {
    stop.abort();
  }
}

async function convertBatch(
  objects: ConvertedObjects,
  batch: readonly Event[],
  predicate: SelectionPredicate,
): Promise<readonly Event[]> {
  try {
    await objects.all(batch.flatMap((event) => ("stored" in event ? statesOf(event, predicate) : [])));
    const converted = await Promise.all(
      batch.map((event) => ("stored" in event ? convertEvent(objects, event, predicate) : event)),
    );
    return converted.filter((event) => event !== undefined);
  } catch (error) {
    return [{ type: "ERROR", error }];
  }
}

/** Returns the states needed to evaluate an event; with a selector, also the previous state. */
const statesOf = ({ stored, before }: ObjectEvent, { everything }: SelectionPredicate): readonly Stored<KubeObject>[] =>
  everything || before === undefined ? [stored] : [stored, before];

/**
 * Converts an event for a watch with a selector: an object that starts or stops matching becomes an addition or a
 * deletion (cacheWatcher.convertToWatchEvent).
 */
async function convertEvent(
  objects: ConvertedObjects,
  event: ObjectEvent,
  predicate: SelectionPredicate,
): Promise<Event | undefined> {
  const stored = await objects.one(event.stored);
  if (predicate.everything) return { ...event, stored };
  const before = event.before && (await objects.one(event.before));
  const selects = (object: ConvertedObject): boolean => predicate.matches(object.attributes);
  const is = event.type !== "DELETED" && selects(stored);
  const was = event.type === "DELETED" ? selects(stored) : before !== undefined && selects(before);
  if (is) return was || event.type === "ADDED" ? { ...event, stored } : { type: "ADDED", stored, frames: new Map() };
  if (!was) return undefined;
  return event.type === "DELETED"
    ? { ...event, stored }
    : { type: "DELETED", stored: (before ?? stored).at(stored.revision), frames: new Map() };
}
