import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** Error for a change of immutable data. */
export const whenImmutable = "field is immutable when `immutable` is set";

/** Reports whether `immutable` is set, which makes all data immutable. */
export const isImmutable = (object: KubeObject): boolean => object["immutable"] === true;

/** Reports whether two maps are equal; absent and empty maps are equal, since neither is stored. */
export function sameData(a: unknown, b: unknown): boolean {
  const left = isRecord(a) ? a : {};
  const right = isRecord(b) ? b : {};
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}
