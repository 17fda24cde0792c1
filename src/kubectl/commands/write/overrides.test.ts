import { expect, test } from "vitest";
import { mergeByKeys } from "./overrides.ts";

test("lists are merged by the key that their items have", () => {
  const pod = { spec: { containers: [{ name: "a", image: "x" }], nodeName: "n" } };
  const patch = { spec: { containers: [{ name: "a", tty: true }, { name: "b" }], nodeName: null } };
  expect(mergeByKeys(pod, patch)).toEqual({
    spec: { containers: [{ name: "b" }, { name: "a", image: "x", tty: true }] },
  });
});
