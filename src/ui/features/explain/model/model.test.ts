import { expect, test } from "vitest";
import { schemaOfKind, schemasOf } from "../../../../client/openapi/schema-document.ts";
import { factsOf } from "../../../../assist/schema-facts.ts";
import { fieldAt, fieldOf, fieldsIn } from "../../../../client/openapi/schema-fields.ts";
import { keyOf, keysAbove, linesOf, pathOf } from "./lines.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas = schemasOf({
  components: {
    schemas: {
      "io.example.Tree": {
        type: "object",
        description: "A tree.",
        required: ["spec"],
        "x-kubernetes-group-version-kind": [{ group: "example.io", version: "v1", kind: "Tree" }],
        properties: {
          spec: { allOf: [ref("io.example.Spec")], description: "What is wanted.", default: {} },
          kind: { type: "string" },
        },
      },
      "io.example.Spec": {
        type: "object",
        description: "A wish.",
        properties: {
          branches: {
            type: "array",
            items: { allOf: [ref("io.example.Spec")], default: {} },
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["name"],
            "x-kubernetes-patch-merge-key": "name",
            "x-kubernetes-patch-strategy": "merge",
          },
          labels: { type: "object", additionalProperties: { type: "string" } },
          sizes: { type: "object", additionalProperties: ref("io.example.Size") },
          port: { "x-kubernetes-int-or-string": true },
        },
      },
      "io.example.Size": { oneOf: [{ type: "string" }, { type: "number" }] },
    },
  },
});

const tree = schemaOfKind(schemas, "example.io", "v1", "Tree");
const root = fieldOf(schemas, "Tree", tree ?? {}, false);

test("a kind is found by its group, version and kind", () => {
  expect(tree?.["description"]).toBe("A tree.");
  expect(schemaOfKind(schemas, "example.io", "v2", "Tree")).toBeUndefined();
});

test("fields tell their types as explain does, and what is said at the place goes before the type's own words", () => {
  const spec = fieldAt(schemas, root, ["spec"]);
  expect(spec).toMatchObject({ type: "Spec", required: true, schema: { description: "What is wanted.", default: {} } });
  expect(spec === undefined ? [] : fieldsIn(schemas, spec).map(({ name, type }) => `${name} ${type}`)).toEqual([
    "branches []Spec",
    "labels map[string]string",
    "port IntOrString",
    "sizes map[string]Size",
  ]);
});

test("kinds that hold themselves open as deep as one goes", () => {
  expect(fieldAt(schemas, root, ["spec", "branches", "branches", "branches", "port"])?.type).toBe("IntOrString");
  expect(fieldAt(schemas, root, ["spec", "roots"])).toBeUndefined();
  const open = new Set(["", "spec", "spec/branches"]);
  expect(linesOf(schemas, root, open).map(({ depth, name }) => `${depth} ${name}`)).toEqual([
    "0 Tree",
    "1 kind",
    "1 spec",
    "2 branches",
    "3 branches",
    "3 labels",
    "3 port",
    "3 sizes",
    "2 labels",
    "2 port",
    "2 sizes",
  ]);
});

test("facts name list type, keys and how a strategic merge patch goes about it", () => {
  const facts = new Map(factsOf(fieldAt(schemas, root, ["spec", "branches"])?.schema ?? {}));
  expect([...facts.keys()]).toEqual(["list type", "list keys", "patch strategy", "merge key"]);
  expect(facts.get("list keys")).toBe("name");
});

test("paths survive being written as one text, whatever the names hold", () => {
  const path = ["spec", "a/b", "c.d"];
  expect(pathOf(keyOf(path))).toEqual(path);
  expect(keysAbove(keyOf(path))).toEqual(["", "spec", "spec/a%2Fb"]);
});
