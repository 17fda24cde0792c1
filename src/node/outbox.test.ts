import { describe, expect, it } from "vitest";
import { Outbox, type Part } from "./outbox.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the chunk of parts", () => {
  it.each<[string, readonly Part[], string]>([
    ["text", ["ab"], "2\r\nab\r\n"],
    ["text beyond ASCII", ["häuser €"], "b\r\nhäuser €\r\n"],
    ["bytes", [bytes("0123456789abcdef")], "10\r\n0123456789abcdef\r\n"],
    ["several parts", ["ä", bytes("bc"), "d"], "5\r\näbcd\r\n"],
  ])("has their length in bytes: %s", (_, parts, chunk) => {
    expect(new Outbox().chunkOf(parts).toString()).toBe(chunk);
  });

  it("is shared by those who send the same parts in one turn", async () => {
    const outbox = new Outbox();
    const [event, other] = ["an event", bytes("another")];
    const first = await inTurn(outbox, () => {
      const chunk = outbox.chunkOf([event, other]);
      expect(outbox.chunkOf([event, other])).toBe(chunk);
      expect(outbox.chunkOf([event]).toString()).toBe("8\r\nan event\r\n");
      return chunk;
    });
    expect(await inTurn(outbox, () => outbox.chunkOf([event, other]))).not.toBe(first);
  });
});

it("has each stream send once, after all that this turn writes", async () => {
  const outbox = new Outbox();
  const seen: string[] = [];
  outbox.add({ send: () => seen.push("first") });
  outbox.add({ send: () => seen.push("second") });
  for (let i = 0; i < 5; i++) await Promise.resolve(); // the turn goes on
  expect(seen).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual(["first", "second"]);
});

function inTurn<T>(outbox: Outbox, work: () => T): Promise<T> {
  return new Promise((resolve) => outbox.add({ send: () => resolve(work()) }));
}
