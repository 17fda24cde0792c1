import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { isValidLabelValue } from "../../../apimachinery/validation/names.ts";
import { KubectlError } from "../../kubectl-error.ts";

/** Checks the value of a label as the server does (validation.IsValidLabelValue). Throws a KubectlError. */
export function validateLabel(key: string, value: string): void {
  const problems = isValidLabelValue(value);
  if (problems.length > 0)
    throw new KubectlError(`invalid label value: ${quoteGo(`${key}=${value}`)}: ${problems.join("; ")}`);
}
