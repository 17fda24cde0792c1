import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isValidPathSegmentName } from "../../apimachinery/validation/names.ts";

/** Returns why an object that is not cached cannot be asked for by its name; undefined if it can (Request.Name). */
export function pathNameProblem(name: string): string | undefined {
  if (name === "") return "resource name may not be empty";
  const messages = isValidPathSegmentName(name);
  return messages.length > 0 ? `invalid resource name ${quoteGo(name)}: [${messages.join(" ")}]` : undefined;
}
