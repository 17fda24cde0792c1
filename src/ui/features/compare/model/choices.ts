import { controllerOf } from "../../../../apimachinery/controller-of.ts";
import type { KubeObject } from "../../../../apimachinery/meta.ts";
import type { MergeConflict, MergeStep } from "../../../../share/merge-worlds.ts";
import { groupKindOf, identityOf } from "../../../../share/server-fields.ts";

/** What the reader has chosen of a plan to merge. */
export interface Choices {
  /** The steps that are not carried out, by their keys. */
  readonly leftOut: ReadonlySet<string>;
  /** The conflicts of which the other world's side is taken, by their keys; of the others, this world's is kept. */
  readonly taken: ReadonlySet<string>;
}

export const keyOfStep = ({ object }: MergeStep): string => identityOf(object);
export const keyOfConflict = (step: MergeStep, { path }: MergeConflict): string => `${keyOfStep(step)} ${path}`;

/** Returns the choices before the reader makes any: this world wins, and what its controllers make is left to them. */
export const firstChoices = (steps: readonly MergeStep[]): Choices => ({
  leftOut: new Set(steps.filter(({ object }) => controllerOf(object) !== undefined).map(keyOfStep)),
  taken: new Set(),
});

/** Returns a set with a key, or without it. */
export function withKey(keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (isIn) next.add(key);
  else next.delete(key);
  return next;
}

/** Returns the steps as they are shown: those that need a decision first, and what is left to controllers last. */
export const inOrderOfNeed = (steps: readonly MergeStep[]): readonly MergeStep[] =>
  steps.toSorted((a, b) => needOf(a) - needOf(b));

const needOf = ({ object, conflicts, message }: MergeStep): number =>
  controllerOf(object) !== undefined ? 3 : conflicts.length > 0 ? 0 : message !== undefined ? 1 : 2;

const unmerged: ReadonlySet<string> = new Set(["Event.", "Lease.coordination.k8s.io"]);

/** Returns the objects of a world that can be merged into another one: not those that tell what happened to it. */
export const mergeable = (objects: readonly KubeObject[]): readonly KubeObject[] =>
  objects.filter((object) => !unmerged.has(groupKindOf(object)));
