import type { Env } from "../../../cel/env/env.ts";
import { createEnvSet, type EnvSet } from "../../../cel/env/kubernetes.ts";
import { optionalOf } from "../../../cel/types/type.ts";
import { declTypeProvider } from "./decl-type-provider.ts";
import type { DeclType } from "./decl-type.ts";

/** Expressions that were there before may use what only this version knows; new ones may not. */
export type ExpressionAge = "new" | "stored";

/** Tells expressions that are being written from those that were accepted once. */
export interface ExpressionAges {
  rule(text: string): ExpressionAge;
  messageExpression(text: string): ExpressionAge;
}

export const allNew: ExpressionAges = { rule: () => "new", messageExpression: () => "new" };
export const allStored: ExpressionAges = { rule: () => "stored", messageExpression: () => "stored" };

/** How the type of `self` is called in messages. */
export const selfTypeName = "selfType0";

let base: EnvSet | undefined;

/** The environments of the rules of one schema node, made when they are asked for. */
export class RuleEnvironments {
  readonly #declared: DeclType;
  readonly #made = new Map<string, Env>();

  constructor(declared: DeclType) {
    this.#declared = declared;
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
    base ??= createEnvSet();
    const { type } = this.#declared;
    const variables = [["self", type], ["oldSelf", optionalOldSelf ? optionalOf(type) : type]] as const;
    return (age === "new" ? base.newExpressions : base.storedExpressions).extend({ variables, provider: declTypeProvider(this.#declared) });
  }
}
