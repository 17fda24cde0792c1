import type { CheckedExpr } from "../../../cel/checker/checked-expr.ts";
import { estimateCost, type SizeEstimator } from "../../../cel/cost/estimator.ts";
import type { Uint64 } from "../../../cel/cost/uint64.ts";
import { CompileError, type Env } from "../../../cel/env/env.ts";
import { perCallLimit } from "../../../cel/env/kubernetes.ts";
import { ProgramError } from "../../../cel/interpreter/planned.ts";
import { Program } from "../../../cel/program.ts";
import { boolType, stringType, type Type } from "../../../cel/types/type.ts";
import type { Schema } from "../schema.ts";
import type { ValidationRule } from "../value-validation.ts";
import { sizesOf, type DeclType } from "./decl-type.ts";
import { findFieldPath, schemaSteps } from "./field-path.ts";
import { maxRequestBytes } from "./limits.ts";
import { RuleEnvironments, type ExpressionAges } from "./rule-environments.ts";

/** A rule with its compiled program or its compilation error (CompilationResult). */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Undefined for a blank rule and for a rule that does not compile. */
  readonly program?: Program;
  readonly error?: string;
  /** Whether the rule refers to `oldSelf`. */
  readonly usesOldSelf: boolean;
  /** The estimated maximum cost of one evaluation. */
  readonly maxCost: Uint64;
  /** The maximum number of such values that fit into one request. */
  readonly maxCardinality: number;
  readonly message?: Program;
  readonly messageError?: string;
  readonly messageMaxCost: Uint64;
  /** The path of the rule's errors relative to its value; "" for the value itself. */
  readonly fieldPath: string;
}

const nothing = { usesOldSelf: false, maxCost: 0, maxCardinality: 0, messageMaxCost: 0, fieldPath: "" } as const;

/** Compiles the rules of one schema node; `declared` is the type of `self` (cel.Compile). */
export function compileRules(
  rules: readonly ValidationRule[],
  schema: Schema,
  declared: DeclType,
  ages: ExpressionAges,
): readonly CompiledRule[] {
  if (rules.length === 0) return [];
  const compiler = new RuleCompiler(schema, declared, ages);
  return rules.map((rule) => compiler.compile(rule));
}

/** Returns how many values of a minimum size fit into one request, counting one comma per value. */
const cardinalityOf = ({ minSerializedSize }: DeclType): number =>
  Math.trunc(maxRequestBytes / (minSerializedSize + 1));

type Compiled =
  | { readonly program: Program; readonly maxCost: Uint64 }
  | { readonly error: string; readonly checked?: CheckedExpr };

/** The wording of error messages for one kind of expression. */
interface Words {
  readonly compilation: string;
  readonly instantiation: string;
  readonly wrongType: string;
}

const ruleWords: Words = {
  compilation: "compilation failed",
  instantiation: "program instantiation failed",
  wrongType: "cel expression must evaluate to a bool",
};
const messageWords: Words = {
  compilation: "messageExpression compilation failed",
  instantiation: "messageExpression instantiation failed",
  wrongType: "messageExpression must evaluate to a string",
};

class RuleCompiler {
  readonly #schema: Schema;
  readonly #ages: ExpressionAges;
  readonly #environments: RuleEnvironments;
  readonly #sizes: SizeEstimator;
  readonly #maxCardinality: number;

  constructor(schema: Schema, declared: DeclType, ages: ExpressionAges) {
    this.#schema = schema;
    this.#ages = ages;
    this.#environments = new RuleEnvironments(declared, ages.compatibility);
    this.#sizes = sizesOf(declared);
    this.#maxCardinality = cardinalityOf(declared);
  }

  compile(rule: ValidationRule): CompiledRule {
    const { rule: text = "", optionalOldSelf = false } = rule;
    if (text.trim() === "") return { ...nothing, rule };
    const compiled = this.#expression(
      text,
      this.#environments.of(this.#ages.rule(text), optionalOldSelf),
      boolType,
      ruleWords,
    );
    if ("error" in compiled)
      return {
        ...nothing,
        rule,
        error: compiled.error,
        usesOldSelf: compiled.checked !== undefined && readsOldSelf(compiled.checked),
      };
    const { program, maxCost } = compiled;
    const { error: messageError, ...message } = this.#message(rule);
    return {
      rule,
      program,
      maxCost,
      usesOldSelf: readsOldSelf(program.checked),
      maxCardinality: this.#maxCardinality,
      messageMaxCost: 0,
      ...message,
      ...(messageError !== undefined && { messageError }),
      fieldPath: messageError === undefined ? this.#fieldPath(rule) : "",
    };
  }

  #message({ messageExpression = "", optionalOldSelf = false }: ValidationRule): {
    readonly error?: string;
    readonly message?: Program;
    readonly messageMaxCost?: Uint64;
  } {
    if (messageExpression === "") return {};
    const env = this.#environments.of(this.#ages.messageExpression(messageExpression), optionalOldSelf);
    const compiled = this.#expression(messageExpression, env, stringType, messageWords);
    return "error" in compiled
      ? { error: compiled.error }
      : { message: compiled.program, messageMaxCost: compiled.maxCost };
  }

  #expression(text: string, env: Env, type: Type, words: Words): Compiled {
    let checked: CheckedExpr | undefined;
    try {
      checked = env.compile(text);
      if (checked.outputType !== type) return { error: words.wrongType };
      return {
        program: new Program(checked, env, { costLimit: perCallLimit }),
        maxCost: estimateCost(checked, this.#sizes).max,
      };
    } catch (error) {
      if (error instanceof CompileError) return { error: `${words.compilation}: ${error.message}` };
      if (error instanceof ProgramError && checked !== undefined)
        return { error: `${words.instantiation}: ${error.message}`, checked };
      throw error;
    }
  }

  #fieldPath({ fieldPath = "" }: ValidationRule): string {
    if (fieldPath === "") return "";
    const found = findFieldPath(fieldPath, this.#schema, schemaSteps);
    return "problem" in found ? "" : found.path.toString();
  }
}

/**
 * Reports whether an expression refers to `oldSelf`. Any identifier of that name counts, including a local variable.
 */
function readsOldSelf(checked: CheckedExpr): boolean {
  for (let id = 0; id < checked.nodeCount; id++) if (checked.identOf({ id })?.name === "oldSelf") return true;
  return false;
}
