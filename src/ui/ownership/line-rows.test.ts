import { expect, test } from "vitest";
import { managersOf } from "../../client/managed-fields.ts";
import { readManifest } from "../../assist/manifest-places.ts";
import { markFields } from "../kube/field-marks.ts";
import { lineRows } from "./line-rows.ts";

const text = `data:
  script: |-
    first
    second
  size: small`;

const object = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: {
    managedFields: [
      {
        manager: "alice",
        operation: "Apply",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { "f:script": {}, "f:size": {} } },
      },
    ],
  },
};

test("the further lines of a value have its owners, and are no fields of their own", async () => {
  const marks = markFields(await readManifest(text), managersOf(object));
  const rows = lineRows({ object, lines: text.split("\n"), marks }, undefined);
  const [, script, first, second, size] = rows;
  expect(script?.owners).toHaveLength(1);
  for (const row of [first, second])
    expect(row).toMatchObject({ owners: script?.owners, marks: [], continues: true, repeats: true });
  expect(size).toMatchObject({ continues: false, marks: [{ path: ".data.size" }] });
});
