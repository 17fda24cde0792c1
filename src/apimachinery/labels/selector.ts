import { compareUtf8 } from "../compare-utf8.ts";
import type { Steps } from "../steps.ts";
import { formatRequirement, requirementsMatcher, satisfiesEach, type Labels, type Requirement } from "./requirement.ts";

/** Selects objects by their labels (labels.Selector). */
export interface LabelSelector {
  /** The requirements, all of which must match; sorted by key. */
  readonly requirements: readonly Requirement[];
  /** False for the selector that selects nothing. */
  readonly selectable: boolean;
  /** Selects everything. */
  readonly empty: boolean;
  matches(labels: Labels): boolean;
  /** As `matches`, in steps, and for labels that are asked for once: nothing is made for the next ones. */
  matchesOnce(labels: Labels, steps: Steps): boolean;
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
  let sorted: readonly Requirement[] | undefined;
  let matcher: ((labels: Labels) => boolean) | undefined;
  const requirements = (): readonly Requirement[] =>
    (sorted ??= unsorted.toSorted((a, b) => compareUtf8(a.key, b.key)));
  return {
    get requirements() {
      return requirements();
    },
    selectable: true,
    empty: unsorted.length === 0,
    matches: (labels) => (matcher ??= requirementsMatcher(unsorted))(labels),
    matchesOnce: (labels, steps) => satisfiesEach(unsorted, labels, steps),
    requiresExactMatch: (label) => exactValue(requirements().find(({ key }) => key === label)),
    toString: () => requirements().map(formatRequirement).join(","),
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
  matchesOnce: () => false,
  requiresExactMatch: () => undefined,
  toString: () => "",
};
