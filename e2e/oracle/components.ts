import type { OracleRecord } from "./record.ts";

/**
 * Compares a record with the result of its component. Returns undefined if they match, and a description of the
 * difference otherwise.
 */
export interface OracleComponent {
  check(record: OracleRecord): string | undefined | Promise<string | undefined>;
}

/**
 * The suites with an implemented component, by the name of the record file without its extension. `-changed` ones have
 * changed copies of records and generated inputs, answered by the same libraries.
 */
export const components: Readonly<Record<string, () => Promise<OracleComponent>>> = {
  "cel/admission": () => import("./cel/admission.ts"),
  "cel/admission-changed": () => import("./cel/admission.ts"),
  "cel/expr": () => import("./cel/expr.ts"),
  "cel/expr-changed": () => import("./cel/expr.ts"),
  "cel/crd-rules": () => import("./cel/crd-rules.ts"),
  "cel/crd-rules-changed": () => import("./cel/crd-rules.ts"),
  "codec/decode": () => import("./codec/decode.ts"),
  "codec/decode-changed": () => import("./codec/decode.ts"),
  "codec/objects": () => import("./codec/objects.ts"),
  "declarative/generation-errors": () => import("./declarative/generation-errors.ts"),
  "declarative/generation-errors-1.35": () => import("./declarative/generation-errors.ts"),
  "declarative/instances": () => import("./declarative/instances.ts"),
  "declarative/instances-1.35": () => import("./declarative/instances.ts"),
  "patches/json": () => import("./patches/json.ts"),
  "patches/json-changed": () => import("./patches/json.ts"),
  "patches/strategic": () => import("./patches/strategic.ts"),
  "patches/strategic-changed": () => import("./patches/strategic.ts"),
  "patches/strategic-fuzz": () => import("./patches/strategic-fuzz.ts"),
  "primitives/crd": () => import("./primitives/crd.ts"),
  "primitives/crd-changed": () => import("./primitives/crd.ts"),
  "primitives/fields": () => import("./primitives/fields.ts"),
  "primitives/intstr": () => import("./primitives/intstr.ts"),
  "primitives/labels": () => import("./primitives/labels.ts"),
  "primitives/names": () => import("./primitives/names.ts"),
  "primitives/objectmeta": () => import("./primitives/objectmeta.ts"),
  "primitives/options": () => import("./primitives/options.ts"),
  "primitives/quantity": () => import("./primitives/quantity.ts"),
  "primitives/structural": () => import("./primitives/structural.ts"),
  "primitives/structural-changed": () => import("./primitives/structural.ts"),
  "primitives/time": () => import("./primitives/time.ts"),
  "ssa/fieldsets": () => import("./ssa/fieldsets.ts"),
  "ssa/fieldsets-changed": () => import("./ssa/fieldsets.ts"),
  "ssa/fuzz": () => import("./ssa/fuzz.ts"),
  "ssa/fuzz-changed": () => import("./ssa/fuzz.ts"),
  "ssa/scale": () => import("./ssa/scale.ts"),
  "ssa/sequences": () => import("./ssa/sequences.ts"),
};
