import { newGenericServerResponse } from "../../../apimachinery/errors.ts";
import { memoText } from "../../../component-base/memo.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import { pageNotFound } from "../output/answers.ts";
import type { Handler } from "../handler.ts";
import type { RouteServices } from "./route-services.ts";
import { routeResource } from "./resource-routes.ts";
import type { ResourceTable } from "./resource-table.ts";
import type { NonResourceRoute } from "./non-resource-route.ts";
import type { RequestContext } from "../request-context.ts";

const notServed: Handler = (ctx) => Promise.resolve(pageNotFound(ctx));

/** Returns the handler of a request for a custom resource; undefined if no definition serves the path. */
export type RouteCustomResources = (
  ctx: RequestContext,
  services: RouteServices,
) => (() => Promise<Answer>) | undefined;

/** Routes requests to their handlers (the mux and go-restful containers of a generic API server). */
export function createRouter(options: RouterOptions): Handler {
  return (ctx) => route(ctx, options)(ctx);
}

/** The routes and services of a router. */
export interface RouterOptions {
  readonly table: ResourceTable;
  readonly routes: readonly NonResourceRoute[];
  /** Used if no built-in group version has the path. */
  readonly custom: RouteCustomResources;
  /** Returns the handler of a group version that another server serves. */
  aggregated?(group: string, version: string): Handler | undefined;
  readonly services: RouteServices;
}

const coreVersion = { group: "", version: "v1" };

function route(ctx: RequestContext, { table, routes, custom, services, aggregated }: RouterOptions): Handler {
  const { path } = ctx.info;
  const target = splitResourcePath(path);
  // who has v1 of the core group has all of /api (APIAggregator.AddAPIService)
  const served = path === "/api" || path.startsWith("/api/") ? coreVersion : target;
  const elsewhere = served && aggregated?.(served.group, served.version);
  if (elsewhere !== undefined) return elsewhere;
  if (target === undefined || target.segments.length === 0) {
    for (const find of routes) {
      const handler = find(path, ctx);
      if (handler !== undefined) return handler;
    }
    return notServed;
  }
  const { group, version, segments } = target;
  if (!table.hasVersion(group, version)) {
    const answer = custom(ctx, services);
    if (answer !== undefined) {
      ctx.routed = true;
      return answer;
    }
  }
  if (group !== "" && !table.hasGroup(group)) return notServed;
  if (!table.hasVersion(group, version))
    throw newGenericServerResponse(404, "", { group: "", resource: "" }, "", "", 0, false);
  const handler = routeResource(ctx.exchange, segments, (resource) => table.find(group, version, resource), services);
  ctx.routed = true;
  ctx.handled = true;
  return handler;
}

/**
 * Splits a path into group, version and remaining segments; undefined for paths outside /api/V and /apis/G/V. An empty
 * G is no group: only /api leads to the core group.
 */
const splitResourcePath = memoText(
  (path): { readonly group: string; readonly version: string; readonly segments: readonly string[] } | undefined => {
    const legacy = path.startsWith("/api/");
    if (!legacy && !path.startsWith("/apis/")) return undefined;
    const parts = trimSlashes(path).split("/");
    const start = legacy ? 1 : 2;
    const version = parts[start];
    if (version === undefined || (!legacy && parts[1] === "")) return undefined;
    return { group: legacy ? "" : (parts[1] ?? ""), version, segments: parts.slice(start + 1) };
  },
  2000,
);

function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 47) end--;
  return path.slice(1, end);
}
