import { aggregateTexts } from "../../apimachinery/field-error.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { AuthorizationAttributes, Authorizer, Decision } from "../request/authorizer.ts";
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
 * Combines authorizers. The first one that allows or denies decides; the reasons and errors of authorizers without an
 * opinion are joined (union.authzHandler).
 */
export const unionAuthorizers = (authorizers: readonly Authorizer[]): Authorizer => ({
  authorize: (attributes) => decide(authorizers, 0, attributes, noOpinion),
});

/** Asks the authorizers from one on; `earlier` is what those before it have said. */
function decide(
  authorizers: readonly Authorizer[],
  from: number,
  attributes: AuthorizationAttributes,
  earlier: Decision,
): MaybeAsync<Decision> {
  let before = earlier;
  for (let at = from; at < authorizers.length; at++) {
    const found = authorizers[at]?.authorize(attributes) ?? noOpinion;
    if (found instanceof Promise)
      return found.then((late) =>
        late.decision === "noOpinion" ? decide(authorizers, at + 1, attributes, joined(before, late)) : late,
      );
    if (found.decision !== "noOpinion") return found;
    before = joined(before, found);
  }
  return before;
}

function joined(a: Decision, b: Decision): Decision {
  if (b.reason === "" && b.error === undefined) return a;
  const reason = [a.reason, b.reason].filter((text) => text !== "").join("\n");
  const errors = [a.error, b.error].filter((text) => text !== undefined);
  return { decision: "noOpinion", reason, ...(errors.length > 0 && { error: aggregateTexts(errors) }) };
}
