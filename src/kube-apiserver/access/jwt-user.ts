import { quoteGo } from "../../apimachinery/go-strings.ts";
import { typeName } from "../../apimachinery/json/type-name.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { ownMember } from "../../cel/values/json.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";
import type { Program } from "../../cel/program.ts";
import { ListValue, type Value } from "../../cel/values/value.ts";
import type { ClaimOrExpression, ExpressionRule, JwtAuthenticator } from "./authentication-types.ts";
import {
  claimsValue,
  compileClaimExpression,
  evaluateClaimExpression,
  userValue,
  type ClaimVariable,
} from "./claim-expressions.ts";

/** Tells the user of claims that were verified, or why they name none. */
export type ResolveUser = (claims: JsonObject) => UserInfo | string;

/** Claims that do not name a user; the message is upstream's. */
class ClaimError extends Error {}

/** An expression of a configuration with its program. */
interface Mapper {
  readonly program: Program;
  readonly variable: ClaimVariable;
}

/** Returns what tells the users of an issuer, whose configuration is valid (jwtAuthenticator.AuthenticateToken). */
export function createJwtUsers({
  claimMappings = {},
  claimValidationRules = [],
  userValidationRules = [],
}: JwtAuthenticator): ResolveUser {
  const { username = {}, groups = {}, uid = {}, extra = [] } = claimMappings;
  const [naming, grouping, identifying] = [username, groups, uid].map(({ expression }) =>
    mapperOf(expression, "claims"),
  );
  const extras = extra.map(({ key = "", valueExpression = "" }) => ({
    key,
    expression: valueExpression,
    mapper: mapperOf(valueExpression, "claims"),
  }));
  const checkClaims = ruleChecker(claimValidationRules, "claims", "claim validation expression");
  const checkUser = ruleChecker(userValidationRules, "user", "user info validation rule");
  const resolve = (claims: JsonObject): UserInfo => {
    const value = claimsValue(claims);
    const user = {
      name: nameOf(claims, username, naming, value),
      groups: groupsOf(claims, groups, grouping, value),
      uid: uidOf(claims, uid, identifying, value),
      extra: { ...credentialOf(claims), ...extraOf(extras, value) },
    };
    for (const rule of claimValidationRules) checkRequired(claims, rule);
    checkClaims(value);
    checkUser(userValue(user));
    return user;
  };
  return (claims) => {
    try {
      return resolve(claims);
    } catch (error) {
      if (error instanceof ClaimError) return error.message;
      throw error;
    }
  };
}

function mapperOf(expression: string | undefined, variable: ClaimVariable): Mapper | undefined {
  if (expression === undefined || expression === "") return undefined;
  const compiled = compileClaimExpression(expression, variable, false);
  if ("problem" in compiled) throw new Error(compiled.problem); // validation has compiled it
  return { program: compiled.program, variable };
}

function evaluate({ program, variable }: Mapper, value: Value, prefix = ""): Value {
  const result = evaluateClaimExpression(program, variable, value);
  if ("problem" in result) throw new ClaimError(prefix + result.problem);
  return result.value;
}

function nameOf(
  claims: JsonObject,
  { claim = "", prefix = "" }: ClaimOrExpression,
  mapper: Mapper | undefined,
  value: Value,
) {
  if (mapper !== undefined) {
    const name = textOfExpression(mapper, value, "username");
    if (name === "") throw new ClaimError("oidc: empty username via CEL expression is not allowed");
    return name;
  }
  const name = textClaim(claims, claim, `oidc: parse username claims ${quoteGo(claim)}`);
  // an address that nobody has verified may be anybody's
  const verified = claim === "email" ? ownMember(claims, "email_verified") : undefined;
  if (verified !== undefined && typeof verified !== "boolean" && verified !== null)
    throw new ClaimError(`oidc: parse 'email_verified' claim: ${cannotRead(verified, "bool")}`);
  if (verified === false || verified === null) throw new ClaimError("oidc: email not verified");
  return prefix + name;
}

function groupsOf(
  claims: JsonObject,
  { claim = "", prefix = "" }: ClaimOrExpression,
  mapper: Mapper | undefined,
  value: Value,
): readonly string[] {
  const found = claim === "" ? undefined : ownMember(claims, claim);
  if (found !== undefined) return listOfClaim(claim, found).map((group) => prefix + group);
  if (mapper === undefined) return [];
  const problem = "oidc: error evaluating group claim expression: ";
  return textsOf(evaluate(mapper, value, problem), problem);
}

/** A claim may have one group, or a list (oidc.stringOrArray). */
function listOfClaim(claim: string, value: JsonValue): readonly string[] {
  if (value === null) return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value) && value.every((group) => typeof group === "string" || group === null))
    return value.map((group) => (typeof group === "string" ? group : ""));
  throw new ClaimError(`oidc: parse groups claim ${quoteGo(claim)}: ${cannotRead(value, "string")}`);
}

function uidOf(
  claims: JsonObject,
  { claim = "" }: ClaimOrExpression,
  mapper: Mapper | undefined,
  value: Value,
): string {
  if (claim !== "") return textClaim(claims, claim, `oidc: parse uid claim ${quoteGo(claim)}`);
  return mapper === undefined ? "" : textOfExpression(mapper, value, "uid");
}

function textOfExpression(mapper: Mapper, value: Value, what: string): string {
  const problem = `oidc: error evaluating ${what} claim expression: `;
  const text = evaluate(mapper, value, problem);
  if (typeof text !== "string") throw new ClaimError(`${problem}${what} claim expression must return a string`);
  return text;
}

function extraOf(
  extras: readonly { readonly key: string; readonly expression: string; readonly mapper: Mapper | undefined }[],
  value: Value,
): UserInfo["extra"] {
  const results = extras.flatMap(({ mapper, ...one }) =>
    mapper === undefined ? [] : [{ ...one, found: evaluate(mapper, value) }],
  );
  return Object.fromEntries(
    results
      .map(
        ({ key, expression, found }) =>
          [key, textsOf(found, `oidc: error evaluating extra claim expression: ${expression}: `)] as const,
      )
      .filter(([, texts]) => texts.length > 0),
  );
}

/** Returns the id of a token as that of a credential (jwt.CredentialIDForJTI). */
function credentialOf(claims: JsonObject): UserInfo["extra"] {
  const id = ownMember(claims, "jti");
  return typeof id === "string" && id !== "" ? { "authentication.kubernetes.io/credential-id": [`JTI=${id}`] } : {};
}

/** Returns the texts of a result, without empty ones (convertCELValueToStringList). */
function textsOf(value: Value, problem: string): readonly string[] {
  if (value === null) return [];
  const all = typeof value === "string" ? [value] : value instanceof ListValue ? value.toArray() : [undefined];
  return all.flatMap((text) => {
    if (typeof text !== "string")
      throw new ClaimError(`${problem}expression must return a string or a list of strings`);
    return text === "" ? [] : [text];
  });
}

function checkRequired(claims: JsonObject, { claim = "", requiredValue = "" }: JwtClaimRule): void {
  if (claim === "") return;
  if (ownMember(claims, claim) === undefined)
    throw new ClaimError(`oidc: required claim ${claim} not present in ID token`);
  const value = textClaim(claims, claim, `oidc: parse claim ${claim}`);
  if (value !== requiredValue)
    throw new ClaimError(`oidc: required claim ${claim} value does not match. Got = ${value}, want = ${requiredValue}`);
}

type JwtClaimRule = NonNullable<JwtAuthenticator["claimValidationRules"]>[number];

/** Returns what checks that expressions are true: first that all have a value, then each. */
function ruleChecker(rules: readonly ExpressionRule[], variable: ClaimVariable, what: string): (value: Value) => void {
  const compiled = rules.flatMap(({ expression = "", message = "" }) => {
    const mapper = mapperOf(expression, variable);
    return mapper === undefined ? [] : [{ mapper, expression, message }];
  });
  const problem = `oidc: error evaluating ${what}: `;
  return (value) => {
    const results = compiled.map((rule) => ({ ...rule, result: evaluate(rule.mapper, value, problem) }));
    for (const { expression, message, result } of results)
      if (result !== true) throw new ClaimError(`${problem}validation expression '${expression}' failed: ${message}`);
  };
}

/** Returns a claim that is a text; null is an empty one, as for Go's encoding/json. */
function textClaim(claims: JsonObject, claim: string, problem: string): string {
  const value = ownMember(claims, claim);
  if (value === undefined) throw new ClaimError(`${problem}: claim not present`);
  if (value === null) return "";
  if (typeof value !== "string") throw new ClaimError(`${problem}: ${cannotRead(value, "string")}`);
  return value;
}

const cannotRead = (value: JsonValue, goType: string): string =>
  `json: cannot unmarshal ${typeName(value)} into Go value of type ${goType}`;
