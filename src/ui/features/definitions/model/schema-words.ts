import { isNode, textsOf, type SchemaNode } from "./schema-node.ts";

/** A constraint of a node: its name and its description. */
export type Fact = readonly [name: string, words: string];

const json = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const units: Readonly<Record<string, string>> = { Length: "characters", Items: "items", Properties: "entries" };

function sizeOf(schema: SchemaNode, what: string): readonly Fact[] {
  const [min, max] = [schema[`min${what}`], schema[`max${what}`]];
  const unit = units[what] ?? "";
  if (min === undefined && max === undefined) return [];
  if (min !== undefined && max !== undefined) return [["size", `${json(min)} to ${json(max)} ${unit}`]];
  return [["size", min === undefined ? `at most ${json(max)} ${unit}` : `at least ${json(min)} ${unit}`]];
}

function rangeOf(schema: SchemaNode): readonly Fact[] {
  const low =
    schema["minimum"] === undefined
      ? []
      : [`${schema["exclusiveMinimum"] === true ? "more than" : "at least"} ${json(schema["minimum"])}`];
  const high =
    schema["maximum"] === undefined
      ? []
      : [`${schema["exclusiveMaximum"] === true ? "less than" : "at most"} ${json(schema["maximum"])}`];
  const words = [...low, ...high].join(", ");
  return words === "" ? [] : [["range", words]];
}

const listTypes: Readonly<Record<string, string>> = {
  atomic: "atomic: one manager owns the whole list",
  set: "set: unique items, each owned separately",
  map: "map: items identified by keys, each owned separately",
};

function listOf(schema: SchemaNode): readonly Fact[] {
  const type = schema["x-kubernetes-list-type"];
  const keys = textsOf(schema["x-kubernetes-list-map-keys"]);
  if (typeof type !== "string") return [];
  return [["list type", listTypes[type] ?? type], ...(keys.length > 0 ? [["keys", keys.join(", ")] as const] : [])];
}

const flags: Readonly<Record<string, string>> = {
  nullable: "may be null",
  "x-kubernetes-preserve-unknown-fields": "unknown fields are preserved",
  "x-kubernetes-embedded-resource": "an embedded resource with apiVersion, kind and metadata",
};

const junctors = ["allOf", "anyOf", "oneOf", "not"] as const;

/** Describes the constraints of a node, except for its validation rules. */
export function factsOf(schema: SchemaNode): readonly Fact[] {
  const single = (["format", "pattern", "multipleOf"] as const).flatMap((name): readonly Fact[] =>
    schema[name] === undefined ? [] : [[name === "multipleOf" ? "multiple of" : name, json(schema[name])]],
  );
  const values = Array.isArray(schema["enum"]) ? [["one of", schema["enum"].map(json).join(", ")] as const] : [];
  const map =
    schema["x-kubernetes-map-type"] === "atomic"
      ? [["map type", "atomic: one manager owns the whole value"] as const]
      : [];
  const kept = Object.entries(flags).flatMap(([name, words]): readonly Fact[] =>
    schema[name] === true ? [["allows", words]] : [],
  );
  const combined = junctors.flatMap((name): readonly Fact[] =>
    schema[name] === undefined ? [] : [[name, alternatives(schema[name])]],
  );
  return [
    ...values,
    ...rangeOf(schema),
    ...Object.keys(units).flatMap((what) => sizeOf(schema, what)),
    ...single,
    ...listOf(schema),
    ...map,
    ...kept,
    ...combined,
  ];
}

const alternatives = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).map((item) => (isNode(item) ? briefly(item) : json(item))).join(" · ");

const briefly = (node: SchemaNode): string => {
  const required = textsOf(node["required"]);
  return required.length > 0 && Object.keys(node).length === 1 ? `needs ${required.join(", ")}` : JSON.stringify(node);
};
