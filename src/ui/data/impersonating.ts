import { PlainHeaders } from "../../client/plain-headers.ts";
import { isListed, type Exchange, type Handle } from "../../component-base/exchange.ts";

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
 * Adds them to what the person asks. What the page reads for its own lists stays its own, and a request that names
 * somebody already is left as it is.
 */
export const withImpersonation =
  (handle: Handle, actingAs: () => ActingAs | undefined): Handle =>
  (exchange) => {
    const as = actingAs();
    if (
      as === undefined ||
      isPageRead(exchange) ||
      !isListed(exchange.headers) ||
      exchange.headers.get("Impersonate-User") !== null
    )
      return handle(exchange);
    return handle({ ...exchange, headers: new PlainHeaders([...exchange.headers, ...impersonationHeaders(as)]) });
  };

const isPageRead = ({ method, headers }: Exchange): boolean =>
  method === "GET" && (headers.get("User-Agent") ?? "").startsWith("kubepad-ui/");
