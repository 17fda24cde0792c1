import { describe, expect, it } from "vitest";
import { ChunkEncoder } from "./chunk-encoder.ts";

describe("the chunk of a part", () => {
  it.each([
    ["text", "ab", "2\r\nab\r\n"],
    ["text beyond ASCII", "häuser €", "b\r\nhäuser €\r\n"],
    ["bytes", new TextEncoder().encode("0123456789abcdef"), "10\r\n0123456789abcdef\r\n"],
  ])("has its length in bytes: %s", (_, part, chunk) => {
    expect(new ChunkEncoder().encode(part).toString()).toBe(chunk);
  });

  it("is encoded once for all who are sent the same part in one turn, and forgotten after it", async () => {
    const chunks = new ChunkEncoder();
    for (const part of ["an event", new Uint8Array([1, 2])]) {
      const first = chunks.encode(part);
      expect(chunks.encode(part)).toBe(first);
      await new Promise((resolve) => setImmediate(resolve));
      expect(chunks.encode(part)).not.toBe(first);
    }
  });
});
