import { StatusError } from "../apimachinery/errors.ts";
import type { KubeObject, Status } from "../apimachinery/meta.ts";
import type { AnswerBody } from "../component-base/exchange.ts";
import { answerLines } from "./answer-text.ts";

/** What a watch reports, read. */
export interface WatchNotice<T extends KubeObject = KubeObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: T;
}

/** One event of a watch as text, so that it need not be read where its text says enough. */
export type WatchLine = string;

/** The event lines of a watch, all that arrived together at once. */
export async function* watchLines(body: AnswerBody): AsyncGenerator<readonly WatchLine[]> {
  for await (const lines of answerLines(body)) {
    const events = lines.filter((line) => line !== "");
    if (events.length > 0) yield events;
  }
}

/** Reads one line; an ERROR event is thrown as the failure it holds. */
export function readWatchLine<T extends KubeObject = KubeObject>(line: WatchLine): WatchNotice<T> {
  const event = JSON.parse(line) as WatchNotice<T> | { readonly type: "ERROR"; readonly object: Status };
  if (event.type === "ERROR") throw new StatusError(event.object);
  return event;
}

/** Reads all lines, one after the other. */
export async function* watchNotices<T extends KubeObject>(
  lines: AsyncIterable<readonly WatchLine[]>,
): AsyncGenerator<WatchNotice<T>> {
  for await (const batch of lines) for (const line of batch) yield readWatchLine<T>(line);
}
