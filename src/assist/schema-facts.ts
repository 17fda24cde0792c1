import { isRecord } from "../apimachinery/is-record.ts";
import type { Schema } from "../client/openapi/schema-document.ts";

/** The name of a constraint and its description. */
export type Fact = readonly [name: string, words: string];

const print = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
const list = (value: unknown): string => (Array.isArray(value) ? value.map(print).join(", ") : print(value));

const listTypes: Readonly<Record<string, string>> = {
  atomic: "atomic: one manager owns the whole list",
  set: "set: unique items, each owned separately",
  map: "map: items identified by keys, each owned separately",
};

const mapTypes: Readonly<Record<string, string>> = {
  atomic: "atomic: one manager owns the whole value",
  granular: "granular: each entry is owned separately",
};

/** The schema keywords to describe. */
const keywords: readonly (readonly [keyword: string, name: string, words: (value: unknown) => string])[] = [
  ["default", "default", (value) => JSON.stringify(value)],
  ["enum", "one of", list],
  ["format", "format", print],
  ["pattern", "pattern", print],
  ["minimum", "at least", print],
  ["maximum", "at most", print],
  ["minLength", "shortest", print],
  ["maxLength", "longest", print],
  ["minItems", "minimum items", print],
  ["maxItems", "maximum items", print],
  ["nullable", "null", (value) => (value === true ? "may be null" : "may not be null")],
  ["x-kubernetes-list-type", "list type", (value) => listTypes[print(value)] ?? print(value)],
  ["x-kubernetes-list-map-keys", "list keys", list],
  ["x-kubernetes-map-type", "map type", (value) => mapTypes[print(value)] ?? print(value)],
  ["x-kubernetes-patch-strategy", "patch strategy", (value) => `${print(value)} (strategic merge patch)`],
  [
    "x-kubernetes-patch-merge-key",
    "merge key",
    (value) => `${print(value)} (identifies items in a strategic merge patch)`,
  ],
  ["x-kubernetes-preserve-unknown-fields", "unknown fields", (value) => (value === true ? "are kept" : "are dropped")],
  ["x-kubernetes-embedded-resource", "holds", () => "an embedded resource with apiVersion, kind and metadata"],
];

/** Returns the constraints of a schema, except for its type and documentation. */
export function factsOf(schema: Schema): readonly Fact[] {
  const rules = schema["x-kubernetes-validations"];
  return [
    ...keywords.flatMap(([keyword, name, words]): readonly Fact[] =>
      schema[keyword] === undefined ? [] : [[name, words(schema[keyword])]],
    ),
    ...(Array.isArray(rules) ? rules.filter(isRecord).map((rule): Fact => ["rule", print(rule["rule"])]) : []),
  ];
}
