import { StatusError } from "../../../apimachinery/errors.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { FlagSet } from "../../cli/flag-set.ts";
import type { Invocation } from "../../invocation.ts";
import { KubectlError } from "../../kubectl-error.ts";
import type { Query } from "../../rest/rest.ts";
import { createTypedPrinter } from "../../output/printer.ts";

/** What `--dry-run` says. */
export type DryRun = "none" | "client" | "server";

/** Reads `--dry-run`. Throws a KubectlError for a value that there is not (cmdutil.GetDryRunStrategy). */
export function dryRunOf(flags: FlagSet): DryRun {
  const value = flags.text("dry-run");
  if (value === "" || value === "none" || value === "false") return "none";
  if (value === "client" || value === "server") return value;
  if (value === "unchanged" || value === "true") return "client";
  throw new KubectlError(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`);
}

/** What was done, with a note for dry runs. */
export const doneText = (operation: string, dryRun: DryRun): string =>
  dryRun === "none" ? operation : `${operation} (${dryRun === "server" ? "server dry run" : "dry run"})`;

/** The query of a write: the field manager, validation and dry run. */
export function writeQuery(flags: FlagSet, manager?: string): Query {
  const dryRun = dryRunOf(flags);
  return {
    ...(dryRun === "server" && { dryRun: "All" }),
    fieldManager: manager ?? flags.text("field-manager"),
    fieldValidation: flags.has("validate") ? validationOf(flags) : undefined,
  };
}

function validationOf(flags: FlagSet): string {
  const value = flags.text("validate");
  if (value === "true" || value === "strict") return "Strict";
  if (value === "warn") return "Warn";
  if (value === "false" || value === "ignore") return "Ignore";
  throw new KubectlError(
    `invalid - validate option ${quoteGo(value)}; must be one of: strict (or true), warn, ignore (or false)`,
  );
}

/** An error with what was being done to what before its message (cmdutil.AddSourceToErr). */
export function withSource(verb: string, source: string, error: unknown): unknown {
  if (source === "") return error;
  const prefix = `error when ${verb} ${quoteGo(source)}: `;
  if (error instanceof StatusError) return new StatusError({ ...error.status, message: prefix + error.message });
  return error instanceof Error ? new KubectlError(prefix + error.message) : error;
}

/** Prints what was done to an object, in the format of `-o`. */
export async function printDone(invocation: Invocation, object: JsonObject, operation: string): Promise<void> {
  const print = await createTypedPrinter(invocation);
  print(object, doneText(operation, dryRunOf(invocation.flags)));
}
