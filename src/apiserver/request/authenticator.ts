import type { HeaderReader } from "../../component-base/exchange.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { UserInfo } from "./user.ts";

/**
 * The result of an authenticator: a user, no opinion, or a rejection (401). `warning` is returned in the
 * Warning header.
 */
export type Authentication =
  | { readonly outcome: "user"; readonly user: UserInfo; readonly warning?: string }
  | { readonly outcome: "none"; readonly warning?: string }
  | { readonly outcome: "refused" };

/**
 * Authenticates a request by its headers and its decoded path (authenticator.Request). Synchronous except for a
 * signature that was not verified before.
 */
export interface Authenticator {
  authenticate(headers: HeaderReader, path: string): MaybeAsync<Authentication>;
}
