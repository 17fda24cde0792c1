import type { KubeObject } from "../apimachinery/meta.ts";
import type { FieldLabels } from "../apiserver/registry/resource-definition.ts";
import { recordAt } from "./record.ts";

/** Prints a scalar member as field selectors see it; `absent` where there is none. */
const scalarAt = (object: Readonly<Record<string, unknown>>, member: string, absent: string): string => {
  const value = object[member];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : absent;
};

/** A selectable field `outer.member`. */
export const nested =
  (outer: string, member: string, absent = "") =>
  (object: KubeObject): string =>
    scalarAt(recordAt(object, outer), member, absent);

/** A selectable field at the top. */
export const topLevel =
  (member: string) =>
  (object: KubeObject): string =>
    scalarAt(object, member, "");

/** Field labels that stand for themselves, and what is said of others. */
export const acceptFields = (
  labels: readonly string[],
  unsupported: (label: string) => string = notSupportedLabel,
): FieldLabels => ({
  accepted: Object.fromEntries(labels.map((label) => [label, label])),
  unsupported,
});

/** The usual words about a field label that a kind does not know. */
export const notSupportedLabel = (label: string): string => `field label not supported: ${label}`;
