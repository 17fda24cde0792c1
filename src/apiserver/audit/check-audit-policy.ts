import { aggregateMessage } from "../../apimachinery/field-error.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { PolicyFinding } from "../../client/audit.ts";
import { examineAuditPolicy } from "./load-audit-policy.ts";

/**
 * Everything that is wrong or odd about a policy's text, each thing with its place as far as that is known
 * (client/audit.ts has the contract).
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

/** What the parser of YAML says of lines, from 1. */
function lineIn(message: string): Pick<PolicyFinding, "line"> {
  const line = /yaml: line (\d+):/.exec(message)?.[1];
  return line === undefined ? {} : { line: Math.max(0, Number(line) - 1) };
}
