import { PlainHeaders } from "../../client/plain-headers.ts";
import { isListed, type Handle } from "../../component-base/exchange.ts";

/** A user to impersonate. Without groups, the server adds the groups of every authenticated user. */
export interface ActingAs {
  readonly user: string;
  readonly groups: readonly string[];
}

/** Returns the impersonation headers. */
export const impersonationHeaders = ({ user, groups }: ActingAs): readonly (readonly [string, string])[] => [
  ["Impersonate-User", user],
  ...groups.map((group) => ["Impersonate-Group", group] as const),
];

/**
 * Adds impersonation headers to all requests of the page, including its own lists and watches, so that the page shows
 * what that user can see. Requests that already impersonate a user are not changed.
 */
export const withImpersonation =
  (handle: Handle, actingAs: () => ActingAs | undefined): Handle =>
  (exchange) => {
    const as = actingAs();
    if (as === undefined || !isListed(exchange.headers) || exchange.headers.get("Impersonate-User") !== null)
      return handle(exchange);
    return handle({ ...exchange, headers: new PlainHeaders([...exchange.headers, ...impersonationHeaders(as)]) });
  };
