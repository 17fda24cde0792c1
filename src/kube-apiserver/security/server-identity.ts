import type { Subtle } from "../../component-base/subtle.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { Random } from "../../apimachinery/random.ts";
import {
  anonymousAuthenticator,
  createAlwaysMastersAuthenticator,
  createAnonymousAuthenticator,
  createTokenAuthenticator,
  refusingAuthenticator,
  unionAuthenticators,
} from "../../apiserver/auth/authenticators.ts";
import {
  alwaysAllowAuthorizer,
  alwaysDenyAuthorizer,
  mastersAuthorizer,
  unionAuthorizers,
  type AuthorizationMode,
} from "../../apiserver/auth/authorizers.ts";
import { allRules, createIdentity, noRules, unionModes } from "../../apiserver/auth/identity.ts";
import { createRbacAuthorizer, subjectRules } from "../../apiserver/auth/rbac/rbac-authorizer.ts";
import { RuleCache } from "../../apiserver/auth/rbac/rule-cache.ts";
import {
  createSigningKeys,
  type KeyVault,
  type SigningKeys,
} from "../../apiserver/auth/serviceaccount/signing-keys.ts";
import { createTokenService, type TokenService } from "../../apiserver/auth/serviceaccount/token-service.ts";
import type { FindObject } from "../../apiserver/auth/serviceaccount/validate-claims.ts";
import type { Authenticator } from "../../apiserver/request/authenticator.ts";
import type { Authorizer } from "../../apiserver/request/authorizer.ts";
import type { ModeAuthorizer } from "../../apiserver/request/mode-authorizer.ts";
import type { Identity } from "../../apiserver/request/identity.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { RbacGuardParts } from "./policy-based-storage.ts";
import { createStoredRuleSource, type FindRbacStorage } from "./stored-rule-source.ts";

/** The options for authentication and authorization. */
export interface ServerIdentityOptions {
  /** Users by bearer token. If undefined, every request without a token is authenticated as system:masters. */
  readonly tokens?: ReadonlyMap<string, UserInfo> | undefined;
  /** The authorization modes in order; RBAC by default. Members of system:masters are always allowed. */
  readonly authorizationModes?: readonly AuthorizationMode[] | undefined;
  /** Creates the authorizer in place of that of the modes, of which it may use any; members of system:masters stay. */
  readonly createAuthorizer?: CreateAuthorizer | undefined;
  /** Whether requests without credentials are anonymous (default), or those for some paths, if there are tokens. */
  readonly anonymous?: boolean | ReadonlySet<string> | undefined;
  readonly serviceAccounts?: ServiceAccountOptions | undefined;
  readonly loopbackTokens?: ReadonlyMap<string, UserInfo> | undefined;
  /** Used to sign service account tokens. If undefined, no tokens can be issued. */
  readonly subtle?: Subtle | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: KeyVault;
  readonly findRbacStorage: FindRbacStorage;
  readonly findObject: FindObject;
  /** The authorizer of the mode Node, for hosts that offer it. */
  readonly nodeAuthorizer?: ModeAuthorizer | undefined;
}

/** Creates an authorizer that may ask those of modes. */
export type CreateAuthorizer = (modeOf: (mode: AuthorizationMode) => ModeAuthorizer) => ModeAuthorizer;

/** The tokens of service accounts. What is left out is the server's own. */
export interface ServiceAccountOptions {
  /** The first one issues tokens; those of all are verified. */
  readonly issuers?: readonly [string, ...string[]] | undefined;
  /** The audiences of the server; the issuers by default. */
  readonly audiences?: readonly string[] | undefined;
  readonly keys?: SigningKeys | undefined;
  /** Has the token service verify tokens of others, too. */
  readonly extend?: ((service: TokenService) => TokenService) | undefined;
}

/** The authentication and authorization of a server. */
export interface ServerIdentity {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly identity: Identity;
  readonly serviceAccountTokens: TokenService;
  readonly guard: RbacGuardParts;
}

/** The issuer of service account tokens and their default audience; the value that kubeadm uses. */
export const defaultIssuer = "https://kubernetes.default.svc.cluster.local";

/** Creates the authentication, authorization and tokens of a server. */
export function createServerIdentity(options: ServerIdentityOptions): ServerIdentity {
  const { tokens, loopbackTokens = new Map<string, UserInfo>(), clock, random, subtle, vault, findObject } = options;
  const { authorizationModes = ["RBAC"], anonymous = true } = options;
  const { issuers = [defaultIssuer], audiences = issuers, keys: given, extend } = options.serviceAccounts ?? {};
  const keys = given ?? (subtle === undefined ? undefined : createSigningKeys(subtle, vault));
  const uuid = () => random.uuid();
  const ownTokens = createTokenService({ issuers, audiences, keys, find: findObject, clock, uuid });
  const serviceAccountTokens = extend?.(ownTokens) ?? ownTokens;
  const source = createStoredRuleSource(options.findRbacStorage);
  const rules = new RuleCache(source);
  const modeOf = (mode: AuthorizationMode): ModeAuthorizer => modeAuthorizer(mode, rules, options.nodeAuthorizer);
  const chosen = options.createAuthorizer?.(modeOf) ?? unionModes(authorizationModes.map(modeOf));
  const authorizer = unionAuthorizers([mastersAuthorizer, chosen]);
  const users = new Map([...(tokens ?? []), ...loopbackTokens]);
  const known = createTokenAuthenticator(users, serviceAccountTokens);
  return {
    authorizer,
    serviceAccountTokens,
    authenticator:
      tokens === undefined
        ? createAlwaysMastersAuthenticator(known)
        : unionAuthenticators([known, lastAuthenticator(anonymous)]),
    identity: createIdentity({
      authorizer,
      users,
      tokens: serviceAccountTokens,
      rulesFor: (user, namespace) => chosen.rulesFor(user, namespace),
    }),
    guard: { source, rules, authorizer },
  };
}

function lastAuthenticator(anonymous: boolean | ReadonlySet<string>): Authenticator {
  if (typeof anonymous !== "boolean") return createAnonymousAuthenticator(anonymous);
  return anonymous ? anonymousAuthenticator : refusingAuthenticator;
}

function modeAuthorizer(mode: AuthorizationMode, rules: RuleCache, node: ModeAuthorizer | undefined): ModeAuthorizer {
  switch (mode) {
    case "RBAC":
      return {
        ...createRbacAuthorizer(rules),
        rulesFor: (user, namespace) => subjectRules(rules.rulesOf(user, namespace)),
      };
    case "AlwaysAllow":
      return { ...alwaysAllowAuthorizer, rulesFor: () => allRules };
    case "AlwaysDeny":
      return { ...alwaysDenyAuthorizer, rulesFor: () => noRules };
    case "Node":
      if (node === undefined) throw new ConfigurationError("this host has no authorizer for nodes");
      return node;
  }
}
