import type { KubeObject } from "../../../apimachinery/meta.ts";
import { decodeWriteOptions } from "../../../apimachinery/options.ts";
import { validateCreateOptions } from "../../../apimachinery/validation/options.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import type { UnstoredRequest } from "../../registry/resource-definition.ts";
import type { Output } from "../output/output.ts";
import { heldAnswer, isStatus, statusAnswer } from "../output/object-answer.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { createAdmissionSteps } from "./admission-steps.ts";
import { decodeInto } from "./decode-body.ts";
import { noteDryRun, refuseInvalidOptions } from "./input.ts";
import { prepareCreated } from "./prepare-created.ts";
import { readBody } from "./read-body.ts";
import { trackUpdate } from "./track-update.ts";

/** How an object is created that is handled and not stored. */
export interface UnstoredCreate {
  /** The name in the path; that of the object if absent. */
  readonly name?: string;
  /** Whether metadata that only servers set is a precondition. */
  readonly keepsSystemFields?: boolean | undefined;
  /** Handles the object, and runs validating admission after its own checks. */
  handle(object: KubeObject, request: UnstoredRequest): Promise<KubeObject>;
}

/** Creates the object in the body as one that is stored, up to its handling (handlers.CreateNamedResource). */
export async function createUnstored(
  ctx: RequestContext,
  scope: ResourceScope,
  output: Output,
  { name, keepsSystemFields, handle }: UnstoredCreate,
): Promise<Answer> {
  const body = await readBody(ctx);
  const options = decodeWriteOptions(ctx.query);
  refuseInvalidOptions("CreateOptions", validateCreateOptions(options));
  noteDryRun(ctx, options.dryRun);
  const decoded = await decodeInto(ctx, scope, body, options.fieldValidation);
  const prepared = prepareCreated(ctx, scope, decoded, keepsSystemFields);
  const object = await trackUpdate(ctx, scope, undefined, prepared, options.fieldManager);
  const steps = createAdmissionSteps(ctx, scope, name ?? object.metadata.name ?? "", options);
  const ready = await steps.admit("CREATE", object, undefined);
  const validate = async (valid: KubeObject): Promise<void> => {
    await steps.validateCreate(valid);
    ctx.trace?.stage("handling");
  };
  ctx.trace?.stage("handling");
  const made = await handle(ready, { dryRun: options.dryRun ?? [], validate });
  return isStatus(made) ? statusAnswer(ctx, output, 201, made) : heldAnswer(ctx, scope, output, 201, made);
}
