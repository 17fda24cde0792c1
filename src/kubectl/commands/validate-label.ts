import { quoteGo } from "../../apimachinery/go-strings.ts";
import { KubectlError } from "../kubectl-error.ts";

/** Checks the value of a label as the server does (validation.IsValidLabelValue). Throws a KubectlError. */
export function validateLabel(key: string, value: string): void {
  const problems: string[] = [];
  if (value.length > 63) problems.push("must be no more than 63 bytes");
  if (!/^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/.test(value))
    problems.push(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    );
  if (problems.length > 0)
    throw new KubectlError(`invalid label value: ${quoteGo(`${key}=${value}`)}: ${problems.join("; ")}`);
}
