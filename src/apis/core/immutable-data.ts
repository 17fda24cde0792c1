import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** What is said of a change to immutable data. */
export const whenImmutable = "field is immutable when `immutable` is set";

/** `immutable: true`: nothing but metadata may change. */
export const isImmutable = (object: KubeObject): boolean => object["immutable"] === true;

/** The same keys with the same texts; absent and empty are alike, as both are left out of what is stored. */
export function sameData(a: unknown, b: unknown): boolean {
  const left = isRecord(a) ? a : {};
  const right = isRecord(b) ? b : {};
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}
