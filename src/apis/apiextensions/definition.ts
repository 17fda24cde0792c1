import { setStatusCondition } from "../../apimachinery/conditions.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type {
  CustomResourceDefinition as Definition,
  CustomResourceDefinitionCondition as Condition,
  CustomResourceDefinitionVersion as Version,
} from "../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";

/** Finalizer of definitions, removed once all instances are deleted. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

export type { Definition, Version };

/** A condition without lastTransitionTime, which is filled in. */
export type NewCondition = Omit<Condition, "lastTransitionTime">;

/** Casts a stored object, decoded by the definition schema, to a definition. */
export const asDefinition = (object: KubeObject): Definition => object as unknown as Definition;

/** Casts a definition to an object. */
export const asObject = (definition: Definition): KubeObject => definition as unknown as KubeObject;

export const findCondition = ({ status }: Definition, type: string): Condition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

export const isConditionTrue = (definition: Definition, type: string): boolean =>
  findCondition(definition, type)?.status === "True";

/** Returns the name of the storage version. */
export const storageVersionOf = ({ spec }: Definition): string | undefined =>
  spec.versions?.find((version) => version.storage)?.name;

/**
 * Returns the definition with a condition added or replaced. lastTransitionTime changes only with the status
 * (apihelpers.SetCRDCondition).
 */
export function withCondition(definition: Definition, condition: NewCondition, now: string): Definition {
  const { type, status, reason, message } = condition;
  const changed = { type, status, lastTransitionTime: now, reason, message };
  return withStatus(definition, { conditions: setStatusCondition(definition.status?.conditions ?? [], changed) });
}

/** Returns the definition without a condition. */
export const withoutCondition = (definition: Definition, type: string): Definition =>
  withStatus(definition, {
    conditions: (definition.status?.conditions ?? []).filter((condition) => condition.type !== type),
  });

/** Returns the definition with some status fields replaced. */
export const withStatus = (definition: Definition, change: Partial<NonNullable<Definition["status"]>>): Definition => ({
  ...definition,
  // absent fields encode as in Go
  status: { ...definition.status, ...change } as NonNullable<Definition["status"]>,
});
