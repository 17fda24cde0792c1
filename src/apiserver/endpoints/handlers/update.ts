import type { KubeObject } from "../../../apimachinery/meta.ts";
import { decodeWriteOptions } from "../../../apimachinery/options.ts";
import { validateUpdateOptions } from "../../../apimachinery/validation/options.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { rested } from "../../../component-base/work.ts";
import { dedupOwnerReferences, ensureNamespace } from "../../registry/object-meta.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import { objectAnswer } from "../output/object-answer.ts";
import { readBody } from "./read-body.ts";
import { fromStored, toStored, type ResourceScope } from "../resource-scope.ts";
import { createAdmissionSteps } from "./admission-steps.ts";
import type { Authorizer } from "../../request/authorizer.ts";
import { authorizeCreate } from "./authorize-create.ts";
import { decodeInto } from "./decode-body.ts";
import { checkName, noteDryRun, refuseInvalidOptions } from "./input.ts";
import { traceChange } from "./trace-change.ts";
import { trackUpdate } from "./track-update.ts";
import { type FittedObject, writeFitting } from "./write-fitting.ts";

/** Replaces an object with the one in the body (handlers.UpdateResource). */
export const updateHandler =
  (scope: ResourceScope, name: string, authorizer: Authorizer): Handler =>
  async (ctx) => {
    const output = negotiateOutput(ctx, scope);
    const body = await readBody(ctx);
    const options = decodeWriteOptions(ctx.query);
    refuseInvalidOptions("UpdateOptions", validateUpdateOptions(options));
    noteDryRun(ctx, options.dryRun);
    const decoding = decodeInto(ctx, scope, body, options.fieldValidation);
    const decoded = decoding instanceof Promise ? await decoding : decoding;
    const placed = ensureNamespace(decoded, ctx.namespace, scope.definition.namespaced);
    checkName(placed, name, ctx.namespace);
    const object = dedupOwnerReferences(placed, ctx, false);
    const steps = createAdmissionSteps(ctx, scope, name, options);
    let before: KubeObject | undefined;
    const updatedObject = (live: KubeObject | undefined, fitted: FittedObject): MaybeAsync<KubeObject> => {
      before = live;
      const tracked = trackUpdate(ctx, scope, live && fromStored(scope, live, ctx.trace), object, options.fieldManager);
      const operation = live === undefined ? "CREATE" : "UPDATE";
      return afterwards(rested(ctx, tracked), (ready) =>
        steps.admit(operation, fitted(toStored(scope, ready, ctx.trace)), live),
      );
    };
    const result = await writeFitting((fitted) =>
      scope.store.update(ctx, name, {
        strategy: scope.strategy,
        info: { preconditions: uidOf(object), updatedObject: (live) => updatedObject(live, fitted) },
        validateCreate: authorizeCreate(ctx, scope, name, authorizer, steps.validateCreate),
        validateUpdate: steps.validateUpdate,
        forceAllowCreate: false,
      }),
    );
    traceChange(ctx, scope, before, result.stored);
    const rest = rested(ctx, undefined);
    if (rest !== undefined) await rest;
    return objectAnswer(ctx, scope, output, result.created ? 201 : 200, result.stored);
  };

/** A uid in the body is a precondition (rest.defaultUpdatedObjectInfo.Preconditions). */
function uidOf({ metadata: { uid = "" } }: KubeObject): { readonly uid: string } | undefined {
  return uid === "" ? undefined : { uid };
}
