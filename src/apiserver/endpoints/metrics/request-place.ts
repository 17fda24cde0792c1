import { parseQuery } from "../../../apimachinery/query.ts";
import type { Exchange } from "../../../component-base/exchange.ts";
import type { RequestInfo } from "../../request/request-info.ts";

const connectSubresources = new Set(["log", "exec", "portforward", "attach", "proxy"]);
const knownMethods = new Set(["APPLY", "CONNECT", "DELETE", "GET", "LIST", "PATCH", "POST", "PUT", "WATCH"]);
const applyTypes = new Set(["application/apply-patch+yaml", "application/apply-patch+cbor"]);

/** Returns the verb label of metrics: the method, except for list, watch, apply and connect (metrics.cleanVerb). */
export function reportedVerb({ method, headers }: Exchange, { verb, subresource }: RequestInfo, scope: string): string {
  if (connectSubresources.has(subresource)) return "CONNECT";
  if (verb === "watch") return "WATCH";
  if (method === "GET" || method === "HEAD") return scope === "resource" || scope === "" ? "GET" : "LIST";
  if (method === "PATCH" && applyTypes.has(headers.get("Content-Type") ?? "")) return "APPLY";
  return knownMethods.has(method) ? method : "other";
}

/** Returns the scope label: resource, namespace or cluster (metrics.CleanScope). */
export function scopeOf({ name, verb, namespace, isResourceRequest }: RequestInfo): string {
  if (name !== "" || verb === "create") return "resource";
  if (namespace !== "") return "namespace";
  return isResourceRequest ? "cluster" : "";
}

/** Returns the dry_run label: "All", "" without dry run, or "invalid" (metrics.cleanDryRun). */
export function dryRunOf(target: string): string {
  if (!target.includes("dryRun")) return "";
  const values = parseQuery(target.slice(target.indexOf("?") + 1)).get("dryRun") ?? [];
  return values.every((value) => value === "All") ? (values.length === 0 ? "" : "All") : "invalid";
}

/** Whether a request is non-mutating (the first kind of the in-flight limits). */
export const isReadOnly = ({ verb }: RequestInfo): boolean => verb === "get" || verb === "list" || verb === "watch";
