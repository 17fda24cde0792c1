import { expect, it } from "vitest";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import type { Field, Schema } from "../../apiserver/schema/schema.ts";
import { semanticEqual } from "./semantic-equal.ts";

/** The fields of all kinds, each type looked at once. */
function* fieldsOf(schema: Schema | undefined, seen: Set<Schema>): Generator<Field> {
  if (schema === undefined || seen.has(schema)) return;
  seen.add(schema);
  if (schema.kind === "list") yield* fieldsOf(schema.items.schema, seen);
  if (schema.kind === "map") yield* fieldsOf(schema.values.schema, seen);
  if (schema.kind !== "object") return;
  for (const field of schema.fields) {
    yield field;
    yield* fieldsOf(field.schema, seen);
  }
}

/** Kinds whose strategies compare by other means: definitions by every byte, parameters of classes as data. */
const isComparedOtherwise = ({ group, kind }: { group: string; kind: string }): boolean =>
  group === "apiextensions.k8s.io" || kind === "StorageClass" || kind === "VolumeAttributesClass";

it("an empty map is equal to none in every field that keeps it", async () => {
  const types = await loadBuiltinTypes();
  const seen = new Set<Schema>();
  const kinds = types.kinds().filter((kind) => !isComparedOtherwise(kind) && !kind.kind.endsWith("List"));
  const fields = kinds.flatMap(({ type }) => [...fieldsOf(types.byName(type), seen)]);
  const kept = fields.filter(({ keptEmpty, schema }) => keptEmpty === true && schema.kind === "map");
  const names = [...new Set(kept.map(({ name }) => name))].toSorted();
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !semanticEqual({ [name]: {} }, {}))).toEqual([]);
});

it("a pointer to an empty struct is not equal to none", () => {
  expect(semanticEqual({ emptyDir: {} }, {})).toBe(false);
});

// oxfmt-ignore
it.each<[isEqual: boolean, a: object, b: object]>([
  [true, { requests: { cpu: "1024" } }, { requests: { cpu: "1Ki" } }],
  [false, { limits: { cpu: "1024" } }, { limits: { cpu: "1k" } }],
  [true, { spec: { overhead: { memory: "1048576" } } }, { spec: { overhead: { memory: "1Mi" } } }],
  [true, { emptyDir: { sizeLimit: "2048" } }, { emptyDir: { sizeLimit: "2Ki" } }],
  [true, { resourceFieldRef: { divisor: "1024" } }, { resourceFieldRef: { divisor: "1Ki" } }],
  [false, { labels: { divisor: "1024" } }, { labels: { divisor: "1Ki" } }],
  [false, { resourceFieldRef: { resource: "1024" } }, { resourceFieldRef: { resource: "1Ki" } }],
  [false, { requests: { cpu: "many" } }, { requests: { cpu: "1Ki" } }],
])("quantities are compared by their amounts: %s for %j and %j", (isEqual, a, b) =>
  expect(semanticEqual(a, b)).toBe(isEqual));
