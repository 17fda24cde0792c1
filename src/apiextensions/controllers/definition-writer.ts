import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ResourceScope } from "../../apiserver/endpoints/resource-scope.ts";
import { updateManagedFields, type FieldManager } from "../../apiserver/managedfields/field-manager.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { asDefinition, asObject, type Definition } from "../../apis/apiextensions/definition.ts";

/** Changes definitions by the server's own hand. */
export interface DefinitionWriter {
  /**
   * Stores what `change` makes of the live definition; nothing where that is undefined, or the definition is gone or
   * another one by now.
   */
  update(
    definition: Definition,
    change: (live: Definition, now: string) => Definition | undefined,
  ): Promise<Definition | undefined>;
}

/**
 * The name under which the server owns what it writes: upstream takes it from its program's file, and the API
 * extensions server alone is called so.
 */
const managerName = "server";

const nothing = (): void => undefined;

function withoutSpec(object: KubeObject): KubeObject {
  const { spec: _, ...rest } = object;
  return { ...rest, metadata: object.metadata };
}

/** The change with who owns what of it. Specs are long and stay as they are, so that nobody's part in them changes. */
function tracked(fieldManager: FieldManager, live: KubeObject, changed: KubeObject, now: string): KubeObject {
  if (live["spec"] !== changed["spec"]) return updateManagedFields(fieldManager, live, changed, managerName, now);
  const { metadata } = updateManagedFields(fieldManager, withoutSpec(live), withoutSpec(changed), managerName, now);
  return { ...changed, metadata };
}

/** Ends an update that has nothing to do. */
class Unchanged extends Error {}

/** Writes through the status of definitions, whose scope is given, as the controllers of the API server do. */
export function createDefinitionWriter(
  { store, strategy, fieldManager }: ResourceScope,
  context: () => StrategyContext,
): DefinitionWriter {
  return {
    async update({ metadata: { name = "", uid } }, change) {
      const ctx = context();
      const updatedObject = (live: KubeObject | undefined): KubeObject => {
        const changed =
          live === undefined || live.metadata.uid !== uid ? undefined : change(asDefinition(live), ctx.now);
        if (changed === undefined) throw new Unchanged();
        return live === undefined ? asObject(changed) : tracked(fieldManager, live, asObject(changed), ctx.now);
      };
      try {
        const result = await store.update(ctx, name, {
          info: { updatedObject },
          strategy,
          validateCreate: nothing,
          validateUpdate: nothing,
          forceAllowCreate: false,
        });
        return asDefinition(result.stored.object);
      } catch (err) {
        if (err instanceof Unchanged || isNotFound(err) || isConflict(err)) return undefined;
        throw err;
      }
    },
  };
}
