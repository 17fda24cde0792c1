import { gunzipSync, gzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { NotPiecesError, PieceWriter, readPieces } from "./piece-file.ts";

async function written(items: readonly unknown[]): Promise<Uint8Array<ArrayBuffer>> {
  const writer = await PieceWriter.open();
  for (const item of items) await writer.add(item);
  return writer.finish();
}

async function read(bytes: Uint8Array, limit = 100_000_000): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of readPieces(bytes, limit)) items.push(item);
  return items;
}

const repacked = (bytes: Uint8Array): Uint8Array => gzipSync(bytes);
const piece = (length: number, ...content: readonly number[]): Uint8Array =>
  Uint8Array.of(0x5a, length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255, ...content);

describe("a piece file", () => {
  it("gives back its items, small and large", async () => {
    const items = [{ a: 1 }, ["größer ☸ 𝄞", null], "x".repeat(3_000_000), []];
    expect(await read(await written(items))).toEqual(items);
  });

  it("can be left before its end", async () => {
    const file = await written(Array.from({ length: 1000 }, (_, i) => `${i}`.repeat(500)));
    for await (const item of readPieces(file, 100_000_000)) {
      expect(item).toBe("0".repeat(500));
      break;
    }
  });

  it("is another file where it begins otherwise", async () => {
    await expect(read(repacked(Uint8Array.of(0xa1, 1, 2)))).rejects.toBeInstanceOf(NotPiecesError);
  });

  it("is refused where it unpacks to more than allowed, before it is unpacked", async () => {
    const bomb = repacked(new Uint8Array([...piece(15_000_000), ...new Uint8Array(14_000_000)]));
    await expect(read(bomb, 1_000_000)).rejects.toThrow("it unpacks to more than 1 MB");
  });

  it("is refused where a piece is announced that is larger than any", async () => {
    await expect(read(repacked(piece(4_000_000_000, 1)))).rejects.toThrow("it unpacks to more than 16 MB");
  });

  it("is refused at every place where it is cut off", async () => {
    const file = await written([{ a: 1 }, ["b", "c"]]);
    for (let length = 0; length < file.length; length++)
      await expect(read(file.slice(0, length)), `${length}`).rejects.toBeInstanceOf(Error);
  });

  it("is refused where any byte of its content is damaged", async () => {
    const file = await written([{ a: 1 }, ["b", "c"]]);
    for (let at = 10; at < file.length; at++) {
      const damaged = file.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      await expect(read(damaged), `${at}`).rejects.toBeInstanceOf(Error);
    }
  });

  it.each([
    ["a tag", piece(2, 0xc1, 0x00)],
    ["two items in a piece", piece(2, 0x00, 0x00)],
    ["an empty piece", piece(0)],
    ["a list that announces more than there is", piece(5, 0x9a, 0x02, 0xff, 0xff, 0xff)],
    ["another head behind the first piece", Uint8Array.of(...piece(1, 0), 0x41, 0, 0, 0, 0, 0)],
  ])("is refused for %s", async (_, content) => {
    await expect(read(repacked(content))).rejects.toBeInstanceOf(Error);
  });

  it("is a sequence of CBOR byte strings", async () => {
    expect([...gunzipSync(await written([1]))]).toEqual([0x5a, 0, 0, 0, 1, 1]);
  });
});
