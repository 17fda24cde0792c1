import { keptObject } from "../../../component-base/work.ts";
import { firstPlaces, isBefore } from "../../../apimachinery/first-places.ts";
import {
  duplicate,
  internal,
  invalid,
  required,
  tooMany,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import { isQualifiedName } from "../../../apimachinery/validation/names.ts";
import {
  condition,
  ExpressionCompiler,
  type CompilationResult,
  type ExpressionAccessor,
  type OptionalVariableDeclarations,
} from "../../../apiserver/admission/cel/expressions.ts";
import type { MatchCondition, NamedExpression } from "../../../apiserver/admission/policy/types.ts";
import { errorsOfEach } from "../../validation/fields.ts";

/**
 * Compiles the expressions of an object that is created or updated. What was stored before may use everything that this
 * release supports; new expressions may use only what the previous release supports too.
 */
export class ExpressionValidator {
  readonly #compilers: Readonly<Record<"new" | "stored", ExpressionCompiler>>;

  constructor(compatibility: number | undefined, alone = false) {
    this.#compilers = {
      new: new ExpressionCompiler({ age: "new", compatibility, alone }),
      stored: new ExpressionCompiler({ age: "stored", compatibility, alone }),
    };
  }

  /** Validates an expression; `shown` is the text that the error quotes. */
  check(
    accessor: ExpressionAccessor,
    declarations: OptionalVariableDeclarations,
    { path, stored, shown = accessor.expression }: ExpressionPlace,
  ): readonly FieldError[] {
    return compilationErrors(this.#compilers[stored ? "stored" : "new"].compile(accessor, declarations), shown, path);
  }

  /** Validates a variable, which later expressions can use. */
  checkVariable(
    { name = "", expression = "" }: NamedExpression,
    declarations: OptionalVariableDeclarations,
    { path, stored }: ExpressionPlace,
  ): readonly FieldError[] {
    const results = {
      new: this.#compilers.new.addVariable(name, expression, declarations),
      stored: this.#compilers.stored.addVariable(name, expression, declarations),
    };
    return compilationErrors(results[stored ? "stored" : "new"], expression, path);
  }
}

/** Where an expression stands, and whether the stored object had it already. */
export interface ExpressionPlace {
  readonly path: FieldPath;
  readonly stored: boolean;
  readonly shown?: string;
}

/** Returns the error of an expression that does not compile (convertCELErrorToValidationError). */
function compilationErrors({ error }: CompilationResult, shown: string, path: FieldPath): readonly FieldError[] {
  if (error === undefined) return [];
  return [error.startsWith("program instantiation failed") ? internal(path, error) : invalid(path, shown, error)];
}

const mostConditions = 64;

/** Validates match conditions (validateMatchConditions); they cannot use the variables of a policy. */
export function validateMatchConditions(
  conditions: readonly MatchCondition[],
  {
    hasParams,
    path,
    compatibility,
    isStored,
  }: {
    readonly hasParams: boolean;
    readonly path: FieldPath;
    readonly compatibility: number | undefined;
    isStored(expression: string): boolean;
  },
): readonly FieldError[] {
  const places = keptObject(() => firstPlaces(conditions.map(({ name = "" }) => name)));
  const expressions = new ExpressionValidator(compatibility, true);
  return [
    ...(conditions.length > mostConditions ? [tooMany(path, conditions.length, mostConditions)] : []),
    ...errorsOfEach(conditions, ({ name = "", expression = "" }, i) => {
      const trimmed = expression.trim();
      const at = path.index(i);
      return [
        ...(trimmed === ""
          ? [required(at.child("expression"))]
          : expressions.check(
              condition(trimmed),
              { hasParams, hasAuthorizer: true },
              { path: at.child("expression"), stored: isStored(trimmed) },
            )),
        ...(name === "" ? [required(at.child("name"))] : validateQualifiedName(name, at.child("name"))),
        ...(name !== "" && isBefore(places, name, i) ? [duplicate(at.child("name"), name)] : []),
      ];
    }),
  ];
}

export const validateQualifiedName = (name: string, path: FieldPath): readonly FieldError[] =>
  isQualifiedName(name).map((message) => invalid(path, name, message));
