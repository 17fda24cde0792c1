import { compareUtf8 } from "../compare-utf8.ts";
import { formatRequirement, requirementsMatcher, type Labels, type Requirement } from "./requirement.ts";

/** Selects objects by their labels (labels.Selector). */
export interface LabelSelector {
  /** The requirements, all of which must match; sorted by key. */
  readonly requirements: readonly Requirement[];
  /** False for the selector that selects nothing. */
  readonly selectable: boolean;
  /** Selects everything. */
  readonly empty: boolean;
  matches(labels: Labels): boolean;
  /** Returns the value that a label must have; undefined if it is not determined. */
  requiresExactMatch(label: string): string | undefined;
  /** Returns the selector in query syntax. */
  toString(): string;
}

/** Returns the value that a requirement demands of its label; undefined if it is not determined. */
export function exactValue(requirement: Requirement | undefined): string | undefined {
  if (requirement?.values?.length !== 1) return undefined;
  const { operator } = requirement;
  return operator === "=" || operator === "==" || operator === "in" ? requirement.values[0] : undefined;
}

/** Returns a selector of validated requirements. */
export function newSelector(unsorted: readonly Requirement[]): LabelSelector {
  const requirements = unsorted.toSorted((a, b) => compareUtf8(a.key, b.key));
  let matcher: ((labels: Labels) => boolean) | undefined;
  return {
    requirements,
    selectable: true,
    empty: requirements.length === 0,
    matches: (labels) => (matcher ??= requirementsMatcher(requirements))(labels),
    requiresExactMatch: (label) => exactValue(requirements.find(({ key }) => key === label)),
    toString: () => requirements.map(formatRequirement).join(","),
  };
}

/** Selects everything. */
export const everything: LabelSelector = newSelector([]);

/** Selects nothing. */
export const nothing: LabelSelector = {
  requirements: [],
  selectable: false,
  empty: false,
  matches: () => false,
  requiresExactMatch: () => undefined,
  toString: () => "",
};
