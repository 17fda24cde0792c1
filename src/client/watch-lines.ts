import { StatusError } from "../apimachinery/errors.ts";
import type { KubeObject, Status } from "../apimachinery/meta.ts";
import type { AnswerBody } from "../component-base/exchange.ts";
import { answerLines } from "./answer-text.ts";

/** A decoded watch event. */
export interface WatchNotice<T extends KubeObject = KubeObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: T;
}

/** One undecoded watch event, so that callers can skip decoding. */
export type WatchLine = string;

/** Yields the event lines of a watch, in one batch all that arrived together. */
export async function* watchLines(body: AnswerBody): AsyncGenerator<readonly WatchLine[]> {
  for await (const lines of answerLines(body)) {
    const events = lines.filter((line) => line !== "");
    if (events.length > 0) yield events;
  }
}

/** Decodes one line; throws an ERROR event as a StatusError. */
export function readWatchLine<T extends KubeObject = KubeObject>(line: WatchLine): WatchNotice<T> {
  const event = JSON.parse(line) as WatchNotice<T> | { readonly type: "ERROR"; readonly object: Status };
  if (event.type === "ERROR") throw new StatusError(event.object);
  return event;
}

/** Decodes all lines in order. */
export async function* watchNotices<T extends KubeObject>(
  lines: AsyncIterable<readonly WatchLine[]>,
): AsyncGenerator<WatchNotice<T>> {
  for await (const batch of lines) for (const line of batch) yield readWatchLine<T>(line);
}
