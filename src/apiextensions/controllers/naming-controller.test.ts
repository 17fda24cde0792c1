import { expect, it } from "vitest";
import { asDefinition, findCondition, type Definition } from "../../apis/apiextensions/definition.ts";
import { acceptNames } from "./naming-controller.ts";

const now = "2024-01-01T00:00:00Z";
const define = (plural: string, kind: string, status: object = {}): Definition =>
  asDefinition({
    metadata: { name: `${plural}.g.io` },
    spec: { group: "g.io", names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` } },
    status,
  });

it("accepts names that nobody has, and says that the kind is being installed", () => {
  const accepted = acceptNames(define("foos", "Foo"), [], now);
  expect(accepted?.status?.acceptedNames).toEqual({
    plural: "foos",
    singular: "foo",
    kind: "Foo",
    listKind: "FooList",
  });
  expect(accepted?.status?.conditions?.map(({ type, status, reason }) => [type, status, reason])).toEqual([
    ["NamesAccepted", "True", "NoConflicts"],
    ["Established", "False", "Installing"],
  ]);
});

it("leaves a definition alone whose names are accepted", () => {
  const accepted = acceptNames(define("foos", "Foo"), [], now);
  expect(accepted && acceptNames(accepted, [], now)).toBeUndefined();
});

it("accepts the names that are free, and tells of the last that is taken", () => {
  const other = define("foos", "Foo", {
    acceptedNames: { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" },
  });
  const refused = acceptNames(define("bars", "Foo"), [other], now);
  expect(refused?.status?.acceptedNames).toEqual({ plural: "bars", kind: "" });
  expect(refused && findCondition(refused, "NamesAccepted")).toMatchObject({
    status: "False",
    reason: "ListKindConflict",
    message: '"FooList" is already in use',
  });
});
