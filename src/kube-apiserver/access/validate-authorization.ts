import {
  addError,
  duplicate,
  fieldPath,
  invalid,
  notSupported,
  notSupportedString,
  PrintedValue,
  required,
  tooMany,
  type FieldError,
  type FieldPath,
} from "../../apimachinery/field-error.ts";
import { parseDuration } from "../../apimachinery/duration.ts";
import { isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
} from "./authorization-types.ts";
import { compileReviewCondition } from "./review-conditions.ts";

/** The types of authorizers (authorizer/modes). */
export const authorizerTypes = ["ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"];

/** Looks at a file: returns why it cannot be used, or undefined if it is a regular one. */
export type LookAtFile = (file: string) => string | undefined;

/** Returns the errors of a configuration (ValidateAuthorizationConfiguration). */
export function validateAuthorization(
  { authorizers = [] }: AuthorizationConfiguration,
  lookAt: LookAtFile,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (authorizers.length === 0)
    addError(errors, required(fieldPath("authorizers"), "at least one authorization mode must be defined"));
  const [types, names] = [new Set<string>(), new Set<string>()];
  for (const [i, authorizer] of authorizers.entries())
    checkAuthorizer(authorizer, fieldPath("authorizers").index(i), { types, names, lookAt, errors });
  return errors;
}

/** What the checks of authorizers share. */
interface Checked {
  readonly types: Set<string>;
  readonly names: Set<string>;
  readonly lookAt: LookAtFile;
  readonly errors: FieldError[];
}

function checkAuthorizer(
  { type = "", name = "", webhook }: AuthorizerConfiguration,
  path: FieldPath,
  { types, names, lookAt, errors }: Checked,
): void {
  const at = path.child("type");
  if (type === "") return addError(errors, required(at));
  if (!authorizerTypes.includes(type)) return addError(errors, notSupportedString(at, type, authorizerTypes));
  if (types.has(type) && type !== "Webhook") return addError(errors, duplicate(at, type));
  types.add(type);
  checkName(name, path.child("name"), names, errors);
  names.add(name);
  if (type !== "Webhook" && webhook !== undefined)
    addError(errors, invalid(path.child("webhook"), "non-null", "may only be specified when type=Webhook"));
  if (type !== "Webhook") return;
  if (webhook === undefined) addError(errors, required(path.child("webhook"), "required when type=Webhook"));
  else checkWebhook(webhook, path, lookAt, errors);
}

function checkName(name: string, path: FieldPath, names: ReadonlySet<string>, errors: FieldError[]): void {
  if (name === "") return addError(errors, required(path));
  if (names.has(name)) return addError(errors, duplicate(path, name));
  const problems = isDns1123Subdomain(name);
  if (problems.length > 0) addError(errors, invalid(path, name, `authorizer name is invalid: ${problems.join(", ")}`));
}

const seconds = 1_000_000_000n;
const longestTimeout = 30n * seconds;

function checkWebhook(webhook: WebhookConfiguration, path: FieldPath, lookAt: LookAtFile, errors: FieldError[]): void {
  const { timeout = "0s", matchConditions = [], failurePolicy = "" } = webhook;
  checkDuration(timeout, path.child("timeout"), errors, longestTimeout);
  checkDuration(webhook.authorizedTTL, path.child("authorizedTTL"), errors);
  checkDuration(webhook.unauthorizedTTL, path.child("unauthorizedTTL"), errors);
  checkOneOf(webhook.subjectAccessReviewVersion, path.child("subjectAccessReviewVersion"), ["v1", "v1beta1"], errors);
  const conditionVersion = webhook.matchConditionSubjectAccessReviewVersion ?? "";
  const at = path.child("matchConditionSubjectAccessReviewVersion");
  if (conditionVersion === "" && matchConditions.length > 0)
    addError(errors, required(at, "required if match conditions are specified"));
  if (conditionVersion !== "") checkOneOf(conditionVersion, at, ["v1"], errors);
  checkOneOf(failurePolicy, path.child("failurePolicy"), ["NoOpinion", "Deny"], errors);
  checkConnection(webhook.connectionInfo ?? {}, path.child("connectionInfo"), lookAt, errors);
  checkConditions(matchConditions, path.child("matchConditions"), errors);
}

function checkDuration(text = "0s", path: FieldPath, errors: FieldError[], most?: bigint): void {
  const nanos = parseDuration(text);
  if (nanos === 0n) addError(errors, required(path));
  else if (nanos < 0n || (most !== undefined && nanos > most))
    addError(errors, invalid(path, text, most === undefined ? "must be > 0s" : "must be > 0s and <= 30s"));
}

function checkOneOf(value = "", path: FieldPath, values: readonly string[], errors: FieldError[]): void {
  if (value === "") addError(errors, required(path));
  else if (!values.includes(value)) addError(errors, notSupportedString(path, value, values));
}

function checkConnection(
  { type = "", kubeConfigFile }: NonNullable<WebhookConfiguration["connectionInfo"]>,
  path: FieldPath,
  lookAt: LookAtFile,
  errors: FieldError[],
): void {
  const at = path.child("kubeConfigFile");
  switch (type) {
    case "":
      return addError(errors, required(path.child("type")));
    case "InClusterConfig":
      if (kubeConfigFile !== undefined)
        addError(errors, invalid(at, kubeConfigFile, "can only be set when type=KubeConfigFile"));
      return;
    case "KubeConfigFile": {
      if (kubeConfigFile === undefined || kubeConfigFile === "") return addError(errors, required(at));
      if (!kubeConfigFile.startsWith("/"))
        return addError(errors, invalid(at, kubeConfigFile, "must be an absolute path"));
      const problem = lookAt(kubeConfigFile);
      if (problem !== undefined) addError(errors, invalid(at, kubeConfigFile, problem));
      return;
    }
    default: {
      const printed = JSON.stringify({ Type: type, KubeConfigFile: kubeConfigFile ?? null });
      const value = new PrintedValue(printed);
      addError(errors, notSupported(path.child("type"), value, ["InClusterConfig", "KubeConfigFile"]));
    }
  }
}

const mostConditions = 64;

function checkConditions(
  conditions: NonNullable<WebhookConfiguration["matchConditions"]>,
  path: FieldPath,
  errors: FieldError[],
): void {
  if (conditions.length > mostConditions) return addError(errors, tooMany(path, conditions.length, mostConditions));
  const seen = new Set<string>();
  for (const [i, { expression = "" }] of conditions.entries()) {
    const at = path.index(i).child("expression");
    if (expression.trim() === "") {
      addError(errors, required(at));
      continue;
    }
    if (seen.has(expression)) {
      addError(errors, duplicate(at, expression));
      continue;
    }
    seen.add(expression);
    const compiled = compileReviewCondition(expression);
    if ("problem" in compiled) addError(errors, invalid(at, expression, compiled.problem));
  }
}
