import type { Authorizer } from "./authorizer.ts";
import type { UserInfo } from "./user.ts";

/** A rule on resources as rules reviews list it (authorizer.ResourceRuleInfo). */
export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly resourceNames?: readonly string[] | undefined;
}

/** A rule on paths (authorizer.NonResourceRuleInfo). */
export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs?: readonly string[] | undefined;
}

/** What a user may do in a namespace, as far as it can be told. */
export interface SubjectRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** "" where every role was found. */
  readonly evaluationError: string;
}

/** What a token is worth: a user and the asked audiences that it is for, or why it is worth nothing. */
export type TokenVerdict =
  | { readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly user: undefined; readonly error: string };

/** An object that a service account's token names. */
export interface TokenReference {
  readonly name: string;
  readonly uid: string;
}

/** What a token of a service account is to say. */
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
  /** From when its use is noted as outdated, for tokens whose life was extended. */
  readonly warnAfter?: number | undefined;
}

/** Who somebody is, what they may do, and tokens of service accounts: what reviews and token requests ask. */
export interface Identity {
  readonly authorizer: Authorizer;
  /** The audiences of this server itself. */
  readonly audiences: readonly string[];
  rulesFor(user: UserInfo, namespace: string): SubjectRules;
  reviewToken(token: string, audiences: readonly string[]): Promise<TokenVerdict>;
  /** Rejects where the host cannot sign. */
  issueToken(content: TokenContent): Promise<string>;
}
