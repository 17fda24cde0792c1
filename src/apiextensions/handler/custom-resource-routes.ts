import { newBadRequest, newMethodNotSupported, newNotFound } from "../../apimachinery/errors.ts";
import { listHandler } from "../../apiserver/endpoints/handlers/list.ts";
import { createHandler } from "../../apiserver/endpoints/handlers/create.ts";
import { deleteCollectionHandler, deleteHandler } from "../../apiserver/endpoints/handlers/delete.ts";
import { getHandler } from "../../apiserver/endpoints/handlers/get.ts";
import { patchHandler, patchType } from "../../apiserver/endpoints/handlers/patch.ts";
import { subresourceHandler } from "../../apiserver/endpoints/handlers/subresource.ts";
import { updateHandler } from "../../apiserver/endpoints/handlers/update.ts";
import type { Handler } from "../../apiserver/endpoints/handler.ts";
import type { ResourceScope } from "../../apiserver/endpoints/resource-scope.ts";
import type { RouteCustomResources } from "../../apiserver/endpoints/routes/router.ts";
import type { ResourceScopes } from "../../apiserver/endpoints/routes/resource-table.ts";
import type { RouteServices } from "../../apiserver/endpoints/routes/route-services.ts";
import type { RequestInfo } from "../../apiserver/request/request-info.ts";
import { findCondition, isConditionTrue, type Definition } from "../../apis/apiextensions/definition.ts";
import type { ObjectLister } from "../../apiserver/registry/object-lister.ts";
import type { ServedKinds } from "./crd-handler.ts";

const acrossNamespaces: ReadonlySet<string> = new Set(["list", "watch"]);

/** Routes requests for custom resources to their handlers (crdHandler.ServeHTTP). */
export const createCustomResourceRoutes =
  (lister: ObjectLister<Definition>, kinds: ServedKinds): RouteCustomResources =>
  (ctx, services) => {
    const { info } = ctx;
    const definition = lister.get(`${info.resource}.${info.apiGroup}`);
    if (definition === undefined || !isServed(definition, info)) return undefined;
    return async () => {
      const kind = await kinds.serve(definition);
      const installed = kind.version(info.apiVersion);
      if (installed === undefined) throw newNotFound({ group: info.apiGroup, resource: info.resource }, info.name);
      ctx.deprecated(installed.scope.definition);
      return kind.run(() => {
        const handler = routeVerb(info, ctx.exchange.method, installed, services);
        ctx.handled = true;
        return handler(ctx);
      });
    };
  };

/** Reports whether the definition serves this request's scope and version. */
function isServed(definition: Definition, { namespace, verb, apiVersion }: RequestInfo): boolean {
  const { spec } = definition;
  const namespaced = spec.scope === "Namespaced";
  if (!namespaced && namespace !== "") return false;
  if (namespaced && namespace === "" && !acrossNamespaces.has(verb)) return false;
  if (spec.versions?.some((version) => version.name === apiVersion && version.served) !== true) return false;
  return (
    isConditionTrue(definition, "Established") ||
    (isConditionTrue(definition, "NamesAccepted") && !isBeingInstalled(definition))
  );
}

/**
 * Reports whether the names are accepted and the definition is about to be established. It is not served in between,
 * since discovery does not list it yet.
 */
const isBeingInstalled = (definition: Definition): boolean =>
  findCondition(definition, "Established")?.reason === "Installing";

function routeVerb(info: RequestInfo, method: string, installed: ResourceScopes, services: RouteServices): Handler {
  const { scope } = installed;
  if (info.subresource !== "") return routeSubresource(info, method, installed, services);
  const { name } = info;
  switch (info.verb) {
    case "get":
      return getHandler(scope, name);
    case "list":
      return listHandler(scope, undefined, services.watchTimeouts);
    case "watch":
      return listHandler(scope, { name: name === "" ? undefined : name }, services.watchTimeouts);
    case "create":
      return createHandler(scope);
    case "update":
      return name === "" ? nameless : updateHandler(scope, name, services.authorizer);
    case "patch":
      return name === "" ? namelessPatch(scope) : patchHandler(scope, name, services.authorizer);
    case "delete":
      return deleteHandler(scope, name);
    case "deletecollection":
      return deleteCollectionHandler(scope);
    default:
      throw newMethodNotSupported(scope.resource, info.verb);
  }
}

const viewVerbs: ReadonlySet<string> = new Set(["get", "update", "patch"]);

function routeSubresource(
  { subresource, name, verb }: RequestInfo,
  method: string,
  installed: ResourceScopes,
  services: RouteServices,
): Handler {
  const { scope } = installed;
  const definition = scope.definition.subresources?.find((known) => known.name === subresource);
  if (definition === undefined) throw newNotFound(scope.resource, name);
  if (!viewVerbs.has(verb)) throw newMethodNotSupported(scope.resource, verb);
  return subresourceHandler(installed, definition, method, name, services);
}

/** Handles a PATCH of a collection: fails, after checking the patch type. */
const namelessPatch =
  (scope: ResourceScope): Handler =>
  (ctx) => {
    patchType(ctx, scope);
    return nameless(ctx);
  };

const nameless: Handler = () => Promise.reject(newBadRequest("name must be provided"));
