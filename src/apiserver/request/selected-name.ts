import { parseFieldSelector } from "../../apimachinery/fields/selector.ts";
import { parseLabelSelector } from "../../apimachinery/labels/parse.ts";

/**
 * The name that a field selector asks for by `metadata.name=x` (fields.Selector.RequiresExactMatch), or undefined; also
 * where one of the
 * selectors does not parse, so that no authorizer decides by half of it.
 */
export function selectedName(fieldSelector: string, labelSelector: string): string | undefined {
  try {
    if (labelSelector !== "") parseLabelSelector(labelSelector);
    return parseFieldSelector(fieldSelector).requiresExactMatch("metadata.name");
  } catch {
    return undefined; // the list itself is refused with the reason, once it is allowed
  }
}
