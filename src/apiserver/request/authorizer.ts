import type { UserInfo } from "./user.ts";

/**
 * What is asked for (authorizer.Attributes). Resource fields are "" for non-resource requests, and `path` is "" for
 * resource ones.
 */
export interface AuthorizationAttributes {
  readonly user: UserInfo;
  readonly verb: string;
  readonly resourceRequest: boolean;
  readonly namespace: string;
  readonly apiGroup: string;
  readonly apiVersion: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  readonly path: string;
}

/** `reason` says why in the words that stand in the 403 (after the colon) or in the trace. */
export type Decision = { readonly decision: "allow" | "deny" | "noOpinion"; readonly reason: string };

/** Says who may do what (authorizer.Authorizer). Synchronous: it reads from memory. */
export interface Authorizer {
  authorize(attributes: AuthorizationAttributes): Decision;
}
