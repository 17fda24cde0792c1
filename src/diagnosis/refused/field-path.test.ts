import { expect, test } from "vitest";
import { stepsIn, stepsOf } from "./field-path.ts";

// oxfmt-ignore
test.each([
  ["spec.ports[0].name", ["spec", "ports", 0, "name"]],
  ["metadata.labels[a.b/c]", ["metadata", "labels", "a.b/c"]],
  ['data["a"]', ["data", "a"]],
  [".spec.x", ["spec", "x"]],
  ["spec[open", ["spec", "open"]],
])("%s", (path, steps) => expect(stepsOf(path)).toEqual(steps));

test("items are found by the keys that name them", () => {
  const object = {
    spec: {
      ports: [
        { port: 1, protocol: "TCP" },
        { port: 2, protocol: "TCP" },
      ],
    },
  };
  expect(stepsIn(object, 'spec.ports[port=2,protocol="TCP"].name')).toEqual(["spec", "ports", 1, "name"]);
});

test("paths of a million brackets or letters are read in one walk", () => {
  expect(stepsOf("[".repeat(1_000_000))).toEqual(["[".repeat(999_999)]);
  expect(stepsIn({ a: [{}] }, `a[${"x".repeat(1_000_000)}]`)).toEqual(["a", "x".repeat(1_000_000)]);
});
