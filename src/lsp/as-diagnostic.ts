import { DiagnosticSeverity, type Diagnostic, type Range } from "vscode-languageserver";
import type { Finding, Place } from "../validate/report.ts";

/** The range of a place, whose lines and columns are counted from 1. */
export const rangeOf = ({ line, column, endLine, endColumn }: Place): Range => ({
  start: { line: line - 1, character: column - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
});

/**
 * Returns a finding as editors show it, with a link to the rule behind it. `uriOf` tells the address of a file as
 * reports name it.
 */
export function asDiagnostic(finding: Finding, uriOf: (file: string) => string): Diagnostic {
  const { level, message, reason, place, rule, hint } = finding;
  const related = rule?.place && {
    location: { uri: uriOf(rule.place.file), range: rangeOf(rule.place) },
    message: `rule of ${rule.kind} ${rule.name}${rule.expression === "" ? "" : `: ${rule.expression}`}`,
  };
  return {
    range: rangeOf(place),
    severity: level === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    source: "kubepad",
    message: hint === undefined ? message : `${message}\nhint: ${hint}`,
    ...(reason !== "" && { code: reason }),
    ...(related && { relatedInformation: [related] }),
  };
}
