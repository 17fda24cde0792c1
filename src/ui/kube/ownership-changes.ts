import { listed } from "../../diagnosis/words.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { managersOf, type FieldManager } from "../../client/managed-fields.ts";

/** The change of one manager's fields between two states of an object. */
export interface OwnershipChange {
  readonly manager: FieldManager;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Returns the fields that each manager gained and lost. Managers with unchanged sets are omitted. */
export function ownershipChanges(
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): readonly OwnershipChange[] {
  const earlier = byId(before);
  const later = byId(after);
  const ids = [...new Set([...later.keys(), ...earlier.keys()])];
  return ids.flatMap((id) => changeOf(earlier.get(id), later.get(id)));
}

const byId = (object: KubeObject | undefined): ReadonlyMap<string, FieldManager> =>
  new Map((object === undefined ? [] : managersOf(object)).map((manager) => [manager.id, manager]));

function changeOf(before: FieldManager | undefined, after: FieldManager | undefined): OwnershipChange[] {
  const manager = after ?? before;
  if (manager === undefined) return [];
  const gained = pathsOf(after).filter((path) => before?.owned.has(path) !== true);
  const lost = pathsOf(before).filter((path) => after?.owned.has(path) !== true);
  return gained.length + lost.length === 0 ? [] : [{ manager, gained, lost }];
}

const pathsOf = (manager: FieldManager | undefined): readonly string[] => [...(manager?.owned.keys() ?? [])];

/** Describes a manager: `kubectl (update, status)`. For Apply, only the name is given, as in conflicts. */
export function managerWords({
  name,
  operation,
  subresource,
}: Pick<FieldManager, "name" | "operation" | "subresource">): string {
  const notes = [operation === "Apply" ? "" : operation.toLowerCase(), subresource].filter((note) => note !== "");
  const called = name === "" ? "an unnamed manager" : name;
  return notes.length === 0 ? called : `${called} (${notes.join(", ")})`;
}

/** `autoscaler gained .spec.replicas`, one sentence for each manager and direction. */
export function changeSentences(changes: readonly OwnershipChange[]): readonly string[] {
  return changes.flatMap(({ manager, gained, lost }) => {
    const who = managerWords(manager);
    return [
      ...(gained.length === 0 ? [] : [`${who} gained ${listed(gained)}.`]),
      ...(lost.length === 0 ? [] : [`${who} lost ${listed(lost)}.`]),
    ];
  });
}

/**
 * The time since which a manager has owned a field. `known` is false if it already owned it in the oldest known state.
 */
export interface Since {
  readonly time: string;
  readonly known: boolean;
}

/**
 * Determines since when fields have been owned, by walking back through the states of an object (oldest first) from the
 * one at `index`. `whole` means that the first state is the object's creation.
 */
export function ownedSince(
  states: readonly KubeObject[],
  index: number,
  id: string,
  path: string,
  whole: boolean,
): Since | undefined {
  let time: string | undefined;
  for (let i = index; i >= 0; i -= 1) {
    const manager = ownerIn(states[i], id, path);
    if (manager === undefined) return time === undefined ? undefined : { time, known: true };
    time = manager.time;
  }
  return time === undefined ? undefined : { time, known: whole };
}

const ownerIn = (object: KubeObject | undefined, id: string, path: string): FieldManager | undefined =>
  object === undefined ? undefined : managersOf(object).find((manager) => manager.id === id && manager.owned.has(path));
