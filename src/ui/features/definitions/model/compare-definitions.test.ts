import { expect, test } from "vitest";
import { compareDefinitions, compareVersions } from "./compare-definitions.ts";
import { readDefinition, type WrittenDefinition } from "./written-definition.ts";
import { definitionOf } from "../../../../apiextensions/testing/definition-of.ts";

const definition = (spec: object): WrittenDefinition => {
  const read = readDefinition(definitionOf("A", "example.com", [], spec));
  if (read === undefined) throw new Error("that is a definition");
  return read;
};
const version = (name: string, more: object = {}) => ({ name, served: true, storage: false, ...more });
const words = (list: ReturnType<typeof compareDefinitions>) =>
  list.map((difference) => `${difference.kind}: ${difference.words}`);

test("versions that go, come, or are not served", () => {
  const before = definition({ versions: [version("v1", { storage: true }), version("v1beta1"), version("v1alpha1")] });
  const after = definition({
    versions: [version("v2"), version("v1"), version("v1beta1", { served: false, storage: true })],
  });
  expect(words(compareDefinitions(before, after))).toEqual([
    "breaks: version v1beta1 no longer served",
    "notes: objects are stored as v1beta1 when they are next written",
    "breaks: version v1alpha1 removed: requests for it return 404",
    "loosens: version v2 added",
  ]);
});

test("what a definition cannot change", () => {
  expect(words(compareDefinitions(definition({}), definition({ scope: "Cluster" })))).toEqual([
    "breaks: scope changed from Namespaced to Cluster: immutable, this would be another definition",
  ]);
});

test("subresources and selectable fields belong to a version", () => {
  const [was, is] = definition({
    versions: [
      version("v1", { subresources: { scale: {} }, selectableFields: [{ jsonPath: ".spec.a" }] }),
      version("v2", { subresources: { status: {} } }),
    ],
  }).versions;
  if (was === undefined || is === undefined) throw new Error("two versions");
  expect(compareVersions(was, is).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    "breaks status",
    "breaks ",
    "breaks spec.a",
  ]);
});

test("another kind is no definition", () => {
  expect(readDefinition({ kind: "ConfigMap" })).toBeUndefined();
});
