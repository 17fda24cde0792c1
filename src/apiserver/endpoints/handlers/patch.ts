import { newConflict, newNotFound, newUnsupportedMediaType, type StatusError } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { decodePatchOptions, type PatchOptions } from "../../../apimachinery/options.ts";
import { validatePatchOptions } from "../../../apimachinery/validation/options.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { cborMediaType } from "../../codec/negotiation/media-types.ts";
import { PatchPanic } from "../../patch/patch-failure.ts";
import { rested } from "../../../component-base/work.ts";
import { ensureNamespace } from "../../registry/object-meta.ts";
import type { UpdateResult } from "../../registry/rest.ts";
import type { Authorizer } from "../../request/authorizer.ts";
import { textAnswer } from "../output/answers.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import { objectAnswer } from "../output/object-answer.ts";
import { readBody } from "./read-body.ts";
import type { RequestContext } from "../request-context.ts";
import { fromStored, toStored, type ResourceScope } from "../resource-scope.ts";
import { createAdmissionSteps } from "./admission-steps.ts";
import { authorizeCreate } from "./authorize-create.ts";
import { checkName, noteDryRun, refuseInvalidOptions } from "./input.ts";
import type { PatchMechanism } from "./patch-result.ts";
import { strategicPatcher } from "./strategic-patcher.ts";
import { patchText, patchMechanism, patchTypeNames } from "./patch-types.ts";
import { traceChange } from "./trace-change.ts";
import { asItIs, type FittedObject, writeFitting } from "./write-fitting.ts";

/** Patches an object (handlers.PatchResource). */
export const patchHandler = (scope: ResourceScope, name: string, authorizer: Authorizer): Handler =>
  withPanicAnswer(async (ctx) => {
    const [type, mechanism] = patchType(ctx, scope);
    const output = negotiateOutput(ctx, scope);
    const body = await readBody(ctx);
    const options = decodePatchOptions(ctx.query);
    refuseInvalidOptions("PatchOptions", validatePatchOptions(options, type));
    noteDryRun(ctx, options.dryRun);
    const patch = patchText(type, body);
    if (typeof patch === "string") ctx.audit?.requestPatch(patch);
    const steps = createAdmissionSteps(ctx, scope, name, options);
    let before: KubeObject | undefined;
    const updatedObject = (live: KubeObject | undefined, fitted: FittedObject): MaybeAsync<KubeObject> => {
      before = live;
      const object = rested(ctx, patched(ctx, scope, name, mechanism, patch, options, live));
      const operation = live === undefined ? "CREATE" : "UPDATE";
      return afterwards(object, (ready) => afterwards(steps.admit(operation, ready, live), fitted));
    };
    const write = (fitted: FittedObject): Promise<UpdateResult> =>
      scope.store.update(ctx, name, {
        strategy: scope.strategy,
        info: { updatedObject: (live) => updatedObject(live, fitted) },
        validateCreate: authorizeCreate(ctx, scope, name, authorizer, steps.validateCreate),
        validateUpdate: steps.validateUpdate,
        forceAllowCreate: mechanism.createsObjects && scope.subresource === "",
      });
    // what is applied needs its fields
    const result = await (mechanism.createsObjects ? write(asItIs) : writeFitting(write));
    traceChange(ctx, scope, before, result.stored);
    const rest = rested(ctx, undefined);
    if (rest !== undefined) await rest;
    return objectAnswer(ctx, scope, output, result.created ? 201 : 200, result.stored);
  });

/**
 * Handles patches that make upstream panic: the client gets the response of panic recovery (filters.WithPanicRecovery).
 */
const withPanicAnswer =
  (handler: Handler): Handler =>
  (ctx) =>
    handler(ctx).catch((err: unknown) => {
      if (!(err instanceof PatchPanic)) throw err;
      return textAnswer(ctx, 500, "This request caused apiserver to panic. Look in the logs for details.\n");
    });

/** Returns the patch type of the Content-Type, which must match exactly; throws a 415 error for others. */
export function patchType(ctx: RequestContext, { flavor }: ResourceScope): [string, PatchMechanism] {
  const contentType = ctx.exchange.headers.get("Content-Type") ?? "";
  const end = contentType.indexOf(";");
  const type = end > 0 ? contentType.slice(0, end) : contentType;
  const cbor = ctx.media.types.includes(cborMediaType);
  const mechanism = patchMechanism(type, cbor);
  if (mechanism === undefined || (mechanism === strategicPatcher && !flavor.strategicPatches))
    throw newUnsupportedMediaType(patchTypeNames(cbor, flavor.strategicPatches));
  return [type, mechanism];
}

/** Applies the patch to the live object; returns the result in the storage version (patcher.applyPatch). */
function patched(
  ctx: RequestContext,
  scope: ResourceScope,
  name: string,
  mechanism: PatchMechanism,
  patch: string | StatusError,
  options: PatchOptions,
  live: KubeObject | undefined,
): MaybeAsync<KubeObject> {
  if (live === undefined && !mechanism.createsObjects) throw newNotFound(scope.definition, name);
  if (typeof patch !== "string") throw patch;
  const served = live && fromStored(scope, live, ctx.trace);
  ctx.trace?.stage(mechanism.stage);
  const applied = mechanism.apply({ ctx, scope, patch, options, live: served });
  return afterwards(applied, (object) => placed(ctx, scope, name, object, live));
}

/** Checks the name and namespace of the patched object against the path, and converts it to the storage version. */
function placed(
  ctx: RequestContext,
  scope: ResourceScope,
  name: string,
  object: KubeObject,
  live: KubeObject | undefined,
): KubeObject {
  const { uid = "" } = object.metadata;
  if (live === undefined && uid !== "")
    throw newConflict(
      scope.definition,
      name,
      `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    );
  const ready = ensureNamespace(object, ctx.namespace, scope.definition.namespaced);
  checkName(ready, name, ctx.namespace);
  return toStored(scope, ready, ctx.trace);
}
