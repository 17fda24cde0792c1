import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { newApplyConflict, type StatusError } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { Conflict } from "../../structured-merge-diff/managers.ts";
import { formatPath } from "../../structured-merge-diff/path-element.ts";
import { parseManagerIdentifier } from "./manager-identifier.ts";

/**
 * The 409 of an apply that would change what others own; a cause for each field (internal.NewConflictError). Upstream's
 * order of managers is random: here causes are sorted by their messages.
 */
export function newConflictError(conflicts: readonly Conflict[]): StatusError {
  const causes = conflicts.map(({ manager, path }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${printManager(manager)}`,
    field: formatPath(path),
  }));
  causes.sort((a, b) => compareUtf8(a.message, b.message));
  return newApplyConflict(causes, conflictMessage(conflicts));
}

function conflictMessage(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first && conflicts.length === 1)
    return `Apply failed with 1 conflict: conflict with ${printManager(first.manager)}: ${formatPath(first.path)}`;
  const managers = [...new Set(conflicts.map(({ manager }) => manager))].sort(compareUtf8);
  const pathsOf = (owner: string): readonly string[] =>
    conflicts.filter(({ manager }) => manager === owner).map(({ path }) => `- ${formatPath(path)}`);
  const lines = managers.flatMap((manager) => [`conflicts with ${printManager(manager)}:`, ...pathsOf(manager)]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join("\n")}`;
}

function printManager(identifier: string): string {
  const { manager = "", operation, apiVersion = "", subresource = "" } = parseManagerIdentifier(identifier);
  const named = subresource === "" ? quoteGo(manager) : `${quoteGo(manager)} with subresource ${quoteGo(subresource)}`;
  return operation === "Update" ? `${named} using ${apiVersion}` : named;
}
