import { serviceNameLabel } from "../../../apimachinery/labels/well-known.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { itemsAt, numberAt, textAt } from "../../../diagnosis/fields.ts";
import type { Level } from "../../../diagnosis/diagnosis.ts";
import { countEndpoints, summarizeEndpoints, type Summary } from "../../../diagnosis/summarize.ts";
import { listed } from "../../../diagnosis/words.ts";
import type { TreeLine } from "../../design/tree-keys.ts";
import type { ObjectPath } from "../../kube/resource.ts";
import { isInNamespace, fitting, narrows, type WorldFilter } from "./world-filter.ts";
import { isWorkload, keyOf, nameOf, pathOf, worldKinds, type WorldObject } from "./world-kinds.ts";

/** What stands above what: owners above what they own, or nodes above their pods. */
export type Grouping = "owner" | "node";

/** A line of the tree. */
export interface WorldLine extends TreeLine {
  readonly kind: string;
  readonly path: ObjectPath;
  readonly state: string;
  readonly level: Level;
  /** What else is told of it: how many are ready and why not all are, the node of a pod, the revision of a set. */
  readonly notes: readonly string[];
}

const revisionAnnotation = "deployment.kubernetes.io/revision";

/** The Services that an Ingress leads to, each with its host: `shop.example.com to web`. */
function routesOf(object: KubeObject): string {
  const fallback = textAt(object, "spec.defaultBackend.service.name");
  const routes = itemsAt(object, "spec.rules").flatMap((rule) =>
    itemsAt(rule, "http.paths").map(
      (path) => `${textAt(rule, "host") || "any host"} to ${textAt(path, "backend.service.name")}`,
    ),
  );
  return listed([...new Set([...routes, ...(fallback === "" ? [] : [`all else to ${fallback}`])])]);
}

function factOf({ kind: { kind }, object }: WorldObject, grouping: Grouping): string {
  switch (kind) {
    case "Pod": {
      const node = textAt(object, "spec.nodeName");
      return node === "" || grouping === "node" ? "" : `on ${node}`;
    }
    case "ReplicaSet": {
      const revision = object.metadata.annotations?.[revisionAnnotation];
      return revision === undefined ? "" : `revision ${revision}`;
    }
    case "Ingress":
      return routesOf(object);
    case "Service":
      return textAt(object, "spec.clusterIP");
    case "EndpointSlice": {
      const { ready, of } = countEndpoints([object]);
      return `${ready} of ${of} endpoints ready`;
    }
    default:
      return "";
  }
}

/** What a line tells beside the state. What stands at the top names its namespace, pods do by node. */
function notesOf(one: WorldObject, grouping: Grouping, depth: number, summary: Summary): readonly string[] {
  const { ready, reason } = summary;
  const isMany = ready !== undefined && one.kind.kind !== "Pod";
  const words = one.kind.kind === "Job" ? "done" : "ready";
  const count = isMany ? `${ready.count} of ${ready.of} ${words}` : "";
  const namespace = depth === 0 || grouping === "node" ? one.object.metadata.namespace : undefined;
  const notes = [count, reason === count ? "" : reason, factOf(one, grouping), namespace ?? "", one.usage?.words ?? ""];
  return notes.filter((note) => note !== "");
}

/** The state of an object; of a Service without one of its own, that of the EndpointSlices below it. */
function stateOf({ kind, summary }: WorldObject, below: readonly WorldObject[]): Summary {
  if (kind.kind !== "Service" || summary.state !== "" || below.length === 0) return summary;
  return summarizeEndpoints(countEndpoints(below.map(({ object }) => object)));
}

/** What keeps the pods of a workload, by the states of those that fail: `2 ImagePullBackOff`; "" where none does. */
function failingPods(one: WorldObject, below: (one: WorldObject) => readonly WorldObject[]): string {
  const counts = new Map<string, number>();
  const visit = (each: WorldObject): void => {
    if (each.kind.kind === "Pod" && each.summary.level === "error")
      counts.set(each.summary.state, (counts.get(each.summary.state) ?? 0) + 1);
    for (const child of below(each)) visit(child);
  };
  for (const child of below(one)) visit(child);
  return listed([...counts].map(([state, count]) => `${count} ${state}`));
}

/** The state of an object with what stands below it: a workload that waits for pods that fail is warned of. */
function stateWithBelow(one: WorldObject, below: (one: WorldObject) => readonly WorldObject[]): Summary {
  const summary = stateOf(one, below(one));
  if (summary.level !== "progressing" || one.kind.kind === "Pod" || !isWorkload(one.kind.kind)) return summary;
  const failing = failingPods(one, below);
  if (failing === "") return summary;
  return { ...summary, level: "warning", reason: failing };
}

const placeOf = ({ object: { metadata } }: WorldObject): string => `${metadata.namespace ?? ""}/${metadata.name ?? ""}`;

const orderOfKind = new Map(worldKinds.map(({ kind }, i) => [kind, i]));

const order = (a = "", b = ""): number => (a < b ? -1 : a > b ? 1 : 0);

/** Orders siblings by kind, then by namespace and name. */
const inOrder = (a: WorldObject, b: WorldObject): number =>
  (a.kind === b.kind ? 0 : (orderOfKind.get(a.kind.kind) ?? 0) - (orderOfKind.get(b.kind.kind) ?? 0)) ||
  order(a.object.metadata.namespace, b.object.metadata.namespace) ||
  order(a.object.metadata.name, b.object.metadata.name);

/** Returns what finds the key of the object above an object. */
function parentsBy(grouping: Grouping, objects: readonly WorldObject[]): (one: WorldObject) => string | undefined {
  if (grouping === "node") {
    const nodes = new Map(objects.filter(({ kind }) => kind.kind === "Node").map((one) => [nameOf(one), keyOf(one)]));
    return ({ object }) => nodes.get(textAt(object, "spec.nodeName"));
  }
  const uids = new Set(objects.map(keyOf));
  const services = new Map(objects.filter(({ kind }) => kind.kind === "Service").map((one) => [placeOf(one), one]));
  return ({ kind, object: { metadata } }) => {
    const owner = metadata.ownerReferences?.find(({ uid }) => uids.has(uid))?.uid;
    if (owner !== undefined || kind.kind !== "EndpointSlice") return owner;
    const service = services.get(`${metadata.namespace ?? ""}/${metadata.labels?.[serviceNameLabel] ?? ""}`);
    return service && keyOf(service);
  };
}

/** Keeps what fits a filter, and what stands above it. */
function keepFitting(
  objects: readonly WorldObject[],
  filter: WorldFilter,
  parentOf: (one: WorldObject) => string | undefined,
): readonly WorldObject[] {
  if (!narrows(filter)) return objects;
  const fits = fitting(filter);
  const byKey = new Map(objects.map((one) => [keyOf(one), one]));
  const kept = new Set<WorldObject>();
  for (const found of objects)
    for (let one = fits(found) ? found : undefined; one !== undefined && !kept.has(one);) {
      kept.add(one);
      one = byKey.get(parentOf(one) ?? "");
    }
  return objects.filter((one) => kept.has(one));
}

/** How the tree is shown. */
export interface TreeView {
  readonly filter: WorldFilter;
  readonly grouping: Grouping;
  /** The keys of collapsed lines. */
  readonly closed: ReadonlySet<string>;
}

/**
 * Returns the lines of the tree. Those without an object above them are at the top. Old ReplicaSets that have no pods
 * are left out; by node, only nodes and pods are shown.
 */
export function worldLines(all: readonly WorldObject[], { filter, grouping, closed }: TreeView): readonly WorldLine[] {
  const inView = all.filter(
    (one) =>
      isInNamespace(filter, one) && (grouping === "owner" || one.kind.kind === "Pod" || one.kind.kind === "Node"),
  );
  const parentOf = parentsBy(grouping, inView);
  const byParent = new Map<string, WorldObject[]>();
  for (const one of keepFitting(inView, filter, parentOf)) {
    const parent = parentOf(one) ?? "";
    const siblings = byParent.get(parent);
    if (siblings === undefined) byParent.set(parent, [one]);
    else siblings.push(one);
  }
  const isShown = (one: WorldObject): boolean =>
    one.kind.kind !== "ReplicaSet" || numberAt(one.object, "spec.replicas") !== 0 || byParent.has(keyOf(one));
  const lines: WorldLine[] = [];
  const add = (siblings: readonly WorldObject[], depth: number): void => {
    const shown = siblings.filter(isShown).toSorted(inOrder);
    for (const [i, one] of shown.entries()) {
      const key = keyOf(one);
      const children = byParent.get(key) ?? [];
      const isOpen = !closed.has(key);
      const summary = stateWithBelow(one, (each) => byParent.get(keyOf(each)) ?? []);
      lines.push({
        key,
        name: nameOf(one),
        depth,
        hasChildren: children.some(isShown),
        isOpen,
        position: i + 1,
        siblings: shown.length,
        kind: one.kind.kind,
        path: pathOf(one),
        state: summary.state,
        level: summary.level,
        notes: notesOf(one, grouping, depth, summary),
      });
      if (isOpen) add(children, depth + 1);
    }
  };
  add(byParent.get("") ?? [], 0);
  return lines;
}
