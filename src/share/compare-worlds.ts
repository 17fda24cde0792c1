import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import {
  childrenAt,
  type FieldManager,
  type FieldStep,
  formatFieldStep,
  leadsTo,
  managersOf,
  type OwnedNode,
} from "../client/managed-fields.ts";
import { createPacer } from "../component-base/piece-file.ts";
import { groupKindOf, identityOf } from "./server-fields.ts";

/** The managers that own a field, and when the last of them wrote. */
export interface FieldOwners {
  readonly managers: readonly string[];
  /** RFC 3339; "" if nobody owns the field. */
  readonly time: string;
}

/** A field with another value in one world than in the other. A value that is undefined is not there. */
export interface FieldDifference {
  readonly steps: readonly FieldStep[];
  /** As in messages of the server: `.spec.ports[port=80].name`. */
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
  readonly leftOwners: FieldOwners;
  readonly rightOwners: FieldOwners;
}

/** An object of both worlds that is not the same in them. */
export interface ObjectDifference {
  readonly left: KubeObject;
  readonly right: KubeObject;
  /** Whether one of them was deleted and made anew. */
  readonly isAnother: boolean;
  readonly fields: readonly FieldDifference[];
}

/** How two worlds differ. Events are told apart: each write of a controller makes some. */
export interface WorldDifference {
  readonly onlyLeft: readonly KubeObject[];
  readonly onlyRight: readonly KubeObject[];
  readonly changed: readonly ObjectDifference[];
  readonly leftEvents: readonly KubeObject[];
  readonly rightEvents: readonly KubeObject[];
}

/** Metadata that differs with every write, or with the server. */
const incidental: ReadonlySet<string> = new Set(["resourceVersion", "managedFields", "generation", "uid", "selfLink"]);

const isEvent = (object: KubeObject): boolean => ["Event.", "Event.events.k8s.io"].includes(groupKindOf(object));

/** About what comparing two objects takes, as characters of a text that is read. */
const charactersPerObject = 2000;

/**
 * Compares the objects of two worlds, which are matched by group, kind, namespace and name, in slices. `onProgress` is
 * told the share that is done.
 */
export async function compareWorlds(
  left: readonly KubeObject[],
  right: readonly KubeObject[],
  {
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal | undefined; readonly onProgress?: (share: number) => void } = {},
): Promise<WorldDifference> {
  const { pairs, ...difference } = matched(left, right);
  const pause = createPacer();
  const changed: ObjectDifference[] = [];
  for (const [at, [one, other]] of pairs.entries()) {
    const found = compareObjects(one, other);
    if (found !== undefined) changed.push(found);
    await pause(charactersPerObject);
    signal?.throwIfAborted();
    if (at % 500 === 0) onProgress?.(at / pairs.length);
  }
  return { ...difference, changed };
}

type Pair = readonly [left: KubeObject, right: KubeObject];

/** Parts the objects of two worlds into those that only one has, and the pairs of the others. */
function matched(
  left: readonly KubeObject[],
  right: readonly KubeObject[],
): Omit<WorldDifference, "changed"> & { readonly pairs: readonly Pair[] } {
  const leftByIdentity = new Map(left.map((object) => [identityOf(object), object]));
  const rightByIdentity = new Map(right.map((object) => [identityOf(object), object]));
  const onlyLeft = left.filter((object) => !rightByIdentity.has(identityOf(object)));
  const onlyRight = right.filter((object) => !leftByIdentity.has(identityOf(object)));
  const pairs = left.flatMap((object): readonly Pair[] => {
    const other = isEvent(object) ? undefined : rightByIdentity.get(identityOf(object));
    return other === undefined ? [] : [[object, other]];
  });
  return {
    onlyLeft: onlyLeft.filter((object) => !isEvent(object)),
    onlyRight: onlyRight.filter((object) => !isEvent(object)),
    pairs,
    leftEvents: onlyLeft.filter(isEvent),
    rightEvents: onlyRight.filter(isEvent),
  };
}

/** Compares two states of an object; undefined if they are the same but for what differs with every write. */
export function compareObjects(left: KubeObject, right: KubeObject): ObjectDifference | undefined {
  if (left === right) return undefined;
  const isAnother = left.metadata.uid !== right.metadata.uid;
  const fields = new Comparison(left, right).fields();
  return fields.length === 0 && !isAnother ? undefined : { left, right, isAnother, fields };
}

/** Returns who owns a field of an object, and when the last of them wrote; for no steps, who wrote to it last. */
export function ownersAt(object: KubeObject, steps: readonly FieldStep[]): FieldOwners {
  if (steps.length === 0) {
    const last = managersOf(object)
      .toSorted((a, b) => (a.time < b.time ? -1 : 1))
      .at(-1);
    return { managers: last === undefined ? [] : [last.name], time: last?.time ?? "" };
  }
  return ownersOf(
    steps.reduce(
      (side, step) => (step.kind === "field" ? memberOf(side, step.name) : itemAt(side, step)),
      sideOf(object),
    ),
  );
}

/** A value, and the nodes of each manager's fields that lead to it. */
interface Side {
  readonly value: unknown;
  readonly owners: readonly Owner[];
}

interface Owner {
  readonly manager: FieldManager;
  /** Undefined below a field that the manager owns as a whole. */
  readonly node: OwnedNode | undefined;
}

class Comparison {
  readonly #found: FieldDifference[] = [];
  readonly #left: Side;
  readonly #right: Side;

  constructor(left: KubeObject, right: KubeObject) {
    this.#left = sideOf(left);
    this.#right = sideOf(right);
  }

  fields(): readonly FieldDifference[] {
    this.#compare([], this.#left, this.#right);
    return this.#found;
  }

  #compare(steps: readonly FieldStep[], left: Side, right: Side): void {
    if (isRecord(left.value) && isRecord(right.value)) return this.#compareMembers(steps, left, right);
    const keys =
      Array.isArray(left.value) && Array.isArray(right.value) ? keysOf([...left.owners, ...right.owners]) : [];
    if (keys.length > 0) return this.#compareItems(steps, left, right, keys);
    if (JSON.stringify(left.value) === JSON.stringify(right.value)) return;
    this.#found.push({
      steps,
      path: steps.map(formatFieldStep).join(""),
      left: left.value,
      right: right.value,
      leftOwners: ownersOf(left),
      rightOwners: ownersOf(right),
    });
  }

  #compareMembers(steps: readonly FieldStep[], left: Side, right: Side): void {
    const names = new Set([...namesOf(left.value), ...namesOf(right.value)]);
    const isMetadata = steps.length === 1 && formatFieldStep(steps[0] ?? noStep) === ".metadata";
    for (const name of names) {
      if (isMetadata && incidental.has(name)) continue;
      this.#compare([...steps, { kind: "field", name }], memberOf(left, name), memberOf(right, name));
    }
  }

  #compareItems(steps: readonly FieldStep[], left: Side, right: Side, keys: readonly string[]): void {
    const stepsOf = (side: Side): readonly FieldStep[] => itemsOf(side.value).map((item) => keyStep(item, keys));
    const all = new Map([...stepsOf(left), ...stepsOf(right)].map((step) => [formatFieldStep(step), step]));
    for (const step of all.values()) this.#compare([...steps, step], itemAt(left, step), itemAt(right, step));
  }
}

const noStep: FieldStep = { kind: "field", name: "" };

const sideOf = (object: KubeObject): Side => ({
  value: object,
  owners: managersOf(object).map((manager) => ({ manager, node: manager.root })),
});

const namesOf = (value: unknown): readonly string[] => (isRecord(value) ? Object.keys(value) : []);
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const memberOf = ({ value, owners }: Side, name: string): Side => {
  const member = isRecord(value) ? value[name] : undefined;
  return { value: member, owners: below(owners, name, member) };
};

function itemAt({ value, owners }: Side, step: FieldStep): Side {
  const items = itemsOf(value);
  const index = items.findIndex((item, at) => leadsTo(step, at, item));
  return { value: items[index], owners: below(owners, index, items[index]) };
}

const below = (owners: readonly Owner[], at: string | number, value: unknown): readonly Owner[] =>
  owners.flatMap(({ manager, node }): readonly Owner[] => {
    if (node === undefined || (node.owned && node.children.length === 0)) return [{ manager, node: undefined }];
    return childrenAt(node, at, value).map((child) => ({ manager, node: child }));
  });

const ownersOf = ({ owners }: Side): FieldOwners => {
  const owning = owners.filter(({ node }) => node === undefined || node.owned).map(({ manager }) => manager);
  return {
    managers: [...new Set(owning.map(({ name }) => name))],
    time:
      owning
        .map(({ time }) => time)
        .sort()
        .at(-1) ?? "",
  };
};

/** Returns the members that tell the items of a list apart, as managers know them; none for other lists. */
function keysOf(owners: readonly Owner[]): readonly string[] {
  for (const { node } of owners) {
    const step = node?.children[0]?.steps.at(-1);
    if (step?.kind === "key") return Object.keys(step.keys);
  }
  return [];
}

const keyStep = (item: unknown, keys: readonly string[]): FieldStep => ({
  kind: "key",
  keys: Object.fromEntries(keys.flatMap((key) => (isRecord(item) && key in item ? [[key, item[key]]] : []))),
});
