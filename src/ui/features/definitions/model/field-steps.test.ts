import { expect, test } from "vitest";
import { stepsOfField } from "../../../../validate/steps-of-field.ts";
import { schemaPlaceOf, stepsInDefinition } from "./field-steps.ts";

test.each([
  ["spec.names.kind", ["spec", "names", "kind"]],
  ["spec.versions[0].schema", ["spec", "versions", "0", "schema"]],
  ["metadata.annotations[api-approved.kubernetes.io]", ["metadata", "annotations", "api-approved.kubernetes.io"]],
  ["spec.a[x]y].b[0][1]", ["spec", "a", "x]y", "b", "0", "1"]],
  ["", []],
])("%s", (field, steps) => expect(stepsOfField(field)).toEqual(steps));

test("what all versions have alike is named at the top and stands in the first", () => {
  expect(
    stepsInDefinition("spec.validation.openAPIV3Schema.properties[a]", {
      kind: "CustomResourceDefinition",
      spec: { versions: [] },
    }),
  ).toEqual(["spec", "versions", "0", "schema", "openAPIV3Schema", "properties", "a"]);
  expect(
    stepsInDefinition("spec.validation.openAPIV3Schema", {
      kind: "CustomResourceDefinition",
      spec: { validation: {} },
    }),
  ).toEqual(["spec", "validation", "openAPIV3Schema"]);
  expect(stepsInDefinition("spec.names.kind", { kind: "CustomResourceDefinition" })).toEqual(["spec", "names", "kind"]);
  expect(stepsInDefinition("spec.version", { kind: "PostgresCluster", spec: {} })).toEqual(["spec", "version"]);
});

test("steps into a schema lead to a node of it", () => {
  expect(
    schemaPlaceOf(
      stepsOfField(
        "spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[hosts].items.x-kubernetes-validations[0].rule",
      ),
    ),
  ).toEqual({ version: 1, path: ["spec", "hosts", "[*]"] });
  expect(
    schemaPlaceOf(
      stepsOfField("spec.versions[0].schema.openAPIV3Schema.properties[properties].additionalProperties.type"),
    ),
  ).toEqual({ version: 0, path: ["properties", "{*}"] });
  expect(schemaPlaceOf(["spec", "names"])).toBeUndefined();
});
