import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ResourceScope } from "../../apiserver/endpoints/resource-scope.ts";
import { updateManagedFields, type FieldManager } from "../../apiserver/managedfields/field-manager.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { readyObject } from "../../apiserver/storage/interface.ts";
import { asDefinition, asObject, type Definition } from "../../apis/apiextensions/definition.ts";
import { Turns } from "../../component-base/event-loop.ts";
import { ignore } from "../../component-base/ignore.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { paceOf, Work } from "../../component-base/work.ts";

/** Writes definitions on behalf of the server's controllers. */
export interface DefinitionWriter {
  /**
   * Stores the result of `change` on the live definition. Writes nothing if the result is undefined, or if the
   * definition is gone or has been replaced by another one.
   */
  update(
    definition: Definition,
    change: (live: Definition, now: string) => Definition | undefined,
  ): Promise<Definition | undefined>;
}

/**
 * Field manager of the server's writes. Upstream derives it from the name of the binary, and the binary of the
 * standalone API extensions server is called this.
 */
const managerName = "server";

function withoutSpec(object: KubeObject): KubeObject {
  const { spec: _, ...rest } = object;
  return { ...rest, metadata: object.metadata };
}

/**
 * Returns the changed object with updated managed fields. An unchanged spec is left out of the computation: specs are
 * large, and their owners stay the same.
 */
function tracked(fieldManager: FieldManager, live: KubeObject, changed: KubeObject, now: string): KubeObject {
  if (live["spec"] !== changed["spec"]) return updateManagedFields(fieldManager, live, changed, managerName, now);
  const { metadata } = updateManagedFields(fieldManager, withoutSpec(live), withoutSpec(changed), managerName, now);
  return { ...changed, metadata };
}

/** Aborts an update that changes nothing. */
class Unchanged extends Error {}

/**
 * Writes through the status subresource of definitions, as the upstream controllers do; takes the scope of definitions.
 */
export function createDefinitionWriter(
  scope: () => Promise<ResourceScope>,
  context: () => StrategyContext,
): DefinitionWriter {
  return {
    async update({ metadata: { name = "", uid } }, change) {
      const { store, strategy, fieldManager } = await scope();
      const ctx = { ...context(), work: new Work(), turns: new Turns() };
      const updatedObject = (live: KubeObject | undefined): MaybeAsync<KubeObject> => {
        const changed =
          live === undefined || live.metadata.uid !== uid ? undefined : change(asDefinition(live), ctx.now);
        if (live === undefined || changed === undefined) throw new Unchanged();
        return paceOf(ctx)(() => tracked(fieldManager, live, asObject(changed), ctx.now));
      };
      try {
        const result = await store.update(ctx, name, {
          info: { updatedObject },
          strategy,
          validateCreate: ignore,
          validateUpdate: ignore,
          forceAllowCreate: false,
        });
        return asDefinition(await readyObject(result.stored));
      } catch (err) {
        if (err instanceof Unchanged || isNotFound(err) || isConflict(err)) return undefined;
        throw err;
      }
    },
  };
}
