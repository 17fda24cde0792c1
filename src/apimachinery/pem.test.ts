import { expect, it } from "vitest";
import { pemBlocks } from "./pem.ts";

const block = (type: string, body: string): string => `-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`;

// oxfmt-ignore
it.each([
  ["nothing", "", []],
  ["text without blocks", "rubbish", []],
  ["a block", block("A", "AQI="), [["A", false, [1, 2]]]],
  ["blocks with text between", `x\n${block("A", "AQI=")}y\n${block("B C", "AQ\r\nID")}`, [["A", false, [1, 2]], ["B C", false, [1, 2, 3]]]],
  ["blocks side by side", block("A", "AQ==") + block("A", "Ag=="), [["A", false, [1]], ["A", false, [2]]]],
  ["headers", block("A", "K: v\nL: w\n\nAQ=="), [["A", true, [1]]]],
  ["an empty block", "-----BEGIN A-----\n-----END A-----", [["A", false, []]]],
  ["another end", "-----BEGIN A-----\nAQ==\n-----END B-----\n", []],
  ["no base64 before a good block", block("A", "=") + block("B", "AQ=="), [["B", false, [1]]]],
  ["a block that never ends before a good one", `-----BEGIN A-----\nAQ==\n${block("B", "AQ==")}`, [["B", false, [1]]]],
  ["headers alone", "-----BEGIN A-----\nK: v\n-----END A-----", []],
  ["a block that does not begin a line", ` ${block("A", "AQ==")}`, []],
])("%s", (_name, text, expected) =>
  expect([...pemBlocks(text)].map(({ type, hasHeaders, bytes }) => [type, hasHeaders, [...bytes]])).toEqual(expected));
