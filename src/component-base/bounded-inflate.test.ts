import { deflateSync, gzipSync, strFromU8, strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { gunzipWithin, inflateWithin, TooLargeError } from "./bounded-inflate.ts";

const none = new Uint8Array();
const text = "a text ".repeat(10_000);

describe("data is unpacked up to a limit", () => {
  it("with a dictionary", async () => {
    const dictionary = strToU8("a text of a dictionary");
    const packed = deflateSync(strToU8(text), { dictionary });
    expect(strFromU8(await inflateWithin(packed, text.length, dictionary))).toBe(text);
    await expect(inflateWithin(packed, text.length - 1, dictionary)).rejects.toThrow(TooLargeError);
  });

  it("from gzip", async () => {
    expect(strFromU8(await gunzipWithin(gzipSync(strToU8(text)), text.length))).toBe(text);
  });

  it("and a bomb stops at it", async () => {
    const bomb = new Uint8Array(8_000_000);
    await expect(gunzipWithin(gzipSync(bomb), 1_000_000)).rejects.toThrow("it unpacks to more than 1 MB");
    await expect(inflateWithin(deflateSync(bomb), 1_000_000, none)).rejects.toThrow("it unpacks to more than 1 MB");
  });

  it("truncated data is no data", async () => {
    const packed = gzipSync(strToU8(text));
    for (const length of [0, 3, 12, 40, packed.length - 9, packed.length - 1])
      await expect(gunzipWithin(packed.subarray(0, length), 1e6).then(({ length }) => length)).rejects.toThrow(
        "unexpected EOF",
      );
  });
});
