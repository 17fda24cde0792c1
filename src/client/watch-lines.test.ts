import { expect, it } from "vitest";
import { shareWatchLines } from "./watch-lines.ts";

const lineOf = (name: string): string => JSON.stringify({ type: "ADDED", object: { metadata: { name } } });

it("decodes a line once for all that read it, and forgets the lines that were read first", () => {
  const line = lineOf("a");
  const readLine = shareWatchLines(3 * line.length);
  const first = readLine(line);
  expect(first).toEqual({ type: "ADDED", object: { metadata: { name: "a" } } });
  for (const name of ["b", "c"]) readLine(lineOf(name));
  expect(readLine(lineOf("a"))).toBe(first);
  readLine(lineOf("d"));
  const again = readLine(lineOf("a"));
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});

it("throws an error each time that it is read", () => {
  const readLine = shareWatchLines(1000);
  const line = JSON.stringify({ type: "ERROR", object: { kind: "Status", code: 410, message: "too old" } });
  for (let i = 0; i < 2; i++) expect(() => readLine(line)).toThrow("too old");
});
