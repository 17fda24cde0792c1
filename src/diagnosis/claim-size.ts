import type { KubeObject } from "../apimachinery/meta.ts";
import { parseQuantity } from "../apimachinery/quantity-parse.ts";
import { textAt } from "./fields.ts";

/** Reports whether a bound claim asks for more than its volume has. */
export function isGrowing(claim: KubeObject): boolean {
  const [wanted, has] = [textAt(claim, "spec.resources.requests.storage"), textAt(claim, "status.capacity.storage")];
  return wanted !== "" && has !== "" && parseQuantity(wanted).compare(parseQuantity(has)) > 0;
}
