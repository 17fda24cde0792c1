import { trimRight } from "../../apimachinery/trim.ts";
import {
  addError,
  duplicate,
  fieldPath,
  invalid,
  PrintedValue,
  required,
  rootPath,
  tooMany,
  type FieldError,
  type FieldPath,
} from "../../apimachinery/field-error.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { pemBlocks } from "../../apimachinery/pem.ts";
import { domainPrefixedPath } from "../../apis/validation/checks.ts";
import { fieldsOf } from "../../apis/validation/fields.ts";
import { childrenOf, type Expr } from "../../cel/ast.ts";
import { parseUrl } from "../../apimachinery/go-url.ts";
import { UrlError } from "../../apimachinery/url-escape.ts";
import type { Program } from "../../cel/program.ts";
import type {
  AuthenticationConfiguration,
  ClaimMappings,
  ClaimOrExpression,
  ClaimValidationRule,
  ExpressionRule,
  JwtAuthenticator,
  JwtIssuer,
} from "./authentication-types.ts";
import { compileClaimExpression, type ClaimVariable } from "./claim-expressions.ts";

const mostIssuers = 64;

/**
 * Returns the errors of a configuration (ValidateAuthenticationConfiguration). `disallowedIssuers` are those of service
 * accounts.
 */
export function validateAuthentication(
  { jwt = [], anonymous }: AuthenticationConfiguration,
  disallowedIssuers: readonly string[],
): readonly FieldError[] {
  const root = fieldPath("jwt");
  if (jwt.length > mostIssuers) return [tooMany(root, jwt.length, mostIssuers)];
  const errors: FieldError[] = [];
  const [urls, discoveryUrls] = [new Set<string>(), new Set<string>()];
  for (const [i, authenticator] of jwt.entries()) {
    const path = root.index(i);
    checkAuthenticator(authenticator, path, disallowedIssuers, errors);
    const { url = "", discoveryURL = "" } = authenticator.issuer ?? {};
    if (urls.has(url)) addError(errors, duplicate(path.child("issuer", "url"), url));
    urls.add(url);
    if (discoveryURL === "") continue;
    if (discoveryUrls.has(discoveryURL))
      addError(errors, duplicate(path.child("issuer", "discoveryURL"), discoveryURL));
    discoveryUrls.add(discoveryURL);
  }
  const conditions = anonymous?.conditions ?? [];
  if (anonymous !== undefined && anonymous.enabled !== true && conditions.length > 0) {
    const printed = conditions.map(({ path = "" }) => ({ Path: path }));
    const value = new PrintedValue(() => encodeJson(printed));
    addError(
      errors,
      invalid(fieldPath("anonymous", "conditions"), value, "enabled should be set to true when conditions are defined"),
    );
  }
  return errors;
}

/** Returns the errors of one issuer, with paths that begin there (CompileAndValidateJWTAuthenticator). */
export function validateAuthenticator(
  authenticator: JwtAuthenticator,
  disallowedIssuers: readonly string[],
): readonly FieldError[] {
  const errors: FieldError[] = [];
  checkAuthenticator(authenticator, rootPath, disallowedIssuers, errors);
  return errors;
}

function checkAuthenticator(
  { issuer = {}, claimValidationRules = [], claimMappings = {}, userValidationRules = [] }: JwtAuthenticator,
  path: FieldPath,
  disallowedIssuers: readonly string[],
  errors: FieldError[],
): void {
  checkIssuer(issuer, path.child("issuer"), disallowedIssuers, errors);
  const verifying = checkClaimRules(claimValidationRules, path.child("claimValidationRules"), errors);
  checkMappings(claimMappings, path.child("claimMappings"), verifying, errors);
  const seen = new Set<string>();
  for (const [i, rule] of userValidationRules.entries())
    checkRule(rule, "user", path.child("userValidationRules").index(i).child("expression"), seen, errors);
}

function checkIssuer(issuer: JwtIssuer, path: FieldPath, disallowed: readonly string[], errors: FieldError[]): void {
  const { url = "", discoveryURL = "", certificateAuthority = "", egressSelectorType = "" } = issuer;
  if (url === "") addError(errors, required(path.child("url")));
  else checkUrl(url, path.child("url"), disallowed, errors);
  if (discoveryURL !== "") {
    const at = path.child("discoveryURL");
    if (url !== "" && trimRight(url, "/") === trimRight(discoveryURL, "/"))
      addError(errors, invalid(at, discoveryURL, "discoveryURL must be different from URL"));
    checkUrl(discoveryURL, at, [], errors);
  }
  checkAudiences(issuer, path, errors);
  if (certificateAuthority !== "" && ![...pemBlocks(certificateAuthority)].some(({ type }) => type === "CERTIFICATE"))
    addError(errors, invalid(path.child("certificateAuthority"), "<omitted>", noCertificates));
  if (egressSelectorType !== "" && !["controlplane", "cluster"].includes(egressSelectorType))
    addError(
      errors,
      invalid(
        path.child("egressSelectorType"),
        egressSelectorType,
        "egress selector must be either controlplane or cluster",
      ),
    );
}

const noCertificates = "data does not contain any valid RSA or ECDSA certificates";

function checkUrl(text: string, path: FieldPath, disallowed: readonly string[], errors: FieldError[]): void {
  const add = (detail: string): void => addError(errors, invalid(path, text, detail));
  if (disallowed.includes(text))
    add(`URL must not overlap with disallowed issuers: [${[...disallowed].sort().join(" ")}]`);
  try {
    const { scheme, user, rawQuery, fragment } = parseUrl(text);
    if (scheme !== "https") add("URL scheme must be https");
    if (user !== undefined) add("URL must not contain a username or password");
    if (rawQuery !== "") add("URL must not contain a query");
    if (fragment !== "") add("URL must not contain a fragment");
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    add(error.message);
  }
}

function checkAudiences(
  { audiences = [], audienceMatchPolicy = "" }: JwtIssuer,
  parent: FieldPath,
  errors: FieldError[],
) {
  const path = parent.child("audiences");
  if (audiences.length === 0) return addError(errors, required(path, `at least one ${path.toString()} is required`));
  for (const [i, audience] of audiences.entries()) {
    if (audience === "") addError(errors, required(path.index(i)));
    if (audiences.indexOf(audience) < i) addError(errors, duplicate(path.index(i), audience));
  }
  if (audienceMatchPolicy === "MatchAny" || (audiences.length === 1 && audienceMatchPolicy === "")) return;
  const detail =
    audiences.length > 1
      ? "audienceMatchPolicy must be MatchAny for multiple audiences"
      : "audienceMatchPolicy must be empty or MatchAny for single audience";
  addError(errors, invalid(parent.child("audienceMatchPolicy"), audienceMatchPolicy, detail));
}

/** Checks rules for claims; returns whether an expression reads `claims.email_verified`. */
function checkClaimRules(rules: readonly ClaimValidationRule[], path: FieldPath, errors: FieldError[]): boolean {
  const [claims, expressions] = [new Set<string>(), new Set<string>()];
  let verifying = false;
  for (const [i, rule] of rules.entries()) {
    const at = path.index(i);
    const { claim = "", expression = "", message = "", requiredValue = "" } = rule;
    if (claim !== "" && expression !== "")
      addError(errors, invalid(at, claim, "claim and expression can't both be set"));
    else if (claim === "" && expression === "") addError(errors, required(at, "claim or expression is required"));
    else if (claim !== "") {
      if (message !== "")
        addError(errors, invalid(at.child("message"), message, "may not be specified when claim is set"));
      if (claims.has(claim)) addError(errors, duplicate(at.child("claim"), claim));
      claims.add(claim);
    } else {
      if (requiredValue !== "")
        addError(
          errors,
          invalid(at.child("requiredValue"), requiredValue, "may not be specified when expression is set"),
        );
      const program = checkRule(rule, "claims", at.child("expression"), expressions, errors);
      verifying ||= program !== undefined && selectsClaim(program, "email_verified");
    }
  }
  return verifying;
}

/** Checks an expression that must be true; returns it, compiled, if it is valid. */
function checkRule(
  { expression = "" }: ExpressionRule,
  variable: ClaimVariable,
  path: FieldPath,
  seen: Set<string>,
  errors: FieldError[],
): Program | undefined {
  if (expression === "") return void addError(errors, required(path));
  if (seen.has(expression)) return void addError(errors, duplicate(path, expression));
  seen.add(expression);
  return checkExpression(expression, variable, path, errors, true);
}

function checkExpression(
  expression: string,
  variable: ClaimVariable,
  path: FieldPath,
  errors: FieldError[],
  isRule = false,
): Program | undefined {
  const compiled = compileClaimExpression(expression, variable, isRule);
  if ("program" in compiled) return compiled.program;
  return void addError(errors, invalid(path, expression, compiled.problem));
}

function checkMappings(
  { username = {}, groups = {}, uid = {}, extra = [] }: ClaimMappings,
  path: FieldPath,
  rulesVerify: boolean,
  errors: FieldError[],
): void {
  const naming = checkMapping(username, path.child("username"), true, errors);
  checkMapping(groups, path.child("groups"), false, errors);
  const { claim: uidClaim = "", expression: uidExpression = "" } = uid;
  if (uidClaim !== "" && uidExpression !== "")
    addError(errors, invalid(path.child("uid"), "", "claim and expression can't both be set"));
  else if (uidExpression !== "") checkExpression(uidExpression, "claims", path.child("uid", "expression"), errors);
  const keys = new Set<string>();
  const programs = extra.map((mapping, i) => checkExtra(mapping, path.child("extra").index(i), keys, errors));
  if (naming === undefined || !selectsClaim(naming, "email")) return;
  const verifies = [naming, ...programs].some((one) => one !== undefined && selectsClaim(one, "email_verified"));
  if (!rulesVerify && !verifies)
    addError(errors, invalid(path.child("username", "expression"), username.expression ?? "", unverifiedEmail));
}

const unverifiedEmail =
  "claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression";

/** Checks a claim with a prefix, or an expression, which it returns if it is valid. */
function checkMapping(
  { claim = "", expression = "", prefix }: ClaimOrExpression,
  path: FieldPath,
  isRequired: boolean,
  errors: FieldError[],
): Program | undefined {
  if (expression !== "" && claim !== "")
    return void addError(errors, invalid(path, "", "claim and expression can't both be set"));
  if (expression !== "") {
    if (prefix !== undefined)
      addError(errors, invalid(path.child("prefix"), prefix, "may not be specified when expression is set"));
    return checkExpression(expression, "claims", path.child("expression"), errors);
  }
  if (claim === "" && isRequired) addError(errors, required(path, "claim or expression is required"));
  if (claim !== "" && prefix === undefined) addError(errors, required(path.child("prefix"), prefixRequired));
  return undefined;
}

const prefixRequired = "prefix is required when claim is set. It can be set to an empty string to disable prefixing";

function checkExtra(
  { key = "", valueExpression = "" }: NonNullable<ClaimMappings["extra"]>[number],
  path: FieldPath,
  seen: Set<string>,
  errors: FieldError[],
): Program | undefined {
  const at = path.child("key");
  domainPrefixedPath(fieldsOf({ key }, path, errors), "key");
  if (key !== key.toLowerCase()) addError(errors, invalid(at, key, "must be lowercase"));
  if (/^([^/]*\.)?(kubernetes|k8s)\.io\//.test(key))
    addError(errors, invalid(at, key, "k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use"));
  if (seen.has(key)) return void addError(errors, duplicate(at, key));
  seen.add(key);
  if (valueExpression === "") return void addError(errors, required(path.child("valueExpression")));
  return checkExpression(valueExpression, "claims", path.child("valueExpression"), errors);
}

/** Whether an expression selects a claim by its name, as `claims.x` or `claims.?x` (hasSelectExp). */
const selectsClaim = ({ checked }: Program, name: string): boolean => selects(checked.expr, name);

function selects(expr: Expr, name: string): boolean {
  if (expr.kind === "select" && expr.field === name && isClaims(expr.operand)) return true;
  if (expr.kind === "call" && expr.function === "_?._" && expr.target === undefined) {
    const [operand, field] = expr.args;
    if (operand !== undefined && isClaims(operand) && field?.kind === "literal" && field.value === name) return true;
  }
  return childrenOf(expr).some((child) => selects(child, name));
}

const isClaims = (expr: Expr): boolean => expr.kind === "ident" && expr.name === "claims";
