import { member, elements, text, type SimpleTest } from "./simple-test.ts";

/** Test sections for features that are not in Kubernetes' CEL environment. */
const sections: Readonly<Record<string, string>> = {
  bindings_ext: "cel.bind is not in Kubernetes' environment",
  block_ext: "cel.block is not in Kubernetes' environment",
  encoders_ext: "base64 is not in Kubernetes' environment",
  enums: "there are no enums in Kubernetes' environment",
  math_ext: "math is not in Kubernetes' environment",
  proto2_ext: "there are no protobuf extensions in Kubernetes' environment",
};

/**
 * Tests whose results in Kubernetes, or in the version and options of cel-go that it uses, differ from the
 * specification.
 */
const answeredDifferently: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "constants are folded when the program is made, where a bad key fails at once",
    ["fields/map_fields/map_bad_key_type_or_true", "fields/map_fields/map_bad_key_type_and_false"],
  ],
  [
    "of equal keys in a map literal the last one counts",
    [
      "fields/qualified_identifier_resolution/map_value_repeat_key",
      "fields/qualified_identifier_resolution/map_value_repeat_key_heterogeneous",
    ],
  ],
  [
    "looking for a field in something without fields finds nothing, which is no error (EnableErrorOnBadPresenceTest is off)",
    ["optionals/optionals/map_null_entry_no_such_key", "optionals/optionals/map_present_key_invalid_field"],
  ],
  ["a duration's milliseconds are all it has", ["timestamps/duration_converters/get_milliseconds"]],
  [
    "of a list of an optional and null the checker of this version says that it holds null",
    ["type_deductions/legacy_nullable_types/null_assignable_to_abstract_parameter_candidate"],
  ],
  [
    "an offset behind the end of a string finds nothing",
    ["string_ext/value_errors/indexof_out_of_range", "string_ext/value_errors/lastindexof_out_of_range"],
  ],
  [
    "version 2 of the strings library formats by locale: exponents as powers of ten, infinities as signs, values in containers as literals",
    [
      "scientific notation formatting clause",
      "default precision for scientific notation",
      "NaN support for scientific notation",
      "positive infinity support for scientific notation",
      "negative infinity support for scientific notation",
      "NaN support for decimal",
      "positive infinity support for decimal",
      "negative infinity support for decimal",
      "positive infinity support for fixed-point",
      "negative infinity support for fixed-point",
      "list support for string",
      "map support for string",
      "map support (all key types)",
      "dyntype support for scientific notation",
      "dyntype NaN/infinity support",
      "dyntype support for lists",
      "dyntype support for maps",
      "scientific notation formatting clause in a string variable",
    ].map((name) => `string_ext/format/${name}`),
  ],
]);

const reasonByName: ReadonlyMap<string, string> = new Map(
  [...answeredDifferently].flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);

/** Returns why a test does not apply to Kubernetes' environment; undefined if it applies. */
export function reasonToLeaveOut({ name, original }: SimpleTest): string | undefined {
  const [section = ""] = name.split("/");
  const written = JSON.stringify(original);
  if (sections[section] !== undefined) return sections[section];
  if (/TestAllTypes|NestedTestAllTypes|cel\.expr\.conformance|google\.protobuf\.(FieldMask|Empty)/.test(written))
    return "there are no protobuf messages in Kubernetes' environment";
  if (text(original["container"]) !== "") return "Kubernetes' environment has no container";
  if (elements(original["typeEnv"]).some((declared) => member(declared, "function") !== undefined))
    return "Kubernetes' environment has no such functions";
  if (text(original["expr"]).includes("`")) return "names in backticks are not in Kubernetes' environment";
  return reasonByName.get(name);
}

/** The names that are listed individually. Each must be an existing test. */
export const listedNames: readonly string[] = [...reasonByName.keys()];

const unchecked: ReadonlySet<string> = new Set([
  "basic/variables/unbound_is_runtime_error",
  "basic/functions/unbound_is_runtime_error",
  "comparisons/eq_literal/not_eq_list_length",
  "comparisons/eq_literal/eq_mixed_types",
  "comparisons/eq_literal/eq_list_elem_mixed_types",
  "comparisons/ne_literal/ne_mixed_types",
  "logic/conditional/mixed_type",
  "logic/AND/short_circuit_type_left",
  "logic/AND/short_circuit_type_right",
  "logic/OR/short_circuit_type_left",
  "logic/OR/short_circuit_type_right",
]);

/**
 * True for tests of behaviour without type checking, which Kubernetes never skips: they must parse and fail the type
 * check.
 */
export const isForUnchecked = ({ name, original }: SimpleTest): boolean =>
  original["disableCheck"] === true && (unchecked.has(name) || name.startsWith("parse/receiver_function_names/"));
