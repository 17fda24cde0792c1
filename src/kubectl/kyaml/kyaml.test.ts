import { expect, test } from "vitest";
import { kyamlOf } from "./kyaml.ts";

test("objects, lists and texts are written as KYAML writes them", () => {
  const value = {
    kind: "ConfigMap",
    data: { text: "one\n  two\n", tail: "a\nb", "odd key": "x", yes: "no", "a/b.c": 'q"' },
    list: [1, "a"],
    objects: [{ a: 1 }, { b: [] }],
    empty: {},
    none: null,
  };
  expect(kyamlOf(value)).toBe(`---
{
  data: {
    a/b.c: "q\\"",
    "odd key": "x",
    tail: "\\
       a\\n\\
       b\\
      ",
    text: "\\
       one\\n\\
      \\  two\\n\\
      ",
    "yes": "no",
  },
  empty: {},
  kind: "ConfigMap",
  list: [
    1,
    "a",
  ],
  none: null,
  objects: [{
    a: 1,
  }, {
    b: [],
  }],
}
`);
});
