import { isRecord } from "../../apimachinery/is-record.ts";
import { escapeFieldValue } from "../../apimachinery/fields/escape.ts";
import { newBadRequest } from "../../apimachinery/errors.ts";
import type { FieldError } from "../../apimachinery/field-error.ts";
import { aggregateTexts } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { refusedAsInvalid } from "../../apiserver/registry/refused-as-invalid.ts";
import type { RegistryAccess, UnstoredRequest } from "../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { AuthorizationAttributes } from "../../apiserver/request/authorizer.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";
import { forEachKept, inSlices } from "../../component-base/work.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { selectorErrors } from "./selector-errors.ts";
import {
  validateLocalSubjectAccessReview,
  validateSelfSubjectAccessReview,
  validateSubjectAccessReview,
} from "./validation.ts";

/** Kind in validation errors: the internal type has no kind name (registry/authorization). */
const reviewKind = { group: "authorization.k8s.io", kind: "" };

/** Throws the error of a review that is invalid; that of a large one is found and made in slices. */
async function refuseInvalid(ctx: StrategyContext, validate: () => readonly FieldError[]): Promise<void> {
  const errors = await inSlices(ctx, validate);
  if (errors.length > 0) await refusedAsInvalid(ctx, reviewKind, "", errors);
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
function fieldSelectorOf(selector: JsonRecord): string {
  const raw = stringAt(selector, "rawSelector");
  if (raw !== "") return raw;
  const requirements = recordsAt(selector, "requirements");
  const add = (terms: string[], i: number): void => {
    const { operator, values, key } = requirements[i] ?? {};
    const [value, ...others] = texts(values);
    if (operator !== "In" || value === undefined || others.length > 0) return;
    terms.push(`${typeof key === "string" ? key : ""}=${escapeFieldValue(value)}`);
  };
  return forEachKept(requirements.length, (): string[] => [], add).join(",");
}

async function answered(
  review: KubeObject,
  { identity }: RegistryAccess,
  ctx: StrategyContext,
  user: UserInfo,
): Promise<KubeObject> {
  const spec = recordAt(review, "spec");
  const attributes = await inSlices(ctx, () => attributesOf(user, spec));
  const { decision, reason, error = "" } = await identity.authorizer.authorize(attributes);
  const selectors = await inSlices(ctx, () => selectorErrors(spec["resourceAttributes"]));
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
  ctx: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  await refuseInvalid(ctx, () => validateSubjectAccessReview(review));
  await validate(review);
  return answered(review, access, ctx, subjectOf(recordAt(review, "spec")));
}

/** Handles a LocalSubjectAccessReview, which is limited to one namespace. */
export async function reviewLocalSubject(
  review: KubeObject,
  access: RegistryAccess,
  ctx: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  const { namespace } = ctx;
  await refuseInvalid(ctx, () => validateLocalSubjectAccessReview(review));
  if (namespace !== (review.metadata.namespace ?? ""))
    throw newBadRequest(`spec.resourceAttributes.namespace must match namespace: ${namespace}`);
  await validate(review);
  return answered(review, access, ctx, subjectOf(recordAt(review, "spec")));
}

/** Handles a SelfSubjectAccessReview. */
export async function reviewOwnAccess(
  review: KubeObject,
  access: RegistryAccess,
  ctx: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  await refuseInvalid(ctx, () => validateSelfSubjectAccessReview(review));
  await validate(review);
  return answered(review, access, ctx, ctx.user);
}
