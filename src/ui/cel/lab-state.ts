import { isRecord } from "../../apimachinery/is-record.ts";
import type { CelPolicy } from "../../client/cel.ts";

/** The purpose of an expression, which determines the variables in its environment. */
export type LabMode = "rule" | "admission" | "generic";

/** A row of the fixture table: the texts of the inputs by name. */
export interface Fixture {
  readonly id: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, string>>;
}

/** Everything the user entered in the lab. It is persisted and can be shared. */
export interface LabState {
  readonly mode: LabMode;
  /** Compile as an expression read from storage, for which all features known to this version are available. */
  readonly stored: boolean;
  readonly expression: string;
  /** The schema of the resource as YAML. */
  readonly schema: string;
  /** The path of the schema node that has the rule. */
  readonly path: readonly string[];
  readonly optionalOldSelf: boolean;
  /** YAML by input: the values of variables, and under `types` the types of generic variables. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly fixtures: readonly Fixture[];
  /** The policy that has the expression, in mode `admission`. */
  readonly policy?: LabPolicy | undefined;
}

/** What an expression of a policy sees, and the type that it must have; any if absent. */
export interface LabPolicy extends CelPolicy {
  readonly expects?: "bool" | "string";
}

export interface InputTab {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
}

/** The inputs of each mode, in tab order. */
export const inputTabs: Readonly<Record<LabMode, readonly InputTab[]>> = {
  rule: [
    { id: "self", label: "self", placeholder: "The value that the rule validates, in YAML" },
    { id: "oldSelf", label: "oldSelf", placeholder: "The value before an update; empty for a create" },
  ],
  admission: [
    { id: "object", label: "object", placeholder: "The new object; empty for a delete" },
    { id: "oldObject", label: "oldObject", placeholder: "The old object; empty for a create" },
    { id: "request", label: "request", placeholder: "operation: CREATE" },
    { id: "params", label: "params", placeholder: "The parameter object of the binding" },
    { id: "namespaceObject", label: "namespaceObject", placeholder: "The namespace of the object" },
  ],
  generic: [
    { id: "values", label: "Values", placeholder: "list: [1, 2, 3]" },
    { id: "types", label: "Types", placeholder: "list: list(int)" },
  ],
};

export const emptyLab: LabState = {
  mode: "rule",
  stored: false,
  expression: "",
  schema: "",
  path: [],
  optionalOldSelf: false,
  inputs: {},
  fixtures: [],
};

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === "string");
const isFixture = (value: unknown): value is Fixture =>
  isRecord(value) && typeof value["id"] === "string" && typeof value["name"] === "string" && isTexts(value["inputs"]);
const isPath = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((step) => typeof step === "string");
const isMode = (value: unknown): value is LabMode => value === "rule" || value === "admission" || value === "generic";

const isKind = (value: unknown): boolean =>
  value === undefined ||
  (isRecord(value) && typeof value["apiVersion"] === "string" && typeof value["kind"] === "string");
const isPolicy = (value: unknown): value is LabPolicy =>
  isRecord(value) &&
  isKind(value["object"]) &&
  isKind(value["params"]) &&
  [true, undefined].some((patches) => patches === value["hasPatchTypes"]) &&
  ["string", "bool", undefined].some((type) => type === value["expects"]) &&
  Array.isArray(value["variables"]) &&
  value["variables"].every(
    (one) => isRecord(one) && typeof one["name"] === "string" && typeof one["expression"] === "string",
  );

/** Reports whether a value is a valid lab state. Used for persisted and shared data. */
export function isLabState(value: unknown): value is LabState {
  if (!isRecord(value) || !isMode(value["mode"]) || !isPath(value["path"]) || !isTexts(value["inputs"])) return false;
  if (value["policy"] !== undefined && !isPolicy(value["policy"])) return false;
  const hasTexts = typeof value["expression"] === "string" && typeof value["schema"] === "string";
  const hasChoices = typeof value["stored"] === "boolean" && typeof value["optionalOldSelf"] === "boolean";
  return hasTexts && hasChoices && Array.isArray(value["fixtures"]) && value["fixtures"].every(isFixture);
}
