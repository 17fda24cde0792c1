import type { ScopedResourceSelectorRequirement } from "../../api/core/v1.ts";

/** Reports whether one of the values of a scope is selected; without values as a label that is absent is. */
export function matchesScopeSelector(
  { operator, values = [] }: ScopedResourceSelectorRequirement,
  found: readonly string[],
): boolean {
  const matches = (value: string | undefined): boolean => {
    switch (operator) {
      case "In":
        return value !== undefined && values.includes(value);
      case "NotIn":
        return value === undefined || !values.includes(value);
      case "Exists":
        return value !== undefined;
      default:
        return operator === "DoesNotExist" && value === undefined;
    }
  };
  return found.length === 0 ? matches(undefined) : found.some(matches);
}
