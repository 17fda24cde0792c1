import { expect, it } from "vitest";
import { createSeededRandom } from "../../src/apimachinery/seeded-random.ts";
import { encodeJson } from "../../src/apimachinery/json/encode.ts";
import type { JsonValue } from "../../src/apimachinery/json/value.ts";
import { encodeYaml } from "../../src/apiserver/codec/yaml/encode-yaml.ts";
import { Turns } from "../../src/component-base/event-loop.ts";
import { inSlices, sliceUnits, Work } from "../../src/component-base/work.ts";

const length = 300_000;
/** Texts of all styles: plain, in quotes, with escapes, folded, as blocks. */
const texts: readonly string[] = [
  "a".repeat(length),
  "word ".repeat(length / 5) + "end",
  "it's: ".repeat(length / 6) + "end",
  "\u0001 a".repeat(length / 3),
  "😀 ".repeat(length / 3),
  "line of text\n".repeat(length / 13),
  " \n#".repeat(length / 3),
  "\\x7f".repeat(length / 4),
  "1".repeat(length),
];

async function inPieces(value: JsonValue) {
  const work = new Work();
  const owner = { work, turns: new Turns(), signal: new AbortController().signal, isLarge: true };
  const made = await inSlices(owner, () => encodeYaml(value, encodeJson(value)));
  work.renew();
  return { made, ...work.counts };
}

it.each(texts)("a long text is written as YAML in slices as at once: %.10s", async (text) => {
  const value = { a: text, [`b${text}`]: [text, "short"] };
  const { made, done, longest } = await inPieces(value);
  expect(made === encodeYaml(value, encodeJson(value))).toBe(true);
  expect(done).toBeGreaterThan(sliceUnits / 20);
  expect(longest).toBeLessThan(1.2 * sliceUnits);
});

it("texts of all kinds of characters are written in the styles that were recorded", () => {
  const random = createSeededRandom(7);
  const characters = [
    "a",
    "1",
    " ",
    " ",
    "\n",
    "\n",
    "\t",
    ":",
    "#",
    "-",
    "?",
    "'",
    '"',
    "\u0085",
    "\u2028",
    "é",
    "😀",
    "\ufeff",
  ];
  const written: string[] = [];
  for (let i = 0; i < 5_000; i++) {
    const text = Array.from({ length: random.int(7) }, () => characters[random.int(characters.length)]).join("");
    const json = encodeJson([text]).replaceAll("\u0085", "\\u0085");
    written.push(encodeYaml([text], json));
  }
  let hash = 0;
  for (const char of written.join("")) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) | 0;
  expect(hash).toBe(-2053745356);
});
