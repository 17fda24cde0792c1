import { decodeWriteOptions } from "../../../apimachinery/options.ts";
import { validateCreateOptions } from "../../../apimachinery/validation/options.ts";
import type { SubresourceDefinition } from "../../registry/resource-definition.ts";
import { ensureNamespace } from "../../registry/object-meta.ts";
import { textAnswer } from "../output/answers.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import { heldAnswer, isStatus, statusAnswer } from "../output/object-answer.ts";
import { readBody } from "./read-body.ts";
import type { ResourceScope } from "../resource-scope.ts";
import type { InstalledResource } from "../routes/resource-table.ts";
import type { RouteServices } from "../routes/route-services.ts";
import { decodeInto } from "./decode-body.ts";
import { getHandler } from "./get.ts";
import { noteDryRun, refuseInvalidOptions } from "./input.ts";
import { patchHandler } from "./patch.ts";
import { scaleHandler } from "./scale.ts";
import { updateHandler } from "./update.ts";

/** Returns the handler for a request on a subresource. */
export function subresourceHandler(
  installed: InstalledResource,
  definition: SubresourceDefinition,
  method: string,
  name: string,
  services: RouteServices,
): Handler {
  const { behavior } = definition;
  const scope = installed.subresource(definition);
  switch (behavior.type) {
    case "update":
      return viewHandler(scope, method, name, services);
    case "scale":
      return scaleHandler(installed.scope, scope, behavior.paths, method, name, services);
    case "create":
      return async (ctx) => {
        const output = negotiateOutput(ctx, scope);
        const body = await readBody(ctx);
        const options = decodeWriteOptions(ctx.query);
        refuseInvalidOptions("CreateOptions", validateCreateOptions(options));
        noteDryRun(ctx, options.dryRun);
        const object = ensureNamespace(
          decodeInto(ctx, scope, body, options.fieldValidation),
          ctx.namespace,
          scope.definition.namespaced,
        );
        ctx.trace?.stage("handling");
        const made = await behavior.create(name, object, installed.access, ctx);
        return isStatus(made) ? statusAnswer(ctx, output, 201, made) : heldAnswer(ctx, scope, output, 201, made);
      };
    case "connect":
      return async (ctx) => textAnswer(ctx, 200, await behavior.connect(name, installed.access, ctx));
  }
}

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
