import type { Verb } from "../../registry/resource-definition.ts";
import { newMethodNotSupported, newNotFound } from "../../../apimachinery/errors.ts";
import type { Handler } from "../handler.ts";
import { negotiateCreatedOutput, negotiateOutput } from "../output/negotiate.ts";
import { heldAnswer, heldListAnswer } from "../output/object-answer.ts";
import type { ResourceScopes } from "../routes/resource-table.ts";
import { createUnstored } from "./create-unstored.ts";

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
    const create = scope.definition.virtual?.create;
    if (create === undefined) throw newMethodNotSupported(scope.resource, "create");
    return createUnstored(ctx, scope, output, { handle: (ready, request) => create(ready, access, ctx, request) });
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
