import type { Verb } from "../../registry/resource-definition.ts";
import { newMethodNotSupported, newNotFound } from "../../../apimachinery/errors.ts";
import { decodeWriteOptions } from "../../../apimachinery/options.ts";
import { validateCreateOptions } from "../../../apimachinery/validation/options.ts";
import { ensureNamespace } from "../../registry/object-meta.ts";
import type { Handler } from "../handler.ts";
import { negotiateCreatedOutput, negotiateOutput } from "../output/negotiate.ts";
import { heldAnswer, heldListAnswer, isStatus, statusAnswer } from "../output/object-answer.ts";
import { readBody } from "./read-body.ts";
import type { ResourceScopes } from "../routes/resource-table.ts";
import { admitted } from "./admission-steps.ts";
import { decodeInto } from "./decode-body.ts";
import { noteDryRun, refuseInvalidOptions } from "./input.ts";

/** Handles kinds that are not persisted: reviews and component statuses. */
export function virtualHandler(installed: ResourceScopes, verb: Verb, name: string): Handler {
  switch (verb) {
    case "create":
      return createVirtual(installed);
    case "list":
      return listVirtual(installed);
    default:
      return getVirtual(installed, name);
  }
}

const createVirtual =
  ({ scope, access }: ResourceScopes): Handler =>
  async (ctx) => {
    const output = negotiateCreatedOutput(ctx);
    const body = await readBody(ctx);
    const options = decodeWriteOptions(ctx.query);
    refuseInvalidOptions("CreateOptions", validateCreateOptions(options));
    noteDryRun(ctx, options.dryRun);
    const object = ensureNamespace(
      await decodeInto(ctx, scope, body, options.fieldValidation),
      ctx.namespace,
      scope.definition.namespaced,
    );
    const create = scope.definition.virtual?.create;
    if (create === undefined) throw newMethodNotSupported(scope.resource, "create");
    const made = await admitted(ctx, scope, { name: object.metadata.name ?? "", object, options }, (ready, request) =>
      create(ready, access, ctx, request),
    );
    if (isStatus(made)) return statusAnswer(ctx, output, 201, made);
    return heldAnswer(ctx, scope, output, 201, made);
  };

const objects = async ({ scope, access }: ResourceScopes) => (await scope.definition.virtual?.list?.(access)) ?? [];

const listVirtual =
  (installed: ResourceScopes): Handler =>
  async (ctx) => {
    const { scope } = installed;
    const output = negotiateOutput(ctx, scope);
    ctx.trace?.stage("handling");
    return heldListAnswer(ctx, scope, output, await objects(installed));
  };

const getVirtual =
  (installed: ResourceScopes, name: string): Handler =>
  async (ctx) => {
    const { scope } = installed;
    const output = negotiateOutput(ctx, scope);
    ctx.trace?.stage("handling");
    const found = (await objects(installed)).find((object) => object.metadata.name === name);
    if (found === undefined) throw newNotFound(scope.definition, name);
    return heldAnswer(ctx, scope, output, 200, found);
  };
