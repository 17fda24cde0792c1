import { expect, test } from "vitest";
import { emptyLab } from "./lab-state.ts";
import { packLab, unpackLab } from "./share-lab.ts";

test("a lab comes out of a link as it went in", async () => {
  const lab = {
    ...emptyLab,
    expression: "self.größe > 1 && '😀' != ''",
    inputs: { self: "größe: 2" },
    fixtures: [{ id: "a", name: "one", inputs: { self: "x: 1" } }],
  };
  const packed = await packLab(lab);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(await unpackLab(packed)).toEqual(lab);
});

test("what is no lab is none", async () => {
  expect(await unpackLab("nonsense!")).toBeUndefined();
  expect(await unpackLab(await packLab(JSON.parse('{"mode":"rule"}')))).toBeUndefined();
});
