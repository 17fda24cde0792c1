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

/** Parses the body of a watch line by line. Each batch contains the events of one chunk. */
export async function* streamEvents(body: AnswerBody): AsyncGenerator<readonly StreamEvent[]> {
  let rest = "";
  for await (const text of texts(body)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    const events = lines.flatMap(parseLine);
    if (events.length > 0) yield events;
  }
  const last = parseLine(rest);
  if (last.length > 0) yield last;
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
