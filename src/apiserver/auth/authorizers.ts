import type { Authorizer, Decision } from "../request/authorizer.ts";
import { groupSystemMasters } from "../request/user.ts";

const allowAll: Decision = { decision: "allow", reason: "nobody needs a role here" };
const allowMasters: Decision = { decision: "allow", reason: `group "${groupSystemMasters}"` };
const noOpinion: Decision = { decision: "noOpinion", reason: "" };

/** Allows everything: a server without identities. */
export const alwaysAllowAuthorizer: Authorizer = { authorize: () => allowAll };

/** Allows everything to system:masters and says nothing about others (authorizerfactory.NewPrivilegedGroups). */
export const mastersAuthorizer: Authorizer = {
  authorize: ({ user }) => (user.groups.includes(groupSystemMasters) ? allowMasters : noOpinion),
};

/** The first who allows or denies decides; the reasons of those without an opinion are joined (union.authzHandler). */
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
