import { failureStatus } from "../apimachinery/errors.ts";
import { quoteGo } from "../apimachinery/go-strings.ts";
import type { Answer, Handle, HeaderReader } from "../component-base/exchange.ts";

/** The clients that may use a server that grants administrator permissions to unauthenticated requests. */
export interface TrustedCallersOptions {
  /** Host names besides those of the loopback interface, in lower case and without a port. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may use the server (`--cors-allowed-origins`). */
  readonly isAllowedOrigin: (origin: string) => boolean;
  /** The scheme of the server's own address. */
  readonly scheme: "http" | "https";
}

/** Trusts clients on this machine that are not pages of other origins. */
export const loopbackOnly: TrustedCallersOptions = {
  allowedHosts: [],
  isAllowedOrigin: () => false,
  scheme: "http",
};

const loopbackHosts: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Rejects requests that pages of other origins make a browser send. If no credentials are required, any page could
 * write with a request that needs no preflight, and read through a host name of its own that resolves to this machine
 * (DNS rebinding). Clients other than browsers send none of the headers that are checked, except for Host.
 */
export function withTrustedCallers(next: Handle, options: TrustedCallersOptions): Handle {
  const hosts = new Set([...loopbackHosts, ...options.allowedHosts]);
  let lastHost = ""; // nearly all requests name the same host
  const trusts = (host: string): boolean => {
    if (host === lastHost) return true;
    if (!hosts.has(host.replace(/:\d*$/, "").toLowerCase())) return false;
    lastHost = host;
    return true;
  };
  return (exchange) => {
    const { headers } = exchange;
    const host = headers.get("Host");
    if (host !== null && !trusts(host)) return Promise.resolve(refusal(untrustedHost(host)));
    const problem = originProblem(headers, host, options);
    return problem === undefined ? next(exchange) : Promise.resolve(refusal(problem));
  };
}

/**
 * Returns why the origin of a request is rejected; undefined for clients other than browsers, and for pages that may
 * use the server.
 */
function originProblem(
  headers: HeaderReader,
  host: string | null,
  { isAllowedOrigin, scheme }: TrustedCallersOptions,
): string | undefined {
  const origin = headers.get("Origin");
  const site = headers.get("Sec-Fetch-Site");
  if (origin === null)
    return site === null || site === "none" || site === "same-origin" ? undefined : foreignSite(site);
  if (origin === `${scheme}://${host}` || isAllowedOrigin(origin)) return undefined;
  return `pages of origin ${quoteGo(origin)} may not use this server: ${remedy}`;
}

const remedy = "start it with --token-auth-file, or name the origin in --cors-allowed-origins";

const foreignSite = (site: string): string =>
  `pages of other origins may not use this server (Sec-Fetch-Site: ${site}): ${remedy}`;

const untrustedHost = (host: string): string =>
  `host ${quoteGo(host)} is not this server's: it answers without credentials, so only to ${loopbackHosts.join(", ")} and hosts named by --allowed-hosts`;

const refusal = (message: string): Answer => ({
  status: 403,
  headers: [
    ["Cache-Control", "no-cache, private"],
    ["Content-Type", "application/json"],
    ["X-Content-Type-Options", "nosniff"],
  ],
  body: `${JSON.stringify(failureStatus(403, "Forbidden", message))}\n`,
});
