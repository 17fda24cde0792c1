import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { UserInfo } from "./user.ts";

/**
 * The attributes of a request for authorization (authorizer.Attributes). Resource fields are "" for non-resource
 * requests, and `path` is "" for resource requests.
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
  /** The field selector of a list, as it was sent; undefined or "" if there is none. */
  readonly fieldSelector?: string | undefined;
}

/** An authorization decision. `reason` appears in the message of the 403 error (after the colon) or in the trace. */
export type Decision = {
  readonly decision: "allow" | "deny" | "noOpinion";
  readonly reason: string;
  /** Why an authorizer could not decide; the request fails with it unless another one allows it. */
  readonly error?: string | undefined;
};

/** Authorizes requests (authorizer.Authorizer). Synchronous where it reads from memory. */
export interface Authorizer {
  authorize(attributes: AuthorizationAttributes): MaybeAsync<Decision>;
}
