import { newBadRequest } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import { recordAt, stringAt } from "../record.ts";
import { printUser } from "./user-info.ts";

/** Whose token it is, and for which of the asked audiences (registry/authentication/tokenreview). */
export async function reviewToken(review: KubeObject, { identity }: RegistryAccess): Promise<KubeObject> {
  const spec = recordAt(review, "spec");
  const token = stringAt(spec, "token");
  if (token === "") throw newBadRequest("token is required for TokenReview in authentication");
  const { audiences } = spec;
  const asked = Array.isArray(audiences) ? audiences.filter((audience) => typeof audience === "string") : [];
  const verdict = await identity.reviewToken(token, asked);
  if (verdict.user === undefined) return { ...review, status: { user: {}, error: verdict.error } };
  return {
    ...review,
    status: { authenticated: true, user: printUser(verdict.user), audiences: [...verdict.audiences] },
  };
}
