import {
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { numberAt, stringAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";

const highestUserDefinablePriority = 1_000_000_000;
const systemPrefix = "system-";

/** The classes that every cluster has (scheduling/v1 SystemPriorityClasses). */
export const systemPriorityClasses = [
  {
    name: "system-node-critical",
    value: 2_000_001_000,
    description: "Used for system critical pods that must not be moved from their current node.",
  },
  {
    name: "system-cluster-critical",
    value: 2_000_000_000,
    description:
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
  },
] as const;

/**
 * Returns why a class with the system prefix is not a known system class, or undefined if it is one (scheduling/v1
 * IsKnownSystemPriorityClass).
 */
function systemClassProblem(name: string, value: number, globalDefault: boolean): string | undefined {
  const known = systemPriorityClasses.find((c) => c.name === name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (known.value !== value) return `value of ${name} PriorityClass must be ${known.value}`;
  if (globalDefault) return `globalDefault of ${name} PriorityClass must be false`;
  return undefined;
}

/** Validates a PriorityClass (scheduling/validation ValidatePriorityClass). */
export function validatePriorityClass(object: KubeObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { name = "" } = object.metadata;
  const value = numberAt(object, "value") ?? 0;
  const policy = object["preemptionPolicy"];
  if (name.startsWith(systemPrefix)) {
    const problem = systemClassProblem(name, value, object["globalDefault"] === true);
    const text = "priority class names with 'system-' prefix are reserved for system use only. error: ";
    if (problem !== undefined) addError(errors, forbidden(fieldPath("metadata", "name"), text + problem));
  } else if (value > highestUserDefinablePriority) {
    addError(
      errors,
      forbidden(
        fieldPath("value"),
        `maximum allowed value of a user defined priority is ${highestUserDefinablePriority}`,
      ),
    );
  }
  if (typeof policy === "string") addErrors(errors, validatePolicy(policy));
  return errors;
}

function validatePolicy(policy: string): readonly FieldError[] {
  const path = fieldPath("preemptionPolicy");
  if (policy === "PreemptLowerPriority" || policy === "Never") return [];
  return policy === "" ? [required(path)] : [notSupported(path, policy, ["PreemptLowerPriority", "Never"])];
}

/** Validates an update: value and preemptionPolicy are immutable (ValidatePriorityClassUpdate). */
function validatePriorityClassUpdate(object: KubeObject, old: KubeObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (numberAt(object, "value") !== numberAt(old, "value"))
    addError(errors, forbidden(fieldPath("value"), "may not be changed in an update."));
  const policy = stringAt(object, "preemptionPolicy");
  if (policy !== stringAt(old, "preemptionPolicy"))
    addError(errors, invalid(fieldPath("preemptionPolicy"), policy, "field is immutable"));
  return errors;
}

/** Strategy of PriorityClasses: the generation is 1 and never incremented. */
export const priorityClassStrategy: Strategy = {
  ...objectStrategy({ generation: [], validatesMetadata: true }),
  validate: validatePriorityClass,
  validateUpdate: validatePriorityClassUpdate,
};

/** Defaults preemptionPolicy to PreemptLowerPriority (scheduling/v1 SetDefaults_PriorityClass). */
export const defaultPriorityClass = (object: KubeObject): KubeObject =>
  object["preemptionPolicy"] === undefined ? { ...object, preemptionPolicy: "PreemptLowerPriority" } : object;
