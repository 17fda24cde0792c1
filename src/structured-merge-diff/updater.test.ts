import { describe, expect, it } from "vitest";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { toFieldsV1 } from "./fields-v1.ts";
import type { ManagerSets } from "./managers.ts";
import { atomOf, type Atom, type StructField } from "./schema.ts";
import { toFieldSet } from "./to-field-set.ts";
import { TypedError } from "./typed-error.ts";
import type { TypedValue } from "./typed-value.ts";
import { applyConfiguration } from "./updater.ts";

const text = atomOf({ scalar: "string" });
const flag: StructField = {
  element: { kind: "field", name: "on" },
  type: atomOf({ scalar: "boolean" }),
  default: true,
};
const item = atomOf({
  map: {
    atomic: false,
    deduced: false,
    fields: new Map([
      ["on", flag],
      ["note", { element: { kind: "field", name: "note" }, type: text }],
    ]),
  },
});
const list: Atom = atomOf({ list: { atomic: false, keys: ["on"], items: item } });
const labels: Atom = atomOf({ map: { atomic: false, deduced: false, fields: new Map(), elements: text } });
const field = (name: string, type: Atom): [string, StructField] => [name, { element: { kind: "field", name }, type }];
const fields = new Map([field("list", list), field("labels", labels), field("kind", text)]);
const atom: Atom = atomOf({ map: { atomic: false, deduced: false, fields } });

const typed = (value: JsonValue): TypedValue => ({ value, atom, apiVersion: "v1" });
const owning = (value: JsonValue): ManagerSets =>
  new Map([["me", { set: toFieldSet(value, atom), apiVersion: "v1", applied: true }]]);
const apply = (live: JsonValue, config: JsonValue, managers = owning(config)) =>
  applyConfiguration(
    { converter: { convert: (value, apiVersion) => ({ ...value, apiVersion }) } },
    typed(live),
    { ...typed(config), set: toFieldSet(config, atom) },
    managers,
    "me",
    false,
  );

describe("applying the same again", () => {
  it("changes nothing", () => {
    const config = { list: [{ on: false, note: "a" }], labels: { a: "b" } };
    expect(apply({ ...config, labels: { a: "b", other: "c" } }, config).value).toBeUndefined();
  });

  it("takes away an item of nothing but default keys, which nobody owns", () => {
    const config = { list: [{}, { on: false }], labels: {} };
    const live = { list: [{ on: true }, { on: false }], labels: { a: "b" }, kind: "K" };
    const { value, managers } = apply(live, config);
    expect(value).toEqual({ list: [{ on: false }], labels: { a: "b" }, kind: "K" });
    expect(toFieldsV1(managers.get("me")?.set ?? toFieldSet({}, atom))).toEqual(toFieldsV1(toFieldSet(config, atom)));
  });
});

it("fails while pruning where what was merged cannot be had in a version that others own fields in", () => {
  const convert = ({ value, atom: type }: TypedValue, apiVersion: string): TypedValue => {
    if (apiVersion === "v2" && JSON.stringify(value).includes("new")) throw new TypedError("no way");
    return { value, atom: type, apiVersion };
  };
  const managers = owning({ labels: { a: "b" } }).set("other", {
    set: toFieldSet({ labels: { c: "d" } }, atom),
    apiVersion: "v2",
    applied: false,
  });
  const config = { labels: { a: "new" } };
  const run = () =>
    applyConfiguration(
      { converter: { convert } },
      typed({ labels: { a: "b", c: "d" }, kind: "K" }),
      { ...typed(config), set: toFieldSet(config, atom) },
      managers,
      "me",
      false,
    );
  expect(run).toThrow(
    "failed to prune fields: failed add back owned items: failed to convert merged object at version v2: no way",
  );
});

it("fails while pruning where nothing is left, not even the kind, which is no object", () => {
  const managers = owning({ labels: { a: "b" }, kind: "K" });
  expect(() => apply({ labels: { a: "b" }, kind: "K" }, {}, managers)).toThrow(
    "failed to prune fields: failed add back owned items: failed to convert pruned object at version v1: " +
      "failed to convert value to unstructured for type <nil>",
  );
});
