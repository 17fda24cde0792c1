import type { RequestInfo } from "./request-info.ts";

const longRunningVerbs: ReadonlySet<string> = new Set(["watch", "proxy"]);
const longRunningSubresources: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

/**
 * Requests that may take as long as they like: no limit of time or number holds for them
 * (filters.BasicLongRunningRequestCheck).
 */
export const isLongRunning = ({ verb, isResourceRequest, subresource, path }: RequestInfo): boolean =>
  longRunningVerbs.has(verb) ||
  (isResourceRequest ? longRunningSubresources.has(subresource) : path.startsWith("/debug/pprof/"));
