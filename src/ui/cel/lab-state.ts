import { isRecord } from "../../apimachinery/is-record.ts";

/** What an expression is for, which says what it sees. */
export type LabMode = "rule" | "admission" | "generic";

/** One run of the table: texts of the inputs by name. */
export interface Fixture {
  readonly id: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, string>>;
}

/** All that a person wrote in the lab: what is remembered and shared. */
export interface LabState {
  readonly mode: LabMode;
  /** As an expression in storage, which may use all that this version knows. */
  readonly stored: boolean;
  readonly expression: string;
  /** The schema of the resource, in YAML. */
  readonly schema: string;
  /** The node of the schema with the rule. */
  readonly path: readonly string[];
  readonly optionalOldSelf: boolean;
  /** YAML texts by input: values of variables, and the types of generic ones under `types`. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly fixtures: readonly Fixture[];
}

export interface InputTab {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
}

/** The inputs of each mode, in the order of their tabs. */
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

/** True for a lab as it was remembered or shared, whoever wrote it. */
export function isLabState(value: unknown): value is LabState {
  if (!isRecord(value) || !isMode(value["mode"]) || !isPath(value["path"]) || !isTexts(value["inputs"])) return false;
  const hasTexts = typeof value["expression"] === "string" && typeof value["schema"] === "string";
  const hasChoices = typeof value["stored"] === "boolean" && typeof value["optionalOldSelf"] === "boolean";
  return hasTexts && hasChoices && Array.isArray(value["fixtures"]) && value["fixtures"].every(isFixture);
}
