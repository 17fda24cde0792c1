import type { KubeObject } from "../apimachinery/meta.ts";
import type { FieldLabels } from "../apiserver/registry/resource-definition.ts";
import { recordAt } from "./record.ts";

/** Formats a scalar member for field selectors; returns `absent` if there is none. */
const scalarAt = (object: Readonly<Record<string, unknown>>, member: string, absent: string): string => {
  const value = object[member];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : absent;
};

/** Returns an accessor for a selectable field `outer.member`. */
export const nested =
  (outer: string, member: string, absent = "") =>
  (object: KubeObject): string =>
    scalarAt(recordAt(object, outer), member, absent);

/** Returns an accessor for a selectable field at the top level. */
export const topLevel =
  (member: string) =>
  (object: KubeObject): string =>
    scalarAt(object, member, "");

/** Accepts the given field labels unchanged; `unsupported` returns the error for others. */
export const acceptFields = (
  labels: readonly string[],
  unsupported: (label: string) => string = notSupportedLabel,
): FieldLabels => ({
  accepted: Object.fromEntries(labels.map((label) => [label, label])),
  unsupported,
});

/** Default error for an unsupported field label. */
export const notSupportedLabel = (label: string): string => `field label not supported: ${label}`;
