import type { Authorizer } from "./authorizer.ts";
import type { UserInfo } from "./user.ts";

/** A resource rule in a rules review (authorizer.ResourceRuleInfo). */
export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly resourceNames?: readonly string[] | undefined;
}

/** A rule for non-resource URLs in a rules review (authorizer.NonResourceRuleInfo). */
export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs?: readonly string[] | undefined;
}

/** The rules of a user in a namespace; possibly incomplete. */
export interface SubjectRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** "" if every role was found. */
  readonly evaluationError: string;
}

/** The result of verifying a token: the user and the requested audiences for which it is valid, or an error. */
export type TokenVerdict =
  | { readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly user: undefined; readonly error: string };

/** An object to which a service account token is bound. */
export interface TokenReference {
  readonly name: string;
  readonly uid: string;
}

/** The content of a service account token to issue. */
export interface TokenContent {
  readonly namespace: string;
  readonly account: TokenReference;
  readonly pod?: TokenReference | undefined;
  readonly secret?: TokenReference | undefined;
  readonly node?: TokenReference | undefined;
  readonly audiences: readonly string[];
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** The time after which use of the token is reported as stale, for tokens with extended expiration. */
  readonly warnAfter?: number | undefined;
}

/** Authentication, authorization and service account tokens, as used by reviews and token requests. */
export interface Identity {
  readonly authorizer: Authorizer;
  /** The audiences of this API server. */
  readonly audiences: readonly string[];
  rulesFor(user: UserInfo, namespace: string): SubjectRules;
  reviewToken(token: string, audiences: readonly string[]): Promise<TokenVerdict>;
  /** Rejects if the host cannot sign tokens. */
  issueToken(content: TokenContent): Promise<string>;
}
