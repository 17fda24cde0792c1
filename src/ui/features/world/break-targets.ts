import { groupBy } from "../../../apimachinery/group-by.ts";
import { textAt } from "../../../diagnosis/fields.ts";
import type { Action, Subject } from "../../actions/action.ts";
import { actionTable, withKind } from "../../actions/action-table.ts";
import { podsOf } from "./node-map.ts";
import { quotaActions } from "./quota-actions.ts";
import { isInNamespace, type WorldFilter } from "./world-filter.ts";
import { keyOf, nameOf, type WorldObject } from "./world-kinds.ts";

const fillQuota = "fill-quota";

/** The actions of the toolbar: what breaks something, in the order of its reach. */
const breaking = ["crash", "fail-probe", "set-image", "scale", "evict", fillQuota, "cordon", "drain", "kill-node"];

/** The actions that mend what the toolbar breaks. */
const mending = new Set(["mend", "uncordon", "revive-node", "remove-quota"]);

const actions: readonly Action[] = [...actionTable, ...quotaActions];
const actionsOf = (ids: readonly string[]): readonly Action[] =>
  ids.flatMap((id) => actions.find((action) => action.id === id) ?? []);

/** The actions that break something. */
export const breakingActions: readonly Action[] = actionsOf(breaking);
const mendingActions: readonly Action[] = actions.filter(({ id }) => mending.has(id));

const isOfUse = ({ refuses }: Action, subject: Subject): boolean => refuses?.(withKind(subject)) === undefined;

const namespaceKind = { group: "", version: "v1", resource: "namespaces", kind: "Namespace" };
const namespaceOf = (name: string): Subject => ({
  kind: namespaceKind,
  object: { apiVersion: "v1", kind: "Namespace", metadata: { name } },
});

/** What has to do with an object: itself, what it owns, its owners, its node. */
function around(selected: WorldObject, objects: readonly WorldObject[]): readonly WorldObject[] {
  const below = podsOf(keyOf(selected), objects);
  const owners = new Set(selected.object.metadata.ownerReferences?.map(({ uid }) => uid));
  for (const one of objects)
    if (owners.has(keyOf(one))) for (const { uid } of one.object.metadata.ownerReferences ?? []) owners.add(uid);
  const node = textAt(selected.object, "spec.nodeName");
  return [
    selected,
    ...objects.filter((one) => below.has(keyOf(one))),
    ...objects.filter((one) => owners.has(keyOf(one))),
    ...objects.filter((one) => one.kind.kind === "Node" && nameOf(one) === node),
  ];
}

/** How many objects of a kind are tried: the others are like them. */
const mostTried = 100;

/** What the actions of the toolbar choose from. */
export interface Choice {
  readonly objects: readonly WorldObject[];
  readonly selected: string;
  readonly filter: WorldFilter;
}

/**
 * Returns what an action is done to: the selected object or what has to do with it, otherwise the first one in sight
 * that is well. Undefined if there is none.
 */
export function targetsIn({ objects, selected, filter }: Choice): (action: Action) => Subject | undefined {
  const chosen = objects.find((one) => keyOf(one) === selected);
  const near = chosen === undefined ? [] : around(chosen, objects);
  const others = objects.filter((one) => isInNamespace(filter, one) && !isOfSystem(one));
  const [nearby, inSight] = [byKind(near), byKind(others)];
  const places = [
    (kind: string) => nearby.get(kind) ?? [],
    (kind: string) => inSight.get(kind)?.filter(({ summary }) => summary.level === "ok") ?? [],
    (kind: string) => inSight.get(kind) ?? [],
  ];
  const firstNamespace = [...near, ...others].find(({ object }) => object.metadata.namespace !== undefined);
  return (action) => {
    if (action.id === fillQuota) {
      const name = filter.namespace || firstNamespace?.object.metadata.namespace;
      return name === undefined ? undefined : namespaceOf(name);
    }
    for (const place of places)
      for (const kind of action.kinds ?? []) {
        const found = place(kind)
          .slice(0, mostTried)
          .find((one) => isOfUse(action, one));
        if (found !== undefined) return found;
      }
    return undefined;
  };
}

const kindOf = ({ kind: { group, kind } }: Subject): string => `${group}/${kind}`;

const byKind = (objects: readonly WorldObject[]): ReadonlyMap<string, readonly WorldObject[]> =>
  groupBy(objects, kindOf);

const isOfSystem = ({ object: { metadata } }: WorldObject): boolean => metadata.namespace?.startsWith("kube-") === true;

/** A mending action with what it is done to. */
export interface Mending {
  readonly action: Action;
  readonly subject: Subject;
}

/** What mends an object; it says the same as long as the object does. */
const known = new WeakMap<WorldObject, readonly Mending[]>();

function mendingsOf(subject: WorldObject): readonly Mending[] {
  const before = known.get(subject);
  if (before !== undefined) return before;
  const kind = kindOf(subject);
  const found = mendingActions
    .filter((action) => action.kinds?.includes(kind) === true && isOfUse(action, subject))
    .map((action) => ({ action, subject }));
  known.set(subject, found);
  return found;
}

/** Returns what of the world can be mended: what was made to fail, cordoned nodes, nodes that are down. */
export const mendings = (objects: readonly WorldObject[]): readonly Mending[] => objects.flatMap(mendingsOf);
