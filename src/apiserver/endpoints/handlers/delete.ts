import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import { rested } from "../../../component-base/work.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import { listAnswer, objectAnswer, statusAnswer } from "../output/object-answer.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { createAdmissionSteps } from "./admission-steps.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { readListOptions, toStorageOptions } from "./list-request.ts";
import { traceChange } from "./trace-change.ts";

/** Deletes one object (handlers.DeleteResource). */
export const deleteHandler =
  (scope: ResourceScope, name: string): Handler =>
  async (ctx) => {
    const output = negotiateOutput(ctx, scope);
    const options = await readDeleteOptions(ctx, scope, name);
    const steps = createAdmissionSteps(ctx, scope, name, options);
    ctx.trace?.stage("storage");
    let before: KubeObject | undefined;
    const validate = (live: KubeObject): MaybeAsync<void> => steps.validateDelete((before = live));
    const result = await scope.store.delete(ctx, name, options, validate);
    traceChange(ctx, scope, before, result.kind === "object" ? result.stored : undefined);
    if (result.kind === "status") return statusAnswer(ctx, output, 200, result.status);
    return objectAnswer(
      ctx,
      scope,
      output,
      !result.deleted && options.orphanDependents === false ? 202 : 200,
      result.stored,
    );
  };

/** Deletes a collection of objects (handlers.DeleteCollection). */
export const deleteCollectionHandler =
  (scope: ResourceScope): Handler =>
  async (ctx) => {
    const output = negotiateOutput(ctx, scope);
    const list = toStorageOptions(ctx, scope, await rested(ctx, readListOptions(ctx, false)), undefined);
    const options = await readDeleteOptions(ctx, scope, undefined);
    const steps = createAdmissionSteps(ctx, scope, "", options);
    ctx.trace?.stage("storage");
    return listAnswer(ctx, scope, output, await scope.store.deleteCollection(ctx, options, list, steps.validateDelete));
  };
