import { addError, addErrors, forbidden, invalid, required, type FieldError, type FieldPath } from "../field-error.ts";
import { quoteGo } from "../go-strings.ts";
import { printedString } from "../printed-value.ts";
import { isValidLabelValue } from "../validation/names.ts";
import { validateLabelName, validateLabels } from "../validation/labels.ts";
import { newRequirement, SelectorError, type Operator, type Requirement } from "./requirement.ts";
import { everything, newSelector, nothing, type LabelSelector } from "./selector.ts";

/** meta/v1 LabelSelectorRequirement. */
export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | null;
}

/** meta/v1 LabelSelector. */
export interface LabelSelectorSpec {
  readonly matchLabels?: Readonly<Record<string, string>> | null;
  readonly matchExpressions?: readonly LabelSelectorRequirement[] | null;
}

const operators: ReadonlyMap<string, Operator> = new Map([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);

/** Returns the requirement of an expression; throws SelectorError if it is not valid. */
function requirementOf({ key, operator: name, values }: LabelSelectorRequirement): Requirement {
  const operator = operators.get(name);
  if (operator === undefined) throw new SelectorError(`${quoteGo(name)} is not a valid label selector operator`);
  return newRequirement(key, operator, values === undefined || values === null || values.length === 0 ? null : values);
}

/** How the members of a selector are gone through: at once, or with pauses where they may be many. */
export interface MemberSteps {
  keysOf(labels: Readonly<Record<string, string>>): readonly string[];
  map<T, R>(members: readonly T[], convert: (member: T) => R): readonly R[];
}

const atOnce: MemberSteps = { keysOf: Object.keys, map: (members, convert) => members.map((each) => convert(each)) };

/** The selectors of specs, which do not change: controllers ask for them with each event. */
const selectors = new WeakMap<LabelSelectorSpec, LabelSelector>();

/**
 * Converts a LabelSelector (metav1.LabelSelectorAsSelector): an absent one selects nothing, an empty one everything.
 * Without steps, the same spec always gives the same selector. Throws SelectorError.
 */
export function labelSelectorAsSelector(
  spec: LabelSelectorSpec | null | undefined,
  steps?: MemberSteps,
): LabelSelector {
  if (spec === null || spec === undefined) return nothing;
  if (steps !== undefined) return selectorInSteps(spec, steps);
  const known = selectors.get(spec);
  if (known !== undefined) return known;
  const made = selectorInSteps(spec, atOnce);
  selectors.set(spec, made);
  return made;
}

function selectorInSteps(spec: LabelSelectorSpec, steps: MemberSteps): LabelSelector {
  const matchLabels = spec.matchLabels ?? {};
  const labels = steps.map(steps.keysOf(matchLabels), (key) => newRequirement(key, "=", [matchLabels[key] ?? ""]));
  const expressions = steps.map(spec.matchExpressions ?? [], requirementOf);
  return labels.length + expressions.length === 0 ? everything : newSelector([...labels, ...expressions]);
}

/**
 * Formats a LabelSelector in one line for tables: `<none>` if empty, `<error>` if invalid (metav1.FormatLabelSelector).
 */
export function formatLabelSelector(spec: LabelSelectorSpec | null | undefined): string {
  try {
    const text = labelSelectorAsSelector(spec).toString();
    return text === "" ? "<none>" : text;
  } catch (error) {
    if (error instanceof SelectorError) return "<error>";
    throw error;
  }
}

/** Options of LabelSelector validation. */
export interface LabelSelectorValidationOptions {
  readonly allowInvalidLabelValueInSelector?: boolean;
  readonly allowUnknownOperatorInRequirement?: boolean;
}

/** Validates the operator of a requirement, and that it has values only where it takes some. */
export function validateRequirementOperator(
  { operator, values }: LabelSelectorRequirement,
  options: LabelSelectorValidationOptions,
  path: FieldPath,
): readonly FieldError[] {
  const count = values?.length ?? 0;
  switch (operator) {
    case "In":
    case "NotIn":
      return count > 0 ? [] : [required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist":
      return count === 0
        ? []
        : [forbidden(path.child("values"), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    default:
      return options.allowUnknownOperatorInRequirement
        ? []
        : [invalid(path.child("operator"), printedString(operator), "not a valid selector operator")];
  }
}

/** Validates one expression of a LabelSelector (v1 validation.ValidateLabelSelectorRequirement). */
export function validateLabelSelectorRequirement(
  requirement: LabelSelectorRequirement,
  options: LabelSelectorValidationOptions,
  path: FieldPath,
): readonly FieldError[] {
  const errors = [
    ...validateRequirementOperator(requirement, options, path),
    ...validateLabelName(requirement.key, path.child("key")),
  ];
  if (options.allowInvalidLabelValueInSelector) return errors;
  for (const [i, value] of (requirement.values ?? []).entries())
    for (const message of isValidLabelValue(value))
      addError(errors, invalid(path.child("values").index(i), value, message));
  return errors;
}

/** Validates a LabelSelector (v1 validation.ValidateLabelSelector). */
export function validateLabelSelector(
  spec: LabelSelectorSpec | null | undefined,
  options: LabelSelectorValidationOptions,
  path: FieldPath,
): readonly FieldError[] {
  if (spec === null || spec === undefined) return [];
  const errors = [...validateLabels(spec.matchLabels ?? {}, path.child("matchLabels"))];
  for (const [i, requirement] of (spec.matchExpressions ?? []).entries())
    addErrors(errors, validateLabelSelectorRequirement(requirement, options, path.child("matchExpressions").index(i)));
  return errors;
}
