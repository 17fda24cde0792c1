import { expect, test } from "vitest";
import { createSharedParser, streamEvents, type StreamEvent } from "./watch-stream.ts";

async function* body(...chunks: readonly string[]) {
  yield* chunks;
}

const added = '{"type":"ADDED","object":{"kind":"A","metadata":{"name":"a"}}}\n';
const gone = '{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"code":410}}';

test("lines may be split anywhere, and the last needs no end", async () => {
  const types: string[][] = [];
  for await (const events of streamEvents(
    body(added.slice(0, 10), `${added.slice(10)}${added}{"ty`, `pe":"BOOKMARK","object":{"metadata":{}}}\n`, gone),
  ))
    types.push(events.map((event) => event.type));
  expect(types).toEqual([["ADDED", "ADDED"], ["BOOKMARK"], ["ERROR"]]);
});

test("watches that share a parser share the events that both receive", async () => {
  const parse = createSharedParser();
  const read = async () => {
    const all: StreamEvent[] = [];
    for await (const events of streamEvents(body(added, gone), parse)) all.push(...events);
    return all;
  };
  const [one, other] = [await read(), await read()];
  expect(one.map((event, i) => event === other[i])).toEqual([true, true]);
});
