import type { Env } from "../../../cel/env/env.ts";
import { createEnvSet, type EnvSet } from "../../../cel/env/kubernetes.ts";
import { optionalOf } from "../../../cel/types/type.ts";
import { declTypeProvider } from "./decl-type-provider.ts";
import type { DeclType } from "./decl-type.ts";

/**
 * Whether an expression is new or already stored. Stored expressions may use features of the current version only; new
 * ones may use only features that the compatibility version also supports.
 */
export type ExpressionAge = "new" | "stored";

/** Distinguishes new expressions from those that are already stored. */
export interface ExpressionAges {
  rule(text: string): ExpressionAge;
  messageExpression(text: string): ExpressionAge;
  /**
   * The minor release that must be able to evaluate new expressions; by default the one before this server's release.
   */
  readonly compatibility?: number | undefined;
}

export const allNew: ExpressionAges = { rule: () => "new", messageExpression: () => "new" };
export const allStored: ExpressionAges = { rule: () => "stored", messageExpression: () => "stored" };

/** The type name of `self` in messages. */
export const selfTypeName = "selfType0";

/** Environments by release. They are immutable, and there is at most one per release that can be emulated. */
const bases = new Map<number | undefined, EnvSet>();

/** Returns the environments for a compatibility version, created on first use. */
function baseFor(compatibility: number | undefined): EnvSet {
  const base = bases.get(compatibility) ?? createEnvSet(compatibility);
  bases.set(compatibility, base);
  return base;
}

/** The CEL environments for the rules of one schema node, created on demand. */
export class RuleEnvironments {
  readonly #declared: DeclType;
  readonly #compatibility: number | undefined;
  readonly #made = new Map<string, Env>();

  constructor(declared: DeclType, compatibility?: number) {
    this.#declared = declared;
    this.#compatibility = compatibility;
  }

  of(age: ExpressionAge, optionalOldSelf: boolean): Env {
    const name = `${age} ${optionalOldSelf}`;
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const env = this.#extend(age, optionalOldSelf);
    this.#made.set(name, env);
    return env;
  }

  #extend(age: ExpressionAge, optionalOldSelf: boolean): Env {
    const base = baseFor(this.#compatibility);
    const { type } = this.#declared;
    const variables = [
      ["self", type],
      ["oldSelf", optionalOldSelf ? optionalOf(type) : type],
    ] as const;
    return (age === "new" ? base.newExpressions : base.storedExpressions).extend({
      variables,
      provider: declTypeProvider(this.#declared),
    });
  }
}
