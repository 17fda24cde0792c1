import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** Error for a change of immutable data. */
export const whenImmutable = "field is immutable when `immutable` is set";

/** Reports whether `immutable` is set, which makes all data immutable. */
export const isImmutable = (object: KubeObject): boolean => object["immutable"] === true;

/** Reports whether two maps are equal; an empty one is not the same as none (reflect.DeepEqual). */
export function sameData(a: unknown, b: unknown): boolean {
  if (!isRecord(a) || !isRecord(b)) return isRecord(a) === isRecord(b);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
