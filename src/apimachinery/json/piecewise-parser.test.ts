import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../seeded-random.ts";
import { decodeJsonReporting, type DecodingPace } from "./decode.ts";
import { JsonParser } from "./parser.ts";
import { PiecewiseParser } from "./piecewise-parser.ts";
import type { JsonValue } from "./value.ts";

const plain = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
const noPace = (): void => {};
const pieceLength = 16;

/** Returns what Go decodes, and whether members are repeated in it; undefined for what it refuses. */
function decodedByGo(text: string): JsonValue | "repeated" | undefined {
  const duplicates = new Set<string>();
  try {
    const value = new JsonParser(text, duplicates).parse();
    return duplicates.size > 0 ? "repeated" : value;
  } catch {
    return undefined;
  }
}

const texts = [
  `{"a":[${"1,".repeat(40)}2],"b":{"c":"${"x".repeat(50)}","d":[]},"e":null}`,
  ` [ { "k" : [ { } , [ ] , "a,]}" , "\\"" ] , "long long long key": { "x" : { "y" : [1,2,3,4,5,6,7,8,9] } } } , true ] \n`,
  `{"__proto__":{"a":"${"b".repeat(30)}"},"10":1,"9":[1,2,3,4,5,6,7,8,9],"constructor":2}`,
  `[[[[[[[[1,2,3,4,5],[1,2,3,4,5,6]],"x"]]],[[[[[[[[]]]]]]]],0.5]]]`,
  `{"${"key".repeat(20)}":"${"v".repeat(40)}","k\\u0041":["\\n","\\t","😀😀😀😀😀😀😀😀"]}`,
];
const marks = ["{", "}", "[", "]", ",", ":", '"', "\\", " ", "1", "x", ",,", '"a":', '"a":1,', "1.0", "\\ud800"];

describe("PiecewiseParser", () => {
  it.each(texts)("parses %s as Go does", (text) => {
    expect(new PiecewiseParser(text, pieceLength).parse(noPace)).toStrictEqual(decodedByGo(text));
  });

  it("has the value that Go decodes or none, and never one for what Go refuses or where members are repeated", () => {
    const random = createSeededRandom(1);
    const different: unknown[] = [];
    let parsed = 0;
    for (let i = 0; i < 30_000; i++) {
      let text = texts[i % texts.length] ?? "";
      for (let changes = random.int(3); changes >= 0; changes--) {
        const at = random.int(text.length);
        text = text.slice(0, at) + (marks[random.int(marks.length)] ?? "") + text.slice(at + random.int(3));
      }
      const value = new PiecewiseParser(text, 4 + random.int(30)).parse(noPace);
      if (value === undefined) continue;
      parsed++;
      const expected = JSON.stringify(decodedByGo(text), plain);
      if (JSON.stringify(value) !== expected) different.push({ text, value, expected });
    }
    expect(different).toEqual([]);
    expect(parsed).toBeGreaterThan(3_000);
  });

  it.each(['{"a":1.0}', "[1e3]", "[12345678901234567]", '["\\ud800"]', '{"a":1,"a":2}', "1", "", "[1] 2", "[1,]"])(
    "leaves %s to the parser that reads as Go does",
    (text) => expect(new PiecewiseParser(text, 2).parse(noPace)).toBeUndefined(),
  );

  it("pauses after each piece and goes on from there", () => {
    const text = `{"list":[${Array.from({ length: 20_000 }, (_, i) => `{"name":"n${i}"}`).join(",")}]}`;
    let pauses = 0;
    let left = 10_000;
    const step = (steps: number): void => {
      left -= steps;
      if (left > 0) return;
      left = 10_000;
      pauses++;
      throw new Error("paused");
    };
    const kept: object[] = [];
    let at = 0;
    const pace: DecodingPace = {
      phase: (make) => {
        const made = (kept[at] ??= make()) as ReturnType<typeof make>; // what was made here
        at++;
        return made;
      },
      step,
    };
    for (;;) {
      try {
        at = 0;
        expect(decodeJsonReporting(text, pace)).toStrictEqual({ value: JSON.parse(text), duplicates: [] });
        break;
      } catch (error) {
        if (!(error instanceof Error) || error.message !== "paused") throw error;
      }
    }
    expect(pauses).toBeGreaterThan(3);
  });
});
