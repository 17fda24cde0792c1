import type { HeaderReader } from "../../component-base/exchange.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { UserInfo } from "./user.ts";

/**
 * What an authenticator makes of a request: a user, no opinion, or a refusal (401). `warning` is for the answer's
 * Warning header.
 */
export type Authentication =
  | { readonly outcome: "user"; readonly user: UserInfo; readonly warning?: string }
  | { readonly outcome: "none"; readonly warning?: string }
  | { readonly outcome: "refused" };

/**
 * Finds out who asks from the headers alone (authenticator.Request). At once where it can; only a signature that is new
 * takes time.
 */
export interface Authenticator {
  authenticate(headers: HeaderReader): MaybeAsync<Authentication>;
}
