import { expect, test } from "vitest";
import { openChannel, type HeardMessage, type MessageScope } from "./channel.ts";

const other = { sent: [] as unknown[][], postMessage: (...all: unknown[]) => void other.sent.push(all) };
const stranger = { postMessage: () => undefined };

/** One side with what it received, and what it is told. */
function open(origin: string) {
  const listeners = new Set<(event: HeardMessage) => void>();
  const scope: MessageScope = {
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
  const received: unknown[] = [];
  const channel = openChannel<string>({
    scope,
    other: () => other,
    origin,
    isReceived: (message) => message === "known",
    receive: (message) => received.push(message),
  });
  const tell = (source: unknown, from: string, data: unknown): void => {
    for (const listener of listeners) listener({ source, origin: from, data });
  };
  return { channel, received, tell };
}

test("what the other side says is received", () => {
  const { received, tell } = open("https://docs.example");
  tell(other, "https://docs.example", "known");
  expect(received).toEqual(["known"]);
});

test.each([
  ["another window", stranger, "https://docs.example", "known"],
  ["no window", null, "https://docs.example", "known"],
  ["another origin in the same window", other, "https://evil.example", "known"],
  ["the same host by http", other, "http://docs.example", "known"],
  ["no origin", other, "null", "known"],
  ["the other side, in words that are not of the protocol", other, "https://docs.example", "unknown"],
])("what comes from %s is ignored", (_name, source, origin, data) => {
  const { received, tell } = open("https://docs.example");
  tell(source, origin, data);
  expect(received).toEqual([]);
});

test("nothing is received after the channel is closed", () => {
  const { channel, received, tell } = open("https://docs.example");
  channel.close();
  tell(other, "https://docs.example", "known");
  expect(received).toEqual([]);
});

test("a message is delivered to the expected origin only", () => {
  other.sent.length = 0;
  open("https://docs.example").channel.send("words");
  expect(other.sent).toEqual([["words", "https://docs.example"]]);
});

test("a window without an origin is heard and told by its window alone", () => {
  other.sent.length = 0;
  const { channel, received, tell } = open("null");
  tell(other, "null", "known");
  tell(stranger, "null", "known");
  tell(other, "https://docs.example", "known");
  expect(received).toEqual(["known"]);
  channel.send("words");
  expect(other.sent).toEqual([["words", "*"]]);
});
