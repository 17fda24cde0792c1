import type { KubeObject } from "../apimachinery/meta.ts";
import { parseQuantity } from "../apimachinery/quantity-parse.ts";
import { labelsAt } from "./fields.ts";

/** A resource of a quota: how much of it may be used, and how much is. */
export interface QuotaUse {
  readonly name: string;
  readonly most: string;
  readonly now: string;
}

/** What a quota counts, as its status has it. */
export function usesOf(quota: KubeObject): readonly QuotaUse[] {
  const used = labelsAt(quota, "status.used");
  return Object.entries(labelsAt(quota, "status.hard")).map(([name, most]) => ({ name, most, now: used[name] ?? "0" }));
}

/** Reports whether nothing of a resource is left. */
export const isSpent = ({ most, now }: QuotaUse): boolean => parseQuantity(now).compare(parseQuantity(most)) >= 0;

/** What is used of a resource: `pods 1 of 5`. */
export const useText = ({ name, most, now }: QuotaUse): string => `${name} ${now} of ${most}`;
