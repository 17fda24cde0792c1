import { beforeAll, expect, it } from "vitest";
import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import { loadBuiltinTypes } from "../schema/builtin/builtin-types.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import { unknownConversion } from "./unknown-conversion.ts";

let types: TypeRegistry;
beforeAll(async () => {
  types = await loadBuiltinTypes();
});

const definition: GroupVersionKind = { group: "apiextensions.k8s.io", version: "v1", kind: "CustomResourceDefinition" };
const configMap: GroupVersionKind = { group: "", version: "v1", kind: "ConfigMap" };
const kindOf = (group: string, version: string, kind: string): GroupVersionKind => ({ group, version, kind });

it.each<readonly [found: GroupVersionKind, expected: GroupVersionKind, problem: string | undefined]>([
  [configMap, configMap, undefined],
  [kindOf("", "v1", "Pod"), configMap, "converting (v1.Pod) to (v1.ConfigMap): unknown conversion"],
  [configMap, definition, 'no kind "ConfigMap" is registered for version "v1" in scheme "pkg/runtime/scheme.go:110"'],
  [
    definition,
    configMap,
    'no kind "CustomResourceDefinition" is registered for version "apiextensions.k8s.io/v1" in scheme "pkg/runtime/scheme.go:110"',
  ],
  [
    kindOf("", "v1", "Status"),
    definition,
    "converting (v1.Status) to (apiextensions.CustomResourceDefinition): unknown conversion",
  ],
  [
    kindOf("apiextensions.k8s.io", "v1", "ConversionReview"),
    definition,
    "converting (v1.ConversionReview) to (apiextensions.CustomResourceDefinition): unknown conversion",
  ],
])("an object of %j for %j: %s", (found, expected, problem) => {
  expect(unknownConversion(types, found, expected)).toBe(problem);
});
