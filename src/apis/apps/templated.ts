import { type FieldError, fieldPath } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableColumn } from "../../apiserver/registry/table-column.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { PodValidationOptions } from "../core/pod/options.ts";
import { templateOptions } from "../core/pod/template.ts";
import { type Defaults, memberIs, when } from "../defaulting.ts";
import { goRecord, goStruct } from "../go-print.ts";
import { labelSelectorForm } from "../label-selectors.ts";
import { type JsonRecord, recordAt } from "../record.ts";
import { containerColumns, integer, numberIn, text } from "../table-cells.ts";
import { immutable } from "../validation/checks.ts";
import { type Fields, asRecord, collectErrors, fieldsOf } from "../validation/fields.ts";

/** The path of the spec. */
export const specPath = fieldPath("spec");

/** Runs the checks of the spec of a kind with a template of pods, and those of an update where `old` is given. */
export function validateSpec(
  object: KubeObject,
  old: KubeObject | undefined,
  gates: FeatureGates,
  check: (spec: Fields, options: PodValidationOptions, old: Fields | undefined) => void,
): readonly FieldError[] {
  const before = old === undefined ? undefined : recordAt(old, "spec");
  const options = templateOptions(gates, before === undefined ? undefined : recordAt(before, "template"));
  return collectErrors(recordAt(object, "spec"), specPath, (spec) =>
    check(spec, options, before === undefined ? undefined : fieldsOf(before, specPath, [])),
  );
}

/** The selector of a controller is fixed. */
export const fixedSelector = (spec: Fields, old: Fields | undefined): void => {
  if (old !== undefined) immutable(spec, old, "selector", labelSelectorForm);
};

const intOrString = (value: unknown): unknown => value ?? 0;
const rolling = (value: unknown): unknown =>
  value === undefined
    ? null
    : goRecord(asRecord(value), [
        ["MaxUnavailable", "maxUnavailable", intOrString],
        ["MaxSurge", "maxSurge", intOrString],
      ]);

/** Formats an update strategy as Go prints it. */
export const printedStrategy = (strategy: JsonRecord) =>
  goStruct(strategy, [
    ["Type", "type", ""],
    ["RollingUpdate", "rollingUpdate", rolling],
  ]);

const isRolling = memberIs("type", "RollingUpdate");

/** Defaults of an update strategy whose type is RollingUpdate unless another is chosen. */
export const rollingUpdate = (values: Readonly<Record<string, string | number>>): Defaults => ({
  set: { type: "RollingUpdate" },
  rules: [when(isRolling, { inside: { rollingUpdate: { setPointers: values } }, make: ["rollingUpdate"] })],
});

const statusPath = fieldPath("status");

/** Returns the validation of `/status` of a kind by a check of the new and the old status. */
export const ofStatus =
  (check: (status: Fields, old: Fields) => void) =>
  (object: KubeObject, old: KubeObject): readonly FieldError[] =>
    collectErrors(recordAt(object, "status"), statusPath, (status) =>
      check(status, fieldsOf(recordAt(old, "status"), statusPath, [])),
    );

export const aboveReady = "cannot be greater than readyReplicas";

/** A column of a number in the status. */
export const statusNumber = (name: string, description: string, member: string): TableColumn =>
  integer(name, description, (object) => numberIn(object, "status", member));

/** How many pods are ready of those that are wanted. */
export const readyOfWanted = text(
  "Ready",
  "Number of the pod with ready state",
  (object) => `${numberIn(object, "status", "readyReplicas")}/${numberIn(object, "spec", "replicas")}`,
);

/** The wide columns of the containers of the template. */
export const templated = containerColumns("spec", "template");
