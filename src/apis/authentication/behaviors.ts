import type { RegistryAccess, UnstoredRequest } from "../../apiserver/registry/resource-definition.ts";
import { plainStrategy } from "../strategies/generic-strategies.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { newBadRequest } from "../../apimachinery/errors.ts";
import { recordAt, stringAt } from "../record.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";

/**
 * Handles a TokenReview: returns the user of a token and the requested audiences it is valid for
 * (registry/authentication/tokenreview).
 */
async function reviewToken(
  review: KubeObject,
  { identity }: RegistryAccess,
  _ctx: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  const spec = recordAt(review, "spec");
  const token = stringAt(spec, "token");
  if (token === "") throw newBadRequest("token is required for TokenReview in authentication");
  await validate(review);
  const { audiences } = spec;
  const asked = Array.isArray(audiences) ? audiences.filter((audience) => typeof audience === "string") : [];
  const verdict = await identity.reviewToken(token, asked);
  if (verdict.user === undefined) return { ...review, status: { user: {}, error: verdict.error } };
  return {
    ...review,
    status: { authenticated: true, user: printUser(verdict.user), audiences: [...verdict.audiences] },
  };
}

/** Handles a SelfSubjectReview: returns the requesting user (registry/authentication/selfsubjectreview). */
async function reviewSelf(
  review: KubeObject,
  _access: RegistryAccess,
  { user, now }: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  await validate(review);
  return { ...review, metadata: { creationTimestamp: now }, status: { userInfo: printUser(user) } };
}

/** The behaviors of authentication.k8s.io. */
export const authenticationBehaviors: GroupBehaviors = {
  selfsubjectreviews: { strategy: plainStrategy, virtual: { create: reviewSelf } },
  tokenreviews: { strategy: plainStrategy, virtual: { create: reviewToken } },
};

/** Returns a user as an authentication/v1 UserInfo, without empty fields. */
const printUser = ({ name, uid, groups, extra }: UserInfo): JsonObject => ({
  ...(name !== "" && { username: name }),
  ...(uid !== "" && { uid }),
  ...(groups.length > 0 && { groups: [...groups] }),
  ...(Object.keys(extra).length > 0 && {
    extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
  }),
});
