import type { SubresourceInfo, SubresourceBehavior } from "../../registry/resource-definition.ts";
import { emptyAnswer, textAnswer } from "../output/answers.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import type { RequestContext } from "../request-context.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import type { ResourceScope } from "../resource-scope.ts";
import type { ResourceScopes } from "../routes/resource-table.ts";
import type { RouteServices } from "../routes/route-services.ts";
import { admitConnect } from "./admission-steps.ts";
import { connectOptions } from "./connect-options.ts";
import { createUnstored } from "./create-unstored.ts";
import { getHandler } from "./get.ts";
import { patchHandler } from "./patch.ts";
import { updateHandler } from "./update.ts";

/** Returns the handler for a request on a subresource. */
export function subresourceHandler(
  scopes: ResourceScopes,
  definition: SubresourceInfo,
  method: string,
  name: string,
  services: RouteServices,
): Handler {
  const { shape } = definition;
  const scope = scopes.subresource(definition);
  switch (shape.type) {
    case "update":
      return viewHandler(scope, method, name, services);
    case "scale":
      return async (ctx) => {
        const { scaleHandler } = await import("./scale.ts");
        return scaleHandler(scopes.scope, scope, shape.paths, method, name, services)(ctx);
      };
    case "create": {
      const { create } = behaviorOf(scope, definition);
      const { keepsSystemFields } = shape;
      if (create === undefined) break;
      return (ctx) =>
        createUnstored(ctx, scope, negotiateOutput(ctx, scope), {
          name,
          keepsSystemFields,
          handle: (ready, request) => create(name, ready, scopes.access, ctx, request),
        });
    }
    case "connect": {
      const { connect } = behaviorOf(scope, definition);
      if (connect === undefined) break;
      return async (ctx) => {
        if (definition.gvk !== undefined) await admitConnect(ctx, scope, name, connectOptions(ctx, scope));
        return connectAnswer(ctx, await connect(name, scopes.access, ctx));
      };
    }
  }
  throw new Error(`${scope.definition.resource}/${definition.name} has no behavior`);
}

type Connected = Awaited<ReturnType<NonNullable<SubresourceBehavior["connect"]>>>;

function connectAnswer(ctx: RequestContext, connected: Connected): Answer {
  if (typeof connected === "string" || !("redirect" in connected)) return textAnswer(ctx, 200, connected);
  const query = ctx.exchange.target.slice(ctx.exchange.target.split("?")[0]?.length);
  return emptyAnswer(ctx, 301, [["Location", ctx.info.path + connected.redirect + query]]);
}

const behaviorOf = (
  { definition: { subresourceBehaviors } }: ResourceScope,
  { name }: SubresourceInfo,
): SubresourceBehavior => subresourceBehaviors?.[name] ?? {};

/** Handles a subresource that is a view of the parent: get, update and patch with its own strategy. */
function viewHandler(scope: ResourceScope, method: string, name: string, { authorizer }: RouteServices): Handler {
  switch (method) {
    case "PUT":
      return updateHandler(scope, name, authorizer);
    case "PATCH":
      return patchHandler(scope, name, authorizer);
    default:
      return getHandler(scope, name);
  }
}
