import { isRecord } from "../../apimachinery/is-record.ts";
import { escapeFieldValue } from "../../apimachinery/fields/escape.ts";
import { newBadRequest } from "../../apimachinery/errors.ts";
import { newInvalid } from "../../apimachinery/invalid-error.ts";
import type { FieldError } from "../../apimachinery/field-error.ts";
import { aggregateTexts } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { RegistryAccess, UnstoredRequest } from "../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { AuthorizationAttributes } from "../../apiserver/request/authorizer.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { selectorErrors } from "./selector-errors.ts";
import {
  validateLocalSubjectAccessReview,
  validateSelfSubjectAccessReview,
  validateSubjectAccessReview,
} from "./validation.ts";

/** Kind in validation errors: the internal type has no kind name (registry/authorization). */
const reviewKind = { group: "authorization.k8s.io", kind: "" };

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw newInvalid(reviewKind, "", errors);
}

/** Returns the authorization attributes of a review (authorization/util AuthorizationAttributesFrom). */
function attributesOf(user: UserInfo, spec: JsonRecord): AuthorizationAttributes {
  const { resourceAttributes } = spec;
  if (!isRecord(resourceAttributes)) {
    const asked = recordAt(spec, "nonResourceAttributes");
    return {
      user,
      verb: stringAt(asked, "verb"),
      resourceRequest: false,
      namespace: "",
      apiGroup: "",
      apiVersion: "",
      resource: "",
      subresource: "",
      name: "",
      path: stringAt(asked, "path"),
    };
  }
  const text = (member: string): string => stringAt(resourceAttributes, member);
  return {
    user,
    verb: text("verb"),
    resourceRequest: true,
    namespace: text("namespace"),
    apiGroup: text("group"),
    apiVersion: text("version"),
    resource: text("resource"),
    subresource: text("subresource"),
    name: text("name"),
    path: "",
    fieldSelector: fieldSelectorOf(recordAt(resourceAttributes, "fieldSelector")),
  };
}

/** Returns the requirements of a review as a selector: those for one value (FieldSelectorRequirements). */
const fieldSelectorOf = (selector: JsonRecord): string =>
  stringAt(selector, "rawSelector") ||
  recordsAt(selector, "requirements")
    .flatMap((requirement) => {
      const values = texts(requirement["values"]);
      const isEqual = stringAt(requirement, "operator") === "In" && values.length === 1;
      return isEqual ? [`${stringAt(requirement, "key")}=${escapeFieldValue(values[0] ?? "")}`] : [];
    })
    .join(",");

async function answered(review: KubeObject, { identity }: RegistryAccess, user: UserInfo): Promise<KubeObject> {
  const spec = recordAt(review, "spec");
  const { decision, reason, error = "" } = await identity.authorizer.authorize(attributesOf(user, spec));
  const selectors = selectorErrors(spec["resourceAttributes"]);
  const problems = [error, selectors].filter((text) => text !== "");
  const evaluationError = problems.length === 0 ? "" : aggregateTexts(problems);
  return {
    ...review,
    status: {
      allowed: decision === "allow",
      ...(decision === "deny" && { denied: true }),
      ...(reason !== "" && { reason }),
      ...(evaluationError !== "" && { evaluationError }),
    },
  };
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

function subjectOf(spec: JsonRecord): UserInfo {
  const extra = Object.fromEntries(
    Object.entries(recordAt(spec, "extra")).map(([key, values]) => [key, texts(values)]),
  );
  return { name: stringAt(spec, "user"), uid: stringAt(spec, "uid"), groups: texts(spec["groups"]), extra };
}

/** Handles a SubjectAccessReview. */
export async function reviewSubject(
  review: KubeObject,
  access: RegistryAccess,
  _ctx: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  refuse(validateSubjectAccessReview(review));
  await validate(review);
  return answered(review, access, subjectOf(recordAt(review, "spec")));
}

/** Handles a LocalSubjectAccessReview, which is limited to one namespace. */
export async function reviewLocalSubject(
  review: KubeObject,
  access: RegistryAccess,
  { namespace }: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  refuse(validateLocalSubjectAccessReview(review));
  if (namespace !== (review.metadata.namespace ?? ""))
    throw newBadRequest(`spec.resourceAttributes.namespace must match namespace: ${namespace}`);
  await validate(review);
  return answered(review, access, subjectOf(recordAt(review, "spec")));
}

/** Handles a SelfSubjectAccessReview. */
export async function reviewOwnAccess(
  review: KubeObject,
  access: RegistryAccess,
  { user }: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  refuse(validateSelfSubjectAccessReview(review));
  await validate(review);
  return answered(review, access, user);
}
