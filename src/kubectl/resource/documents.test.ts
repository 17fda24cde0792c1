import { expect, test } from "vitest";
import { documentPartsOf } from "./documents.ts";

test.each([
  ["a: 1\n--- # two\nb: 1\n---#three\nc: 1\n--- \t\n", [["a: 1\n"], ["b: 1\n"], ["c: 1\n"], [""]]],
  ["a: 1\n--- {b: 1}\nc: 1", [["a: 1\n", "{b: 1}"], ["c: 1"]]],
  ["---b\na: 1\n----\n", [["", "b"], ["a: 1\n", "-"], [""]]],
  ["--- # --- b\na: ---b\n --- b\n", [[""], ["a: ---b\n --- b\n"]]],
])("%j is split at lines that begin with ---, which only comments may follow", (text, parts) => {
  expect(documentPartsOf(text).map((part) => [part.text, ...(part.badEnd === undefined ? [] : [part.badEnd])])).toEqual(
    parts,
  );
});
