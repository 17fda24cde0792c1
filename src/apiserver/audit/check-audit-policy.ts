import { aggregateMessage } from "../../apimachinery/field-error.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { PolicyFinding } from "../../client/audit.ts";
import { examineAuditPolicy } from "./load-audit-policy.ts";

/**
 * Returns all errors and warnings about the text of a policy, with their positions if known (client/audit.ts defines
 * the contract).
 */
export function checkAuditPolicy(text: string): readonly PolicyFinding[] {
  try {
    const { errors, strictErrors } = examineAuditPolicy(new TextEncoder().encode(text));
    const refused = errors.map((error): PolicyFinding => ({
      tone: "error",
      field: error.field,
      message: aggregateMessage([error]),
    }));
    return [
      ...refused,
      ...strictErrors.map((message): PolicyFinding => ({ tone: "warning", field: namedField(message), message })),
    ];
  } catch (error) {
    if (error instanceof ConfigurationError)
      return [{ tone: "error", field: "", message: error.message, ...lineIn(error.message) }];
    throw error;
  }
}

const namedField = (message: string): string => /(?:unknown|duplicate) field "([^"]+)"/.exec(message)?.[1] ?? "";

/** The line number, starting at 1, in an error message of the YAML parser. */
function lineIn(message: string): Pick<PolicyFinding, "line"> {
  const line = /yaml: line (\d+):/.exec(message)?.[1];
  return line === undefined ? {} : { line: Math.max(0, Number(line) - 1) };
}
