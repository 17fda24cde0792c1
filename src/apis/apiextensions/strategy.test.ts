import { expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { definitionStatusStrategy } from "./strategy.ts";

const names = { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" };
const spec = { names, conversion: { strategy: "None" }, versions: [{ name: "v1", served: true, storage: true }] };
const definition = (status: object): KubeObject => ({ metadata: { name: "foos.a.b" }, spec, status });

it.each([
  ["no versions become the storage version", [], ["v1"]],
  ["other versions stay", ["v9"], ["v9"]],
])("in a written status, %s", (_, storedVersions, expected) => {
  const updated = definitionStatusStrategy.prepareForUpdate(
    definition({ storedVersions }),
    definition({ storedVersions: ["v1"] }),
  );
  expect(updated["status"]).toEqual({ storedVersions: expected });
});
