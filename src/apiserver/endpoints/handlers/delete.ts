import type { Answer } from "../../../component-base/exchange.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { newForbidden } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import { rested } from "../../../component-base/work.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import { emptyAnswer, listAnswer, objectAnswer, statusAnswer } from "../output/object-answer.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { createAdmissionSteps } from "./admission-steps.ts";
import { isUnsafe, readDeleteOptions } from "./delete-options.ts";
import { readListOptions, toStorageOptions } from "./list-request.ts";
import { traceChange } from "./trace-change.ts";

/** Deletes one object (handlers.DeleteResource). */
export const deleteHandler =
  (scope: ResourceScope, name: string): Handler =>
  async (ctx) => {
    const output = negotiateOutput(ctx, scope);
    const options = await readDeleteOptions(ctx, scope, name);
    if (isUnsafe(options)) return deleteUnsafely(ctx, scope, name, output);
    const steps = createAdmissionSteps(ctx, scope, name, options);
    ctx.trace?.stage("storage");
    let before: KubeObject | undefined;
    const validate = (live: KubeObject): MaybeAsync<void> => steps.validateDelete((before = live));
    const result = await scope.store.delete(ctx, name, options, validate);
    traceChange(ctx, scope, before, result.kind === "object" ? result.stored : undefined);
    if (result.kind === "status") return statusAnswer(ctx, output, 200, result.status);
    if (result.kind === "empty") return emptyAnswer(ctx, scope, output);
    return objectAnswer(
      ctx,
      scope,
      output,
      !result.deleted && options.orphanDependents === false ? 202 : 200,
      result.stored,
    );
  };

/**
 * Deletes an object that cannot be decoded, which takes a verb of its own besides `delete`
 * (handlers.authorizeUnsafeDelete).
 */
async function deleteUnsafely(
  ctx: RequestContext,
  scope: ResourceScope,
  name: string,
  output: ReturnType<typeof negotiateOutput>,
): Promise<Answer> {
  ctx.audit?.annotate("apiserver.k8s.io/unsafe-delete-ignore-read-error", "");
  await authorizeUnsafeDelete(ctx, scope, name);
  ctx.trace?.stage("storage");
  await scope.store.deleteCorrupt(ctx, name);
  return statusAnswer(ctx, output, 200, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, kind: scope.kind.kind },
    code: 200,
  });
}

async function authorizeUnsafeDelete(
  ctx: RequestContext,
  { resource, subresource }: ResourceScope,
  name: string,
): Promise<void> {
  const forbid = (reason: string): never => {
    throw newForbidden(resource, name, reason);
  };
  if (subresource !== "")
    forbid(
      "ignoreStoreReadErrorWithClusterBreakingPotential delete option is not allowed on a subresource or non-resource request",
    );
  const { decision, reason } = await ctx.authorizer.authorize({
    user: ctx.user,
    verb: unsafeDeleteVerb,
    resourceRequest: true,
    namespace: ctx.namespace,
    apiGroup: resource.group,
    apiVersion: resource.version,
    resource: resource.resource,
    subresource: "",
    name,
    path: ctx.info.path,
  });
  if (decision !== "allow") forbid(`not permitted to do ${quoteGo(unsafeDeleteVerb)}, reason: ${reason}`);
}

const unsafeDeleteVerb = "unsafe-delete-ignore-read-errors";

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
