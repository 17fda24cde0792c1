import { expect, it } from "vitest";
import { controllersFor } from "./controller-choice.ts";

const newWorld = { controllers: ["*"], simulatedNodes: 2 };
const some = ["namespace-controller"];

it.each([
  ["opened without a word", {}, {}, undefined, undefined, undefined],
  ["opened without controllers", { controllers: false }, {}, undefined, [], []],
  ["opened with some", { controllers: some }, {}, undefined, some, some],
  ["changed", { controllers: some }, { controllers: ["*"] }, undefined, ["*"], ["*"]],
  ["of a page, not yet begun", { newWorld }, {}, undefined, ["*"], undefined],
  ["of a page, begun with all", { newWorld }, {}, { controllers: ["*"] }, ["*"], ["*"]],
  ["of a page, begun before there were controllers", { newWorld }, {}, {}, undefined, undefined],
  ["of a page, changed", { newWorld }, { controllers: some }, { controllers: ["*"] }, some, some],
])("the controllers of a server %s", (_name, settings, chosen, begun, ofNew, ofOld) => {
  const choice = controllersFor(settings, chosen, begun);
  expect([choice.of(true), choice.of(false)]).toEqual([ofNew, ofOld]);
});

it("a storage is decided about once", () => {
  const first = controllersFor({ newWorld }, {}, undefined);
  expect([first.newWorld, first.begun(true), first.begun(false)]).toEqual([newWorld, { controllers: ["*"] }, {}]);
  const later = controllersFor({ newWorld }, {}, {});
  expect([later.newWorld, later.begun(true)]).toEqual([undefined, {}]);
  expect([first, later, controllersFor({}, {}, {})].map(({ simulatedNodes }) => simulatedNodes)).toEqual([2, 2, 0]);
  expect(controllersFor({}, {}, undefined).begun(true)).toBeUndefined();
});
