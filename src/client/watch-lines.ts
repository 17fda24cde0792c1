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

/** Decodes one line as `readWatchLine` does. */
export type ReadWatchLine = <T extends KubeObject = KubeObject>(line: WatchLine) => WatchNotice<T>;

/**
 * Returns a reader for clients that watch the same resources: a line that another one has just read is not decoded
 * again, and its object is shared. It holds the lines that were read last, of at most so many characters together.
 */
export function shareWatchLines(mostCharacters: number): ReadWatchLine {
  const notices = new Map<WatchLine, WatchNotice>();
  let characters = 0;
  return <T extends KubeObject>(line: WatchLine) => {
    const known = notices.get(line);
    if (known !== undefined) return known as WatchNotice<T>;
    const notice = readWatchLine<T>(line);
    notices.set(line, notice);
    characters += line.length;
    for (const oldest of notices.keys()) {
      if (characters <= mostCharacters) break;
      notices.delete(oldest);
      characters -= oldest.length;
    }
    return notice;
  };
}

/** Decodes all lines in order. */
export async function* watchNotices<T extends KubeObject>(
  lines: AsyncIterable<readonly WatchLine[]>,
  readLine: ReadWatchLine,
): AsyncGenerator<WatchNotice<T>> {
  for await (const batch of lines) for (const line of batch) yield readLine<T>(line);
}
