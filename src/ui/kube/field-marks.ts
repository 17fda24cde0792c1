import {
  childrenAt,
  formatFieldStep,
  leadsTo,
  type FieldManager,
  type FieldStep,
  type OwnedNode,
} from "../../client/managed-fields.ts";
import type { ManifestNode } from "../data/manifest-places.ts";

/** How a list's item is known in managed fields: by its keys, its value or its place; "" for members of maps. */
export type MarkTag = "" | "k:" | "v:" | "i:";

/** One field of an object with those who own it. */
export interface FieldMark {
  /** As the server names it in conflicts. */
  readonly path: string;
  readonly node: ManifestNode;
  readonly tag: MarkTag;
  readonly owners: readonly FieldManager[];
  /** Has fields of its own below it. */
  readonly container: boolean;
  /** Owned as one with everything in it. */
  readonly whole: boolean;
  /** Set where the owners have it as part of something that is owned as one: that thing's path. */
  readonly within: string | undefined;
}

/** What one manager has at a place: a part of their set, or everything below one of its members. */
interface Claim {
  readonly manager: FieldManager;
  readonly node: OwnedNode;
}

interface Place {
  readonly path: string;
  readonly claims: readonly Claim[];
  readonly within: string | undefined;
}

/** Every field of a manifest or an object with its owners, in the order of the text. */
export function markFields(root: ManifestNode, managers: readonly FieldManager[]): readonly FieldMark[] {
  const marks: FieldMark[] = [];
  walk(
    root,
    { path: "", claims: managers.map((manager) => ({ manager, node: manager.root })), within: undefined },
    marks,
  );
  return marks;
}

function walk(parent: ManifestNode, place: Place, marks: FieldMark[]): void {
  for (const node of parent.children) {
    const below = placeBelow(place, node);
    const container = node.children.length > 0;
    marks.push({
      path: below.path,
      node,
      tag: below.tag,
      owners: ownersAt(below),
      container,
      whole: container && below.claims.some(isWhole),
      within: below.within,
    });
    walk(node, below, marks);
  }
}

const isWhole = ({ node }: Claim): boolean => node.owned && node.children.length === 0;

function placeBelow(place: Place, node: ManifestNode): Place & { readonly tag: MarkTag } {
  const at = node.path.at(-1) ?? "";
  const whole = place.claims.filter(isWhole);
  if (whole.length > 0)
    return {
      path: place.path + formatFieldStep(plainStep(at)),
      claims: whole,
      within: place.within ?? place.path,
      tag: "",
    };
  const claims = place.claims.flatMap(({ manager, node: owned }) =>
    childrenAt(owned, at, node.value).map((child) => ({ manager, node: child })),
  );
  const step = claims[0]?.node.steps.at(-1);
  return {
    path: claims[0]?.node.path ?? place.path + formatFieldStep(plainStep(at)),
    claims,
    within: undefined,
    tag: tagOf(step),
  };
}

const plainStep = (at: string | number): FieldStep =>
  typeof at === "number" ? { kind: "index", index: at } : { kind: "field", name: at };

const ownersAt = ({ claims, within }: Place): readonly FieldManager[] =>
  claims.filter(({ node }) => within !== undefined || node.owned).map(({ manager }) => manager);

function tagOf(step: FieldStep | undefined): MarkTag {
  switch (step?.kind) {
    case "key":
      return "k:";
    case "value":
      return "v:";
    case "index":
      return "i:";
    case "field":
    case undefined:
      return "";
  }
}

/** True for a field that holds a value and belongs to nobody. */
export const isNobodys = (mark: FieldMark): boolean => mark.owners.length === 0 && !mark.container;

/** The place in a manifest that steps lead to; undefined where it does not speak of that. */
export function findPlace(root: ManifestNode, steps: readonly FieldStep[]): ManifestNode | undefined {
  let node: ManifestNode | undefined = root;
  for (const step of steps) node = node?.children.find((child) => leadsTo(step, child.path.at(-1) ?? "", child.value));
  return node;
}
