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
  /** The release whose servers must understand new expressions; the one before this server's own where absent. */
  readonly compatibility?: number | undefined;
}

export const allNew: ExpressionAges = { rule: () => "new", messageExpression: () => "new" };
export const allStored: ExpressionAges = { rule: () => "stored", messageExpression: () => "stored" };

/** How the type of `self` is called in messages. */
export const selfTypeName = "selfType0";

/** Immutable environments by release: at most one for each that can be emulated. */
const bases = new Map<number | undefined, EnvSet>();

/** What expressions may use, made once for each release to get along with. */
function baseFor(compatibility: number | undefined): EnvSet {
  const base = bases.get(compatibility) ?? createEnvSet(compatibility);
  bases.set(compatibility, base);
  return base;
}

/** The environments of the rules of one schema node, made when they are asked for. */
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
