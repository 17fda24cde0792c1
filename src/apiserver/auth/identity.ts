import { aggregateTexts } from "../../apimachinery/field-error.ts";
import type { Authorizer } from "../request/authorizer.ts";
import type { ModeAuthorizer } from "../request/mode-authorizer.ts";
import type { Identity, SubjectRules, TokenVerdict } from "../request/identity.ts";
import type { UserInfo } from "../request/user.ts";
import { unionAuthorizers } from "./authorizers.ts";
import { withAuthenticatedGroup } from "./authenticators.ts";
import type { TokenService } from "./serviceaccount/token-service.ts";

/** The parts from which the Identity of a server is composed. */
export interface IdentityParts {
  readonly authorizer: Authorizer;
  readonly tokens: TokenService;
  /** Users by bearer token: those of the token file and those of the server itself. */
  readonly users: ReadonlyMap<string, UserInfo>;
  rulesFor(user: UserInfo, namespace: string): SubjectRules;
}

const invalidToken = "invalid bearer token";

/** The rules of every user if all requests are allowed (authorizerfactory.alwaysAllowAuthorizer.RulesFor). */
export const allRules: SubjectRules = {
  resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
  evaluationError: "",
};

/** The rules of every user if no requests are allowed (authorizerfactory.alwaysDenyAuthorizer.RulesFor). */
export const noRules: SubjectRules = { resourceRules: [], nonResourceRules: [], evaluationError: "" };

/** Combines authorizers of modes, in order. */
export const unionModes = (modes: readonly ModeAuthorizer[]): ModeAuthorizer => ({
  ...unionAuthorizers(modes),
  rulesFor: (user, namespace) => unionRules(modes.map((mode) => mode.rulesFor(user, namespace))),
});

/** Concatenates the rules of several authorizers (union.authzRulesHandler). */
function unionRules(all: readonly SubjectRules[]): SubjectRules {
  const errors = all.flatMap(({ evaluationError }) => evaluationError || []);
  return {
    resourceRules: all.flatMap(({ resourceRules }) => resourceRules),
    nonResourceRules: all.flatMap(({ nonResourceRules }) => nonResourceRules),
    evaluationError: errors.length === 0 ? "" : aggregateTexts(errors),
  };
}

/** Creates the Identity that reviews and token requests use. */
export function createIdentity({ authorizer, tokens, users, rulesFor }: IdentityParts): Identity {
  const own = tokens.audiences;
  return {
    authorizer,
    audiences: own,
    rulesFor,
    issueToken: (content) => tokens.issue(content),
    async reviewToken(token, asked) {
      const audiences = asked.length === 0 ? own : asked;
      const user = users.get(token);
      if (user !== undefined)
        return reviewStatic(
          user,
          audiences.filter((audience) => own.includes(audience)),
        );
      const verdict = await tokens.verify(token, audiences);
      if (verdict === undefined) return { user: undefined, error: invalidToken };
      if (verdict.user === undefined) return { user: undefined, error: aggregateTexts([invalidToken, verdict.error]) };
      return { user: withAuthenticatedGroup(verdict.user), audiences: verdict.audiences };
    },
  };
}

/**
 * Reviews a static token, which is valid only for the audiences of this server
 * (authenticator.WrapAudienceAgnosticToken).
 */
const reviewStatic = (user: UserInfo, audiences: readonly string[]): TokenVerdict =>
  audiences.length === 0 ? { user: undefined, error: invalidToken } : { user: withAuthenticatedGroup(user), audiences };
