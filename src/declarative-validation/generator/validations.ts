import type { FieldError, FieldPath } from "../../apimachinery/field-error.ts";
import type { GoType } from "../go/go-type.ts";
import type { Tag } from "../tags/tag.ts";
import type { GoValue } from "../validate/go-value.ts";

/** What is validated (apimachinery's operation.Operation). */
export interface Operation {
  readonly type: "create" | "update";
  /** The options that are enabled. */
  readonly options: readonly string[];
}

/** A tag in the source. */
export interface TagSource {
  /** The tag as it would be written, with `+`. */
  readonly tag: string;
  readonly line: number;
}

/** A tag with its line. */
export interface LocatedTag {
  readonly tag: Tag;
  readonly source: TagSource;
}

/** An error with the tags that it comes from, the outermost of each. */
export interface DeclarativeError extends FieldError {
  readonly sources?: readonly TagSource[];
}

/** Validates a value of a type, or what a pointer points to; undefined is nil. `old` is nil for a new value. */
export type ValidateFunc = (
  op: Operation,
  path: FieldPath,
  type: GoType,
  value: GoValue,
  old: GoValue,
) => readonly DeclarativeError[];

/** A call of a validation function that the generator would emit (validation-gen's FunctionGen). */
export interface Check {
  readonly run: ValidateFunc;
  /** What follows is skipped if it fails. */
  readonly shortCircuit?: boolean;
  /** From v1.35 on, it ends only what it is together with: the rules of one subfield or item. */
  readonly cohort?: string | undefined;
  /** Its errors are not reported. */
  readonly nonError?: boolean;
  /** Whether the function takes more than the value: then, Go needs a literal of exactly the right type around it. */
  readonly hasArgs?: boolean;
  /** Returns why Go would not build the call for a value of the type, or undefined. */
  readonly refusal?: (type: GoType) => string | undefined;
  readonly sources?: readonly TagSource[];
}

/** What tags of one type or field amount to (validation-gen's Validations). */
export interface Validations {
  readonly checks: readonly Check[];
  /** The names of the variables that would be declared. */
  readonly variables?: readonly string[];
  readonly comments?: number;
  /** Rules of the type, of a map's keys, or of a list's or map's values are not called. */
  readonly opaque?: boolean;
  readonly opaqueKey?: boolean;
  readonly opaqueVal?: boolean;
}

export const noValidations: Validations = { checks: [] };

export const joinValidations = (a: Validations, b: Validations): Validations => ({
  checks: [...a.checks, ...b.checks],
  variables: [...(a.variables ?? []), ...(b.variables ?? [])],
  comments: (a.comments ?? 0) + (b.comments ?? 0),
  opaque: a.opaque === true || b.opaque === true,
  opaqueKey: a.opaqueKey === true || b.opaqueKey === true,
  opaqueVal: a.opaqueVal === true || b.opaqueVal === true,
});

/** Reports whether nothing would be emitted; being opaque is nothing. */
export const isEmpty = ({ checks, variables = [], comments = 0 }: Validations): boolean =>
  checks.length + variables.length + comments === 0;

/** Names the tag that the errors of checks come from, where an inner one has not. */
export const fromTag = (validations: Validations, source: TagSource | undefined): Validations =>
  source === undefined
    ? validations
    : { ...validations, checks: validations.checks.map((check) => ({ ...check, sources: check.sources ?? [source] })) };
