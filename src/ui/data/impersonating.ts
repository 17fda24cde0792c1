import { PlainHeaders } from "../../client/plain-headers.ts";
import { isListed, type Handle } from "../../component-base/exchange.ts";

/** A user to be for a while. Without groups the server adds those that everybody is in. */
export interface ActingAs {
  readonly user: string;
  readonly groups: readonly string[];
}

/** The headers that say so. */
const impersonationHeaders = ({ user, groups }: ActingAs): readonly (readonly [string, string])[] => [
  ["Impersonate-User", user],
  ...groups.map((group) => ["Impersonate-Group", group] as const),
];

/**
 * Adds them to every request of the page, its lists and watches as well as what the person sends: the page shows what
 * that user would see. A request that names somebody already is left as it is.
 */
export const withImpersonation =
  (handle: Handle, actingAs: () => ActingAs | undefined): Handle =>
  (exchange) => {
    const as = actingAs();
    if (as === undefined || !isListed(exchange.headers) || exchange.headers.get("Impersonate-User") !== null)
      return handle(exchange);
    return handle({ ...exchange, headers: new PlainHeaders([...exchange.headers, ...impersonationHeaders(as)]) });
  };
