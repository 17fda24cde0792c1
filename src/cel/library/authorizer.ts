import { validateNamespaceName, validateServiceAccountName } from "../../apimachinery/validation/names.ts";
import { member, type FunctionDecl, type Implementation } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { selectorCosts } from "../cost/selector-costs.ts";
import { fixedCosts, unitCosts } from "../cost/unit-costs.ts";
import { boolType, stringType, structOf, type Type } from "../types/type.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import { OpaqueValue, type Value } from "../values/value.ts";

export const authorizerType = structOf("kubernetes.authorization.Authorizer");
const pathCheckType = structOf("kubernetes.authorization.PathCheck");
const groupCheckType = structOf("kubernetes.authorization.GroupCheck");
export const resourceCheckType = structOf("kubernetes.authorization.ResourceCheck");
const decisionType = structOf("kubernetes.authorization.Decision");

/** The subject of a check: the requesting user, or a service account named in the expression. */
export type Subject =
  | { readonly kind: "requester" }
  | { readonly kind: "serviceAccount"; readonly namespace: string; readonly name: string };

/** The attributes of an authorization check. Unset attributes are empty strings. */
export type AuthorizationQuery =
  | { readonly kind: "path"; readonly subject: Subject; readonly verb: string; readonly path: string }
  | ({ readonly kind: "resource"; readonly subject: Subject; readonly verb: string } & ResourceAttributes);

export interface ResourceAttributes {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

export interface AuthorizationAnswer {
  readonly allowed: boolean;
  readonly reason: string;
  readonly error: string | undefined;
}

/** Thrown where an answer is not there yet: once it is, the evaluation is to be made again. */
export class PendingAnswer extends Error {
  readonly answer: Promise<unknown>;
  constructor(answer: Promise<unknown>) {
    super("the answer of an authorizer is not there yet");
    this.answer = answer;
  }
}

/** Authorizes a query during an evaluation; throws a PendingAnswer if the answer is not there yet. */
export type Authorize = (query: AuthorizationQuery) => AuthorizationAnswer;

/** A value that supports member functions only. */
abstract class ReceiverValue extends OpaqueValue {
  override readonly goName = "library.receiverOnlyObjectVal";
  override get comparesAtUnitCost(): boolean {
    return true;
  }
  override equals(other: Value): Value {
    return this.mismatch(other);
  }
}

class AuthorizerValue extends ReceiverValue {
  override readonly type: Type = authorizerType;
  readonly authorize: Authorize;
  readonly subject: Subject;
  constructor(authorize: Authorize, subject: Subject = { kind: "requester" }) {
    super();
    this.authorize = authorize;
    this.subject = subject;
  }
}

class PathCheck extends ReceiverValue {
  override readonly type: Type = pathCheckType;
  readonly authorizer: AuthorizerValue;
  readonly path: string;
  constructor(authorizer: AuthorizerValue, path: string) {
    super();
    this.authorizer = authorizer;
    this.path = path;
  }
}

class GroupCheck extends ReceiverValue {
  override readonly type: Type = groupCheckType;
  readonly authorizer: AuthorizerValue;
  readonly group: string;
  constructor(authorizer: AuthorizerValue, group: string) {
    super();
    this.authorizer = authorizer;
    this.group = group;
  }
}

class ResourceCheck extends ReceiverValue {
  override readonly type: Type = resourceCheckType;
  readonly authorizer: AuthorizerValue;
  readonly attributes: ResourceAttributes;
  constructor(authorizer: AuthorizerValue, attributes: ResourceAttributes) {
    super();
    this.authorizer = authorizer;
    this.attributes = attributes;
  }
}

class Decision extends ReceiverValue {
  override readonly type: Type = decisionType;
  readonly answer: AuthorizationAnswer;
  constructor(answer: AuthorizationAnswer) {
    super();
    this.answer = answer;
  }
}

/** Returns the value of `authorizer`. */
export const authorizerValue = (authorize: Authorize): Value => new AuthorizerValue(authorize);

/** Returns the value of `authorizer.requestResource`. */
export const resourceCheckValue = (authorize: Authorize, attributes: ResourceAttributes): Value =>
  new ResourceCheck(new AuthorizerValue(authorize), attributes);

const path: Implementation = (authorizer, text) => {
  if (!(authorizer instanceof AuthorizerValue) || typeof text !== "string") return noSuchOverload;
  return text.trim() === "" ? new EvalError("path must not be empty") : new PathCheck(authorizer, text);
};

const group: Implementation = (authorizer, name) =>
  authorizer instanceof AuthorizerValue && typeof name === "string" ? new GroupCheck(authorizer, name) : noSuchOverload;

const serviceAccount: Implementation = (authorizer, namespace, name) => {
  if (!(authorizer instanceof AuthorizerValue) || typeof namespace !== "string" || typeof name !== "string")
    return noSuchOverload;
  if (validateServiceAccountName(name, false).length > 0) return new EvalError("Invalid service account name");
  if (validateNamespaceName(namespace, false).length > 0) return new EvalError("Invalid service account namespace");
  return new AuthorizerValue(authorizer.authorize, { kind: "serviceAccount", namespace, name });
};

const resource: Implementation = (check, name) => {
  if (!(check instanceof GroupCheck) || typeof name !== "string") return noSuchOverload;
  if (name.trim() === "") return new EvalError("resource must not be empty");
  return new ResourceCheck(check.authorizer, {
    group: check.group,
    resource: name,
    subresource: "",
    namespace: "",
    name: "",
    fieldSelector: "",
    labelSelector: "",
  });
};

const setting =
  (attribute: keyof ResourceAttributes): Implementation =>
  (check, text) =>
    check instanceof ResourceCheck && typeof text === "string"
      ? new ResourceCheck(check.authorizer, { ...check.attributes, [attribute]: text })
      : noSuchOverload;

const checkPath: Implementation = (check, verb) => {
  if (!(check instanceof PathCheck) || typeof verb !== "string") return noSuchOverload;
  return new Decision(
    check.authorizer.authorize({ kind: "path", subject: check.authorizer.subject, verb, path: check.path }),
  );
};

const checkResource: Implementation = (check, verb) => {
  if (!(check instanceof ResourceCheck) || typeof verb !== "string") return noSuchOverload;
  return new Decision(
    check.authorizer.authorize({ kind: "resource", subject: check.authorizer.subject, verb, ...check.attributes }),
  );
};

const telling =
  (tell: (answer: AuthorizationAnswer) => Value): Implementation =>
  (decision) =>
    decision instanceof Decision ? tell(decision.answer) : noSuchOverload;

const row = (
  name: string,
  id: string,
  args: readonly Type[],
  result: Type,
  implementation: Implementation,
): FunctionDecl => ({
  name,
  overloads: [member(id, args, result, implementation)],
  costs: unitCosts,
});

const refining = (name: keyof ResourceAttributes, id: string): FunctionDecl =>
  row(name, id, [resourceCheckType, stringType], resourceCheckType, setting(name));

/** Authorization checks. */
export const authorizerLibrary: Library = {
  name: "kubernetes.authz",
  // oxfmt-ignore
  functions: [
    row("path", "authorizer_path", [authorizerType, stringType], pathCheckType, path),
    row("group", "authorizer_group", [authorizerType, stringType], groupCheckType, group),
    row("serviceAccount", "authorizer_serviceaccount", [authorizerType, stringType, stringType], authorizerType, serviceAccount),
    row("resource", "groupcheck_resource", [groupCheckType, stringType], resourceCheckType, resource),
    refining("subresource", "resourcecheck_subresource"),
    refining("namespace", "resourcecheck_namespace"),
    refining("name", "resourcecheck_name"),
    {
      name: "check",
      overloads: [member("pathcheck_check", [pathCheckType, stringType], decisionType, checkPath), member("resourcecheck_check", [resourceCheckType, stringType], decisionType, checkResource)],
      costs: fixedCosts(350_000),
    },
    row("errored", "decision_errored", [decisionType], boolType, telling(({ error }) => error !== undefined)),
    row("error", "decision_error", [decisionType], stringType, telling(({ error }) => error ?? "")),
    row("allowed", "decision_allowed", [decisionType], boolType, telling(({ allowed }) => allowed)),
    row("reason", "decision_reason", [decisionType], stringType, telling(({ reason }) => reason)),
  ],
};

/** Field and label selectors of authorization checks. */
export const authorizerSelectorsLibrary: Library = {
  name: "kubernetes.authzSelectors",
  functions: [
    { ...refining("fieldSelector", "authorizer_fieldselector"), costs: selectorCosts },
    { ...refining("labelSelector", "authorizer_labelselector"), costs: selectorCosts },
  ],
};
