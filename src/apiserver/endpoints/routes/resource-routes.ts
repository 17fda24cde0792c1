import { newGenericServerResponse } from "../../../apimachinery/errors.ts";
import type { Exchange, HeaderReader } from "../../../component-base/exchange.ts";
import { memoText } from "../../../component-base/memo.ts";
import { cborMediaType } from "../../codec/negotiation/media-types.ts";
import {
  matchesContentType,
  newRouteNotAcceptable,
  newRouteUnsupportedMediaType,
} from "../../codec/negotiation/route-media-types.ts";
import type { SubresourceInfo, Verb } from "../../registry/resource-definition.ts";
import { createHandler } from "../handlers/create.ts";
import { deleteCollectionHandler, deleteHandler } from "../handlers/delete.ts";
import { getHandler } from "../handlers/get.ts";
import { listHandler } from "../handlers/list.ts";
import { patchHandler } from "../handlers/patch.ts";
import { patchTypeNames } from "../handlers/patch-types.ts";
import { subresourceHandler } from "../handlers/subresource.ts";
import { updateHandler } from "../handlers/update.ts";
import { virtualHandler } from "../handlers/virtual.ts";
import type { Handler } from "../handler.ts";
import type { RouteProduces } from "../output/media-context.ts";
import type { InstalledResource, ResourceScopes } from "./resource-table.ts";
import type { RouteServices } from "./route-services.ts";
import { parseResourcePath, verbOf, type ResourcePath } from "./route.ts";

/** The generic error for an unknown path in a group version. */
const notFound = () => newGenericServerResponse(404, "", { group: "", resource: "" }, "", "", 0, false);
const methodNotAllowed = () => newGenericServerResponse(405, "", { group: "", resource: "" }, "", "", 0, false);

/** Finds the handler for the segments after group and version; throws the 404 and 405 of go-restful's error handler. */
export function routeResource(
  { method, headers }: Exchange,
  segments: readonly string[],
  find: (resource: string) => InstalledResource | undefined,
  services: RouteServices,
): Handler {
  const path = parseResourcePath(segments);
  const installed = path === undefined ? undefined : find(path.resource);
  if (path === undefined || installed === undefined || !hasRoute(path, installed)) throw notFound();
  if (path.watch) return watchRoute(method, headers, path, installed, services);
  if (path.subresource !== undefined) return subresourceRoute(method, headers, path, installed, services);
  const verb = verbOf(method, path.name === undefined ? "collection" : "object");
  if (verb === undefined || !allows(installed, path, verb)) throw methodNotAllowed();
  refuseMediaTypes(headers, verb, services);
  return withDeprecation(
    installed,
    opened(installed, (scopes) => resourceRoute(verb, path.name ?? "", scopes, services)),
  );
}

/** Returns a handler that first loads the behavior of the resource, if this is its first request. */
function opened(installed: InstalledResource, route: (scopes: ResourceScopes) => Handler): Handler {
  const scopes = installed.open();
  return scopes instanceof Promise ? async (ctx) => route(await scopes)(ctx) : route(scopes);
}

/** Adds the warning of a deprecated version to every response (handlers AddWarning). */
function withDeprecation({ resource }: InstalledResource, handler: Handler): Handler {
  if (resource.deprecationWarning === undefined) return handler;
  return (ctx) => {
    ctx.deprecated(resource);
    return handler(ctx);
  };
}

/** Whether a route accepts patches of a Content-Type, depending on whether the server accepts CBOR. */
const readsPatch = {
  json: memoText((type) => matchesContentType(type, patchTypeNames(false, true))),
  cbor: memoText((type) => matchesContentType(type, patchTypeNames(true, true))),
};

/** Rejects media types that no route of the path supports, before the handler runs. */
function refuseMediaTypes(headers: HeaderReader, verb: Verb, { media }: RouteServices): void {
  if (
    verb === "patch" &&
    !readsPatch[media.types.includes(cborMediaType) ? "cbor" : "json"](headers.get("Content-Type") ?? "")
  )
    throw newRouteUnsupportedMediaType();
  refuseAccept(headers, verb === "list" || verb === "watch" ? media.lists : media.others);
}

function refuseAccept(headers: HeaderReader, produces: RouteProduces): void {
  if (!produces.accepts(headers.get("Accept") ?? "")) throw newRouteNotAcceptable(produces.names);
}

/** Whether any method is supported on this path. */
function hasRoute(path: ResourcePath, { resource: definition }: InstalledResource): boolean {
  if (!definition.namespaced && path.namespace !== undefined) return false;
  const everywhere = definition.namespaced && path.namespace === undefined;
  if (everywhere && path.name !== undefined) return false;
  if (everywhere || path.watch)
    return definition.verbs.includes(path.watch ? "watch" : "list") && path.subresource === undefined;
  if (path.subresource === undefined)
    return path.name === undefined ? hasCollectionRoute(definition.verbs) : hasItemRoute(definition.verbs);
  const subresource = definition.subresources?.find((s) => s.name === path.subresource);
  return subresource !== undefined && (path.rest.length === 0 || subresource.name === "proxy");
}

const hasCollectionRoute = (verbs: readonly Verb[]): boolean =>
  verbs.some((v) => v === "list" || v === "create" || v === "deletecollection");
const hasItemRoute = (verbs: readonly Verb[]): boolean =>
  verbs.some((v) => v === "get" || v === "update" || v === "patch" || v === "delete");

/** Whether a verb is allowed on a path; a namespaced resource can only be listed across all namespaces. */
function allows({ resource: definition }: InstalledResource, path: ResourcePath, verb: Verb): boolean {
  if (definition.namespaced && path.namespace === undefined && verb !== "list") return false;
  return definition.verbs.includes(verb);
}

function watchRoute(
  method: string,
  headers: HeaderReader,
  path: ResourcePath,
  installed: InstalledResource,
  services: RouteServices,
): Handler {
  if (method !== "GET") throw methodNotAllowed();
  refuseMediaTypes(headers, "watch", services);
  return withDeprecation(
    installed,
    opened(installed, ({ scope }) => listHandler(scope, { name: path.name }, services.watchTimeouts)),
  );
}

function resourceRoute(
  verb: Verb,
  name: string,
  scopes: ResourceScopes,
  { authorizer, watchTimeouts }: RouteServices,
): Handler {
  const { scope } = scopes;
  if (scope.definition.unstored === true) return virtualHandler(scopes, verb, name);
  switch (verb) {
    case "get":
      return getHandler(scope, name);
    case "list":
    case "watch":
      return listHandler(scope, undefined, watchTimeouts);
    case "create":
      return createHandler(scope);
    case "update":
      return updateHandler(scope, name, authorizer);
    case "patch":
      return patchHandler(scope, name, authorizer);
    case "delete":
      return deleteHandler(scope, name);
    case "deletecollection":
      return deleteCollectionHandler(scope);
  }
}

function subresourceRoute(
  method: string,
  headers: HeaderReader,
  path: ResourcePath,
  installed: InstalledResource,
  services: RouteServices,
): Handler {
  const definition = installed.resource.subresources?.find((s) => s.name === path.subresource);
  if (definition === undefined) throw notFound();
  if (!allowsOnSubresource(definition, method)) throw methodNotAllowed();
  refuseSubresourceMedia(headers, definition, method, services);
  const handler = opened(installed, (scopes) =>
    subresourceHandler(scopes, definition, method, path.name ?? "", services),
  );
  return definition.gvk === undefined ? withDeprecation(installed, handler) : handler;
}

/** Rejects media types that the route of a subresource does not support; those that connect accept all. */
function refuseSubresourceMedia(
  headers: HeaderReader,
  { shape, gvk }: SubresourceInfo,
  method: string,
  services: RouteServices,
): void {
  if (shape.type !== "connect") refuseMediaTypes(headers, verbOf(method, "subresource") ?? "get", services);
  else if (gvk === undefined) refuseAccept(headers, services.media.logs);
}

function allowsOnSubresource({ shape, verbs }: SubresourceInfo, method: string): boolean {
  if (shape.type === "connect") return shape.methods.includes(method) || (method === "GET" && verbs.includes("get"));
  const verb = verbOf(method, "subresource");
  return verb !== undefined && verbs.includes(verb);
}
