import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { AnswerBody } from "../../component-base/exchange.ts";
import { isKubeObject, isStatus, texts } from "./send.ts";
import type { Status } from "../../apimachinery/meta.ts";

/** A watch event. */
export type StreamEvent =
  | {
      readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
      readonly object: KubeObject;
      readonly bytes: number;
    }
  | { readonly type: "ERROR"; readonly status: Status; readonly bytes: number };

/** Takes the events of a watch. */
export type TakeEvents = (events: readonly StreamEvent[]) => void;

/** Parses a line of a watch, which contains one event or none. */
export type ParseLine = (line: string) => readonly StreamEvent[];

/** The number of lines that a shared parser remembers. */
const recentLines = 512;

/**
 * Creates a parser for watches of the same objects. An event that several of them receive is parsed once and shared.
 */
export function createSharedParser(): ParseLine {
  const recent = new BoundedMap<string, readonly StreamEvent[]>(recentLines);
  return (line) => {
    const known = recent.get(line);
    if (known !== undefined) return known;
    const events = parseLine(line);
    recent.set(line, events);
    return events;
  };
}

/** Parses the body of a watch line by line. Each batch contains the events of one chunk. */
export async function* streamEvents(
  body: AnswerBody,
  parse: ParseLine = parseLine,
): AsyncGenerator<readonly StreamEvent[]> {
  let rest = "";
  for await (const text of texts(body)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    const events = lines.flatMap(parse);
    if (events.length > 0) yield events;
  }
  const last = parse(rest);
  if (last.length > 0) yield last;
}

/** Returns the body of a watch, of whose events it tells before the reader has them. */
export async function* overheardEvents(
  body: AsyncIterable<string | Uint8Array>,
  tell: TakeEvents,
): AsyncGenerator<string | Uint8Array> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of body) {
    const lines = (rest + (typeof part === "string" ? part : decoder.decode(part, { stream: true }))).split("\n");
    rest = lines.pop() ?? "";
    tell(lines.flatMap(parseLine));
    yield part;
  }
}

function parseLine(line: string): StreamEvent[] {
  if (line.trim() === "") return [];
  const value: unknown = JSON.parse(line);
  if (!isRecord(value)) return [];
  const { type, object } = value;
  if (type === "ERROR" && isStatus(object)) return [{ type, status: object, bytes: line.length }];
  if ((type === "ADDED" || type === "MODIFIED" || type === "DELETED" || type === "BOOKMARK") && isKubeObject(object))
    return [{ type, object, bytes: line.length }];
  return [];
}
