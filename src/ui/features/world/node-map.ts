import { textAt } from "../../../diagnosis/fields.ts";
import { keyOf, nameOf, type WorldObject } from "./world-kinds.ts";

/** The pods of a namespace on a node. */
export interface PodGroup {
  readonly namespace: string;
  readonly pods: readonly WorldObject[];
}

/** A node with its pods, or the pods that have no node. */
export interface NodeBox {
  /** The name of the node; "" for pods without one. */
  readonly name: string;
  /** Undefined where there is no node of this name. */
  readonly node: WorldObject | undefined;
  readonly groups: readonly PodGroup[];
  readonly count: number;
}

const isSame = (a: NodeBox, b: NodeBox): boolean =>
  a.node === b.node &&
  a.count === b.count &&
  a.groups.length === b.groups.length &&
  a.groups.every(({ namespace, pods }, i) => {
    const other = b.groups[i];
    return other?.namespace === namespace && pods.every((pod, at) => pod === other.pods[at]);
  });

const { compare: byName } = new Intl.Collator("en", { numeric: true });

function groupsOf(pods: readonly WorldObject[]): readonly PodGroup[] {
  const groups = new Map<string, WorldObject[]>();
  for (const pod of pods) {
    const namespace = pod.object.metadata.namespace ?? "";
    const group = groups.get(namespace);
    if (group === undefined) groups.set(namespace, [pod]);
    else group.push(pod);
  }
  return [...groups]
    .toSorted(([a], [b]) => byName(a, b))
    .map(([namespace, members]) => ({
      namespace,
      pods: members.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0)),
    }));
}

/**
 * Returns the boxes of the map: pods without a node first, then the nodes by name. A box that has not changed is the
 * one of `before`, so that it is not drawn again.
 */
export function nodeBoxes(objects: readonly WorldObject[], before: readonly NodeBox[] = []): readonly NodeBox[] {
  const nodes = new Map<string, WorldObject>();
  const pods = new Map<string, WorldObject[]>();
  for (const one of objects) {
    if (one.kind.kind === "Node") nodes.set(nameOf(one), one);
    if (one.kind.kind !== "Pod") continue;
    const node = textAt(one.object, "spec.nodeName");
    const others = pods.get(node);
    if (others === undefined) pods.set(node, [one]);
    else others.push(one);
  }
  const known = new Map(before.map((box) => [box.name, box]));
  return [...new Set([...pods.keys(), ...nodes.keys()])].toSorted(byName).map((name) => {
    const members = pods.get(name) ?? [];
    const box: NodeBox = { name, node: nodes.get(name), groups: groupsOf(members), count: members.length };
    const old = known.get(name);
    return old !== undefined && isSame(old, box) ? old : box;
  });
}

/** Returns what makes boxes, and knows the ones before. */
export function rememberedBoxes(): (objects: readonly WorldObject[]) => readonly NodeBox[] {
  let last: readonly NodeBox[] = [];
  return (objects) => (last = nodeBoxes(objects, last));
}

/** How pods are drawn: with their names, or as cells where there are many. */
export type PodForm = "named" | "cell";

const mostNamed = 60;

/** Chooses the form of the pods by their number. */
export const formOf = (boxes: readonly NodeBox[]): PodForm =>
  boxes.reduce((sum, { count }) => sum + count, 0) > mostNamed ? "cell" : "named";

/** The measures of boxes in pixels, as world.css has them. */
export const measures = {
  gap: 12,
  padding: 10,
  head: 30,
  groupHead: 20,
  groupGap: 6,
  cell: 14,
  cellGap: 3,
  named: 26,
  narrowest: 228,
} as const;

/** Returns how many boxes stand beside each other in a width, and how wide each is. */
export function columnsIn(width: number): { readonly columns: number; readonly boxWidth: number } {
  const { gap, narrowest } = measures;
  const columns = Math.max(1, Math.floor((width + gap) / (narrowest + gap)));
  return { columns, boxWidth: Math.floor((width - gap * (columns - 1)) / columns) };
}

/** Returns how many cells stand in a row of a box. */
export function cellsInRow(boxWidth: number): number {
  const { padding, cell, cellGap } = measures;
  const inside = boxWidth - 2 * padding - 2;
  return Math.max(1, Math.floor((inside + cellGap) / (cell + cellGap)));
}

/** Returns the height of a box. */
export function heightOf({ groups }: NodeBox, form: PodForm, boxWidth: number): number {
  const { head, padding, groupHead, groupGap, cell, cellGap, named } = measures;
  const inRow = form === "named" ? 1 : cellsInRow(boxWidth);
  const rowHeight = form === "named" ? named : cell + cellGap;
  const body = groups.reduce(
    (sum, { pods }) => sum + groupHead + Math.ceil(pods.length / inRow) * rowHeight + groupGap,
    0,
  );
  return head + Math.max(body - groupGap, groupHead) + padding + 2;
}

/** Returns the boxes row by row, with the height of each row: that of its highest box. */
export function rowsOf(
  boxes: readonly NodeBox[],
  form: PodForm,
  width: number,
): readonly { readonly boxes: readonly NodeBox[]; readonly height: number }[] {
  const { columns, boxWidth } = columnsIn(width);
  return Array.from({ length: Math.ceil(boxes.length / columns) }, (_, i) => {
    const row = boxes.slice(i * columns, (i + 1) * columns);
    return { boxes: row, height: Math.max(...row.map((box) => heightOf(box, form, boxWidth))) };
  });
}

/** Returns the keys of the pods that belong to an object: itself, those that it owns, those of a node. */
export function podsOf(key: string, objects: readonly WorldObject[]): ReadonlySet<string> {
  const chosen = objects.find((one) => keyOf(one) === key);
  if (chosen === undefined) return new Set();
  if (chosen.kind.kind === "Node") {
    const name = nameOf(chosen);
    return new Set(objects.filter(({ object }) => textAt(object, "spec.nodeName") === name).map(keyOf));
  }
  const found = new Set([key]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const one of objects)
      if (one.object.metadata.ownerReferences?.some(({ uid }) => found.has(uid)) === true) found.add(keyOf(one));
  }
  return found;
}
