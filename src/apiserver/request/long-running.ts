import type { RequestInfo } from "./request-info.ts";

const longRunningVerbs: ReadonlySet<string> = new Set(["watch", "proxy"]);
const longRunningSubresources: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

/**
 * Whether a request is long-running and thus exempt from timeouts and from limits on requests in flight
 * (filters.BasicLongRunningRequestCheck).
 */
export const isLongRunning = ({ verb, isResourceRequest, subresource, path }: RequestInfo): boolean =>
  longRunningVerbs.has(verb) ||
  (isResourceRequest ? longRunningSubresources.has(subresource) : path.startsWith("/debug/pprof/"));
