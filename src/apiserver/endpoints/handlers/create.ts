import type { KubeObject } from "../../../apimachinery/meta.ts";
import { decodeWriteOptions } from "../../../apimachinery/options.ts";
import { validateCreateOptions } from "../../../apimachinery/validation/options.ts";
import { stepTogether } from "../../../component-base/maybe-async.ts";
import { rested } from "../../../component-base/work.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import { objectAnswer } from "../output/object-answer.ts";
import { negotiateInput } from "../../codec/negotiation/negotiate-input.ts";
import { readBody } from "./read-body.ts";
import type { RequestContext } from "../request-context.ts";
import { toStored, type ResourceScope } from "../resource-scope.ts";
import { createAdmissionSteps } from "./admission-steps.ts";
import { decodeInto } from "./decode-body.ts";
import { noteDryRun, refuseInvalidOptions } from "./input.ts";
import { prepareCreated } from "./prepare-created.ts";
import { traceChange } from "./trace-change.ts";
import { trackUpdate } from "./track-update.ts";
import { writeFitting } from "./write-fitting.ts";

/** Creates the object in the body (handlers.CreateResource). */
export const createHandler =
  (scope: ResourceScope): Handler =>
  async (ctx) => {
    const output = negotiateOutput(ctx, scope);
    negotiateInput(ctx.exchange.headers.get("Content-Type"), ctx.media.types); // a wrong type is told before all else
    const body = await readBody(ctx);
    const options = decodeWriteOptions(ctx.query);
    refuseInvalidOptions("CreateOptions", validateCreateOptions(options));
    noteDryRun(ctx, options.dryRun);
    const decoding = decodeInto(ctx, scope, body, options.fieldValidation);
    const prepared = prepare(ctx, scope, decoding instanceof Promise ? await decoding : decoding);
    await rested(ctx, stepTogether);
    const tracked = rested(ctx, trackUpdate(ctx, scope, undefined, prepared, options.fieldManager));
    const object = tracked instanceof Promise ? await tracked : tracked;
    if (ctx.steps !== undefined) await ctx.steps.admission();
    const steps = createAdmissionSteps(ctx, scope, object.metadata.name ?? "", options);
    const admitting = rested(ctx, steps.admit("CREATE", toStored(scope, object, ctx.trace), undefined));
    const admitted = admitting instanceof Promise ? await admitting : admitting;
    const stored = await writeFitting((fitted) => scope.store.create(ctx, fitted(admitted), steps.validateCreate));
    traceChange(ctx, scope, undefined, stored);
    const rest = rested(ctx, undefined);
    if (rest !== undefined) await rest;
    return objectAnswer(ctx, scope, output, 201, stored);
  };

/** Returns the object in the body as it is created, in its namespace. */
function prepare(ctx: RequestContext, scope: ResourceScope, body: KubeObject): KubeObject {
  const { definition } = scope;
  if (definition.resource === "namespaces" && definition.group === "") ctx.namespace = body.metadata.name ?? "";
  return prepareCreated(ctx, scope, body);
}
