import { isRecord } from "../../../apimachinery/is-record.ts";
import { type AnswerBody, type Handle, isInPieces, isStream } from "../../../component-base/exchange.ts";
import { headerOf } from "../../data/send.ts";

/** An event of a watch as it came. */
export interface SeenEvent {
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * Passes requests on, and tells of the events of their watches while those are read. `listener` is called with each
 * request, and returns what is told of the events of its watch.
 */
export const withWatchEvents =
  (handle: Handle, listener: () => (events: readonly SeenEvent[]) => void): Handle =>
  async (exchange) => {
    const tell = listener();
    const answer = await handle(exchange);
    const { body, headers } = answer;
    const isWatch = isStream(body) && !isInPieces(body) && answer.status === 200;
    if (!isWatch || headerOf(headers, "content-type")?.startsWith("application/json") !== true) return answer;
    return { ...answer, body: overheard(body, tell) };
  };

type StreamBody = Extract<AnswerBody, AsyncIterable<unknown>>;

async function* overheard(
  body: StreamBody,
  tell: (events: readonly SeenEvent[]) => void,
): AsyncGenerator<string | Uint8Array> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of body) {
    const lines = (rest + (typeof part === "string" ? part : decoder.decode(part, { stream: true }))).split("\n");
    rest = lines.pop() ?? "";
    const events = lines.flatMap(readEvent);
    if (events.length > 0) tell(events);
    yield part;
  }
}

function readEvent(line: string): readonly SeenEvent[] {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value) || typeof value["type"] !== "string" || !isRecord(value["object"])) return [];
    return [{ type: value["type"], object: value["object"] }];
  } catch {
    return []; // the server writes events as JSON; anything else is none
  }
}
