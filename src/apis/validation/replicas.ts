import { integerAt, type Fields } from "./fields.ts";
import { nonNegative } from "./checks.ts";
import { invalid, addError } from "../../apimachinery/field-error.ts";

/** Counts of a status must not be negative. */
export function nonNegativeCounts(status: Fields, members: readonly string[]): void {
  for (const member of members) nonNegative(status, member);
}

/** Counts of a status must not be greater than that of its replicas. */
export function withinReplicas(status: Fields, members: readonly string[]): void {
  for (const member of members) atMost(status, member, "replicas", "cannot be greater than status.replicas");
}

/** A count of a status must not be greater than another one. */
export function atMost(status: Fields, member: string, other: string, message: string): void {
  const value = integerAt(status, member) ?? 0;
  if (value > (integerAt(status, other) ?? 0))
    addError(status.errors, invalid(status.path.child(member), value, message));
}

/** The number of hash collisions only grows (IsDecremented). */
export function notDecremented(status: Fields, old: Fields, member: string): void {
  const [value, before] = [integerAt(status, member), integerAt(old, member)];
  if (before !== undefined && (value === undefined || value < before))
    addError(status.errors, invalid(status.path.child(member), Number(value ?? 0), "cannot be decremented"));
}
