import {
  childrenAt,
  formatFieldStep,
  leadsTo,
  type FieldManager,
  type FieldStep,
  type OwnedNode,
} from "../../client/managed-fields.ts";
import type { ManifestNode } from "../../assist/manifest-places.ts";

/** How managed fields identify a list item: by its keys, its value or its index; "" for map members. */
export type MarkTag = "" | "k:" | "v:" | "i:";

/** A field of an object with its owners. */
export interface FieldMark {
  /** The path in the notation that the server uses for conflicts. */
  readonly path: string;
  readonly node: ManifestNode;
  readonly tag: MarkTag;
  readonly owners: readonly FieldManager[];
  /** Whether the field has fields below it. */
  readonly container: boolean;
  /** Whether the field is owned atomically. */
  readonly whole: boolean;
  /** The path of the atomically owned parent, if the field is owned as part of one. */
  readonly within: string | undefined;
}

/** The part of a manager's field set at a position: a subtree, or everything below one of its members. */
interface Claim {
  readonly manager: FieldManager;
  readonly node: OwnedNode;
}

interface Place {
  readonly path: string;
  readonly claims: readonly Claim[];
  readonly within: string | undefined;
}

/** Returns every field of a manifest or object with its owners, in document order. */
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

/** True for a field with a value and no owner. */
export const isNobodys = (mark: FieldMark): boolean => mark.owners.length === 0 && !mark.container;

/** Returns the node at a field path, or undefined if the manifest does not contain it. */
export function findPlace(root: ManifestNode, steps: readonly FieldStep[]): ManifestNode | undefined {
  let node: ManifestNode | undefined = root;
  for (const step of steps) node = node?.children.find((child) => leadsTo(step, child.path.at(-1) ?? "", child.value));
  return node;
}
