import type { Authorizer, Decision } from "../request/authorizer.ts";
import { groupSystemMasters } from "../request/user.ts";

const allowAll: Decision = { decision: "allow", reason: "" };
const denyAll: Decision = { decision: "noOpinion", reason: "Everything is forbidden." };
const noOpinion: Decision = { decision: "noOpinion", reason: "" };

/** The supported values of `--authorization-mode` (authorizer/modes). */
export const authorizationModes = ["RBAC", "AlwaysAllow", "AlwaysDeny"] as const;

export type AuthorizationMode = (typeof authorizationModes)[number] | "Node";

/** Allows every request (authorizerfactory.NewAlwaysAllowAuthorizer). */
export const alwaysAllowAuthorizer: Authorizer = { authorize: () => allowAll };

/**
 * Has no opinion on any request, so that other authorizers can allow it (authorizerfactory.NewAlwaysDenyAuthorizer).
 */
export const alwaysDenyAuthorizer: Authorizer = { authorize: () => denyAll };

/** Allows every request of system:masters and has no opinion on others (authorizerfactory.NewPrivilegedGroups). */
export const mastersAuthorizer: Authorizer = {
  authorize: ({ user }) => (user.groups.includes(groupSystemMasters) ? allowAll : noOpinion),
};

/**
 * Combines authorizers. The first one that allows or denies decides; the reasons of authorizers without an opinion are
 * joined (union.authzHandler).
 */
export const unionAuthorizers = (authorizers: readonly Authorizer[]): Authorizer => ({
  authorize(attributes) {
    let reason = "";
    for (const authorizer of authorizers) {
      const found = authorizer.authorize(attributes);
      if (found.decision !== "noOpinion") return found;
      if (found.reason !== "") reason = reason === "" ? found.reason : `${reason}\n${found.reason}`;
    }
    return reason === "" ? noOpinion : { decision: "noOpinion", reason };
  },
});
