import { Double, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { userInfoType } from "../../apiserver/admission/cel/variable-types.ts";
import { declTypeProvider } from "../../apiserver/schema/cel/decl-type-provider.ts";
import { unescapePropertyName } from "../../apiserver/schema/cel/property-names.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";
import { CompileError, type Env } from "../../cel/env/env.ts";
import { createEnvSet, perCallLimit } from "../../cel/env/kubernetes.ts";
import { ProgramError } from "../../cel/interpreter/planned.ts";
import { Program } from "../../cel/program.ts";
import { anyType, boolType, isExactType, mapOf, stringType } from "../../cel/types/type.ts";
import { EvalError, errorOr, noSuchOverload } from "../../cel/values/eval-error.ts";
import { jsonValue, memberNames, ownMember } from "../../cel/values/json.ts";
import { ListValue, MapValue, type Value } from "../../cel/values/value.ts";

/** The variable that an expression has. */
export type ClaimVariable = "claims" | "user";

/** A compiled expression, or why it does not compile. */
export type CompiledExpression = { readonly program: Program } | { readonly problem: string };

/** The environments of the two variables, made when they are first needed; they are immutable. */
const environments = new Map<ClaimVariable, Env>();

/** The libraries are those of this release (environment.StoredExpressions). */
function environmentOf(variable: ClaimVariable): Env {
  const known = environments.get(variable);
  if (known !== undefined) return known;
  const base = createEnvSet().storedExpressions;
  const made =
    variable === "claims"
      ? base.extend({ variables: [["claims", mapOf(stringType, anyType)]] })
      : base.extend({ variables: [["user", userInfoType.type]], provider: declTypeProvider(userInfoType) });
  environments.set(variable, made);
  return made;
}

/** Compiles an expression over claims or a user; `isRule` if it must be true or false (authentication/cel.compiler). */
export function compileClaimExpression(
  expression: string,
  variable: ClaimVariable,
  isRule: boolean,
): CompiledExpression {
  const env = environmentOf(variable);
  try {
    const checked = env.compile(expression);
    if (isRule && !isExactType(checked.outputType, boolType)) return { problem: "must evaluate to bool" };
    return { program: new Program(checked, env, { costLimit: perCallLimit }) };
  } catch (error) {
    if (error instanceof CompileError) return { problem: `compilation failed: ${error.message}` };
    if (error instanceof ProgramError) return { problem: `program instantiation failed: ${error.message}` };
    throw error;
  }
}

/** Evaluates an expression; returns a text if it fails. */
export function evaluateClaimExpression(
  program: Program,
  variable: ClaimVariable,
  value: Value,
): { readonly value: Value } | { readonly problem: string } {
  const result = program.evaluate({ get: (name) => (name === variable ? value : undefined) });
  return result.value instanceof EvalError
    ? { problem: `expression '${program.checked.text}' resulted in error: ${result.value.message}` }
    : { value: result.value };
}

/** Returns claims as the variable `claims`, with numbers as Go's encoding/json reads them: as doubles. */
export const claimsValue = (claims: JsonObject): Value => new LazyMap(claims);

/** Returns a user as the variable `user`. */
export const userValue = ({ name, uid, groups, extra }: UserInfo): Value =>
  new LazyMap({ username: name, uid, groups, extra });

function nested(json: JsonValue): Value {
  if (typeof json === "number" || typeof json === "bigint") return new Double(Number(json));
  if (json instanceof Double || typeof json !== "object" || json === null) return jsonValue(json);
  return Array.isArray(json) ? new NestedList(json) : new NestedMap(json as JsonObject);
}

/** A JSON object, whose members may be selected by escaped names (oidc.unescapeMapper). */
class NestedMap extends MapValue {
  protected readonly members: JsonObject;

  constructor(members: JsonObject) {
    super();
    this.members = members;
  }

  override get size(): number {
    return memberNames(this.members).length;
  }

  override keys(): readonly Value[] {
    return memberNames(this.members);
  }

  override find(key: Value): Value | undefined {
    const member = typeof key === "string" ? ownMember(this.members, this.nameOf(key) ?? "") : undefined;
    return member === undefined ? undefined : nested(member);
  }

  protected nameOf(key: string): string | undefined {
    return unescapePropertyName(key) ?? key;
  }
}

/** The outermost object: keys that are no texts are errors, and it equals itself alone (lazy.MapValue). */
class LazyMap extends NestedMap {
  override find(key: Value): Value | undefined {
    if (typeof key !== "string") return errorOr(key, noSuchOverload);
    return this.nameOf(key) === undefined ? undefined : super.find(key);
  }

  protected override nameOf(key: string): string | undefined {
    return unescapePropertyName(key);
  }

  override equalTo(other: Value): Value {
    return other === this;
  }
}

/** A JSON array. */
class NestedList extends ListValue {
  readonly #elements: readonly JsonValue[];

  constructor(elements: readonly JsonValue[]) {
    super();
    this.#elements = elements;
  }

  override get size(): number {
    return this.#elements.length;
  }

  override at(index: number): Value {
    return nested(this.#elements[index] ?? null);
  }
}
