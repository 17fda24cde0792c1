import type { KubeObject } from "../../apimachinery/meta.ts";
import type {
  CustomResourceDefinition as Definition,
  CustomResourceDefinitionCondition as Condition,
  CustomResourceDefinitionVersion as Version,
} from "../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";

/** The finalizer under which the instances of a definition are removed before it. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

export type { Definition, Version };

/** A condition as controllers write it: when it changed is filled in. */
export type NewCondition = Omit<Condition, "lastTransitionTime">;

/** A stored object as the definition it is: decoded by that schema. */
export const asDefinition = (object: KubeObject): Definition => object as unknown as Definition;

/** The same the other way round. */
export const asObject = (definition: Definition): KubeObject => definition as unknown as KubeObject;

export const findCondition = ({ status }: Definition, type: string): Condition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

export const isConditionTrue = (definition: Definition, type: string): boolean =>
  findCondition(definition, type)?.status === "True";

/** The version that is stored. */
export const storageVersionOf = ({ spec }: Definition): string | undefined =>
  spec.versions?.find((version) => version.storage)?.name;

/**
 * The definition with a condition changed or added; its time changes with its status only (apihelpers.SetCRDCondition).
 */
export function withCondition(definition: Definition, condition: NewCondition, now: string): Definition {
  const conditions = definition.status?.conditions ?? [];
  const at = conditions.findIndex(({ type }) => type === condition.type);
  const old = conditions[at];
  const lastTransitionTime =
    old === undefined || old.status !== condition.status ? now : (old.lastTransitionTime ?? now);
  const changed = {
    type: condition.type,
    status: condition.status,
    lastTransitionTime,
    reason: condition.reason,
    message: condition.message,
  };
  return withStatus(definition, {
    conditions: old === undefined ? [...conditions, changed] : conditions.with(at, changed),
  });
}

/** The definition without what a condition says. */
export const withoutCondition = (definition: Definition, type: string): Definition =>
  withStatus(definition, {
    conditions: (definition.status?.conditions ?? []).filter((condition) => condition.type !== type),
  });

/** The definition with parts of its status replaced. */
export const withStatus = (definition: Definition, change: Partial<NonNullable<Definition["status"]>>): Definition => ({
  ...definition,
  // what is absent prints as Go prints it
  status: { ...definition.status, ...change } as NonNullable<Definition["status"]>,
});
