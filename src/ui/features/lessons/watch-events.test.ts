import { expect, test } from "vitest";
import { PlainHeaders } from "../../../client/plain-headers.ts";
import { type Answer, inPieces } from "../../../component-base/exchange.ts";
import { withWatchEvents } from "./watch-events.ts";

const json = [["Content-Type", "application/json"]] as const;

async function* parts(texts: readonly (string | Uint8Array)[]) {
  for (const text of texts) yield text;
}

/** Reads an answer through, and returns what was told of its events, and its text. */
async function hear(answer: Answer): Promise<readonly [types: readonly string[], text: string]> {
  const types: string[] = [];
  const handle = withWatchEvents(
    async () => answer,
    () => (events) => types.push(...events.map(({ type }) => type)),
  );
  const exchange = { method: "GET", target: "/", headers: new PlainHeaders([]), body: null };
  const { body } = await handle({ ...exchange, signal: new AbortController().signal });
  let text = "";
  if (typeof body === "object" && Symbol.asyncIterator in body)
    for await (const part of body) text += typeof part === "string" ? part : new TextDecoder().decode(part);
  return [types, text];
}

const added = '{"type":"ADDED","object":{"metadata":{"name":"ä"}}}\n';
const bytes = new TextEncoder().encode(added);

test("events are told of as they are read, in whatever parts they come, and passed on", async () => {
  const cut = [added.slice(0, 9), added.slice(9) + added, bytes.subarray(0, 45), bytes.subarray(45)];
  expect(await hear({ status: 200, headers: json, body: parts(cut) })).toEqual([
    ["ADDED", "ADDED", "ADDED"],
    added + added + added,
  ]);
});

test.each([
  { name: "lines that are no events", answer: { status: 200, headers: json, body: parts(["{}\n", "x\n", "[]\n"]) } },
  { name: "another format", answer: { status: 200, headers: [], body: parts([added]) } },
  { name: "a refusal", answer: { status: 403, headers: json, body: parts([added]) } },
  { name: "a long list", answer: { status: 200, headers: json, body: inPieces(parts([added])) } },
])("nothing is told of $name", async ({ answer }) => {
  expect((await hear(answer))[0]).toEqual([]);
});
