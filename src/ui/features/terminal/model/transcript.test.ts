import { expect, it } from "vitest";
import {
  keptLines,
  linesOfEntry,
  outputText,
  streamOfError,
  withinLimits,
  withNewEntry,
  withOutput,
  type Entry,
} from "./transcript.ts";

const entry: Entry = {
  id: 1,
  text: "kubectl get pods",
  as: undefined,
  namespace: "default",
  blocks: [],
  lines: 0,
  requests: [],
  code: undefined,
  ms: 0,
};
const lines = (count: number, from = 0): string => Array.from({ length: count }, (_, i) => `${from + i}\n`).join("");

it("output is put together from its pieces, in blocks of one stream", () => {
  const after = withOutput(entry, [
    { stream: "out", text: "a\nb" },
    { stream: "out", text: "c\n" },
    { stream: "err", text: "Warning: d\n" },
    { stream: "out", text: "" },
    { stream: "out", text: "e\n" },
  ]);
  expect(after.blocks.map(({ stream, text }) => [stream, text])).toEqual([
    ["out", "a\nbc\n"],
    ["err", "Warning: d\n"],
    ["out", "e\n"],
  ]);
  expect(after.lines).toBe(4);
});

it("long output is many blocks, and those before the last stay the same objects", () => {
  const first = withOutput(entry, [{ stream: "out", text: lines(1_050) }]);
  const second = withOutput(first, [{ stream: "out", text: lines(10, 1_050) }]);
  expect(first.blocks).toHaveLength(11);
  expect(second.blocks.slice(0, 10)).toEqual(first.blocks.slice(0, 10));
  expect(second.blocks[9]).toBe(first.blocks[9]);
  expect(outputText(second)).toBe(lines(1_060));
});

it("blocks end at line ends only, also where pieces do not", () => {
  let after = entry;
  for (let i = 0; i < 500; i += 1)
    after = withOutput(after, [
      { stream: "out", text: `${i}` },
      { stream: "out", text: "\n" },
    ]);
  expect(after.blocks.every(({ text }) => text.endsWith("\n"))).toBe(true);
  expect(outputText(after)).toBe(lines(500));
});

it("only the last lines of an endless output are kept, and all are counted", () => {
  const after = withOutput(entry, [{ stream: "out", text: lines(linesOfEntry + 5_000) }]);
  expect(keptLines(after)).toBeLessThanOrEqual(linesOfEntry);
  expect(after.lines).toBe(linesOfEntry + 5_000);
  expect(outputText(after).endsWith(`${linesOfEntry + 4_999}\n`)).toBe(true);
});

it("the oldest entries that have ended go first, running ones stay", () => {
  const long = withOutput(entry, [{ stream: "out", text: lines(linesOfEntry) }]);
  const entries = [1, 2, 3, 4].map((id) => ({ ...long, id, code: id === 1 ? undefined : 0 }));
  expect(withinLimits(entries).map(({ id }) => id)).toEqual([1, 3, 4]);
});

it.each([
  ['Error from server (NotFound): pods "a" not found\n', "err"],
  ["Warning: would violate PodSecurity\n", "warning"],
  ['I1123 17:48:32.000000       1 round_trippers.go:632] "Response"\n', "log"],
  ["^C\n", "log"],
])("%j on stderr is drawn as %s", (text, stream) => {
  expect(streamOfError(text)).toBe(stream);
});

it("a new entry stands before those that were begun later", () => {
  const entries = [1, 4].map((id) => ({ ...entry, id }));
  const withTwo = withNewEntry(entries, { ...entry, id: 2 });
  expect(withTwo.map(({ id }) => id)).toEqual([1, 2, 4]);
  expect(withNewEntry(withTwo, { ...entry, id: 5 }).map(({ id }) => id)).toEqual([1, 2, 4, 5]);
});
