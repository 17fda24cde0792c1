import { internal, rootPath, type FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { generateValidators, type DeclarativeValidators } from "../../declarative-validation/generate.ts";
import { GoPanic } from "../../declarative-validation/validate/go-panic.ts";
import { mismatches } from "./compare.ts";
import { builtinTypes } from "./types.ts";

/** The types that carry tags. */
export type DeclarativeKind = "ReplicationController" | "CertificateSigningRequest" | "Scale";

/** A write as both validations see it. */
export interface DeclarativeWrite {
  readonly kind: DeclarativeKind;
  readonly object: KubeObject;
  readonly old?: KubeObject | undefined;
  /** Such as `/status`; `/` for the resource itself. */
  readonly subresource: string;
}

/** Runs declarative validation beside hand-written validation. */
export interface DeclarativeEngine {
  /** Returns the errors of a write, given those of hand-written validation. */
  errorsOf(write: DeclarativeWrite, written: readonly FieldError[], ctx: StrategyContext): readonly FieldError[];
}

/**
 * Compiles the tags of the built-in types. The errors of both validations are compared where the feature gate
 * DeclarativeValidation is on; the declarative ones are the answer with DeclarativeValidationTakeover (KEP-5073).
 */
export function createDeclarativeEngine(
  validators: Pick<DeclarativeValidators, "validate"> = generateValidators(builtinTypes),
): DeclarativeEngine {
  return {
    errorsOf(write, written, ctx) {
      const takeover = ctx.gates.enabled("DeclarativeValidationTakeover");
      const declarative = validated(validators, write, takeover, ctx);
      for (const detail of mismatches(written, declarative, takeover)) ctx.declarative?.mismatched(detail);
      return takeover ? [...written.filter((error) => error.coveredByDeclarative !== true), ...declarative] : written;
    },
  };
}

/** A panic is an error with takeover, and else only counted and logged. */
function validated(
  validators: Pick<DeclarativeValidators, "validate">,
  { kind, object, old, subresource }: DeclarativeWrite,
  takeover: boolean,
  ctx: StrategyContext,
): readonly FieldError[] {
  // objects of storage hold JSON
  const json = (value: KubeObject): JsonValue => value as unknown as JsonValue;
  try {
    return validators.validate({
      type: kind,
      operation: old === undefined ? "create" : "update",
      object: json(object),
      subresource,
      ...(old === undefined ? {} : { oldObject: json(old) }),
    });
  } catch (error) {
    if (!(error instanceof GoPanic)) throw error;
    const text = `panic during declarative validation: ${error.message}`;
    ctx.declarative?.panicked(text, !takeover);
    return takeover ? [internal(rootPath, text)] : [];
  }
}
