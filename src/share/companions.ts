import { groupBy } from "../apimachinery/group-by.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { ObjectId } from "../diagnosis/diagnosis.ts";
import { textAt } from "../diagnosis/fields.ts";
import { idOf, objectId } from "../diagnosis/object-id.ts";
import { podLabelsOf, referencesOf, refersTo, selectsPods } from "../diagnosis/references.ts";
import { makesOwned, type RunningControllers } from "./controllers-work.ts";
import { inCreationOrder } from "./object-order.ts";
import { definedGroupKind, groupKindOf } from "./server-fields.ts";

/**
 * Why an object comes along with another one: that one refers to it, is in it (a namespace), is of the kind that it
 * defines, owns it or is owned by it, is an account that it grants rights to, or has pods that it selects, says the
 * behaviour of, or runs. A Service brings the workloads that it selects.
 */
export type Because =
  | "refers"
  | "namespace"
  | "defines"
  | "owns"
  | "owned"
  | "grants"
  | "selects"
  | "selected"
  | "behaviour"
  | "runs";

/** An object that comes along with those that were chosen. */
export interface Companion {
  readonly object: KubeObject;
  readonly because: Because;
  /** The object that needs it. */
  readonly of: KubeObject;
  readonly isTaken: boolean;
}

export interface CompanionOptions {
  /** The controllers that run where the objects are opened. */
  readonly running: RunningControllers;
  /** Whether the sharer takes an object along. What is not taken brings nothing else. */
  readonly isTaken: (object: KubeObject) => boolean;
}

/** Reports whether an object is a Secret, which travels only where the sharer says so. */
export const isSecret = ({ apiVersion, kind }: KubeObject): boolean => apiVersion === "v1" && kind === "Secret";

/**
 * Returns what chosen objects need of all objects of a server, directly or by what they need, in the order in which it
 * is created. What controllers make anew where the objects are opened is not needed.
 */
export function companionsOf(
  chosen: readonly KubeObject[],
  all: readonly KubeObject[],
  { running, isTaken }: CompanionOptions,
): readonly Companion[] {
  const surroundings = new SharedSurroundings(all, running);
  const companions = new Map<KubeObject, Companion>();
  const known = new Set(chosen);
  const followed: { readonly object: KubeObject; readonly because?: Because }[] = chosen.map((object) => ({ object }));
  for (let at = 0; at < followed.length; at++) {
    const { object: of, because: before } = followed[at] ?? {};
    if (of === undefined) break;
    for (const [object, because] of surroundings.neededBy(of, before)) {
      if (known.has(object)) continue;
      known.add(object);
      const companion = { object, because, of, isTaken: isTaken(object) };
      companions.set(object, companion);
      if (companion.isTaken) followed.push(companion);
    }
  }
  return inCreationOrder([...companions.keys()]).flatMap((object) => companions.get(object) ?? []);
}

type Needed = readonly [object: KubeObject, because: Because];

const keyOf = ({ group, kind, namespace, name }: ObjectId): string => JSON.stringify([group, kind, namespace, name]);

const isBinding = ({ kind }: KubeObject): boolean => kind === "RoleBinding" || kind === "ClusterRoleBinding";

/** Reports whether an object makes pods or is one, so that it needs nodes. */
const hasPods = (object: KubeObject): boolean =>
  podLabelsOf(object) !== undefined || groupKindOf(object) === "CronJob.batch";

const hasController = ({ metadata }: KubeObject): boolean =>
  metadata.ownerReferences?.some(({ controller }) => controller === true) === true;

/** All objects of a server, by what leads from one to another. */
class SharedSurroundings {
  readonly #running: RunningControllers;
  readonly #byId: ReadonlyMap<string, KubeObject>;
  readonly #byUid: ReadonlyMap<string, KubeObject>;
  readonly #byOwner: ReadonlyMap<string, readonly KubeObject[]>;
  readonly #byDefined: ReadonlyMap<string, KubeObject>;
  readonly #byKind: ReadonlyMap<string, readonly KubeObject[]>;
  readonly #workloads: readonly KubeObject[];
  readonly #bindings: readonly KubeObject[];

  constructor(all: readonly KubeObject[], running: RunningControllers) {
    this.#running = running;
    this.#byId = new Map(all.map((object) => [keyOf(idOf(object)), object]));
    this.#byUid = new Map(all.map((object) => [object.metadata.uid ?? "", object]));
    const owned = all.flatMap((object) =>
      (object.metadata.ownerReferences ?? []).map(({ uid }) => ({ uid, object }) as const),
    );
    this.#byOwner = new Map(
      [...groupBy(owned, ({ uid }) => uid)].map(([uid, of]) => [uid, of.map(({ object }) => object)]),
    );
    this.#byDefined = new Map(all.map((object) => [definedGroupKind(object) ?? "", object]));
    this.#byKind = new Map(groupBy(all, groupKindOf));
    this.#workloads = all.filter((object) => podLabelsOf(object) !== undefined && !hasController(object));
    this.#bindings = all.filter(isBinding);
  }

  /** Yields what an object needs, each with the reason. `before` is why the object itself comes along. */
  *neededBy(object: KubeObject, before: Because | undefined): Generator<Needed> {
    const { namespace = "" } = object.metadata;
    yield* this.#found(objectId("", "Namespace", "", namespace), "namespace");
    const definition = this.#byDefined.get(groupKindOf(object));
    if (definition !== undefined) yield [definition, "defines"];
    yield* this.#family(object);
    for (const { to, words } of referencesOf(object))
      if (to.kind !== "Node" && (before === undefined || words !== "subject")) yield* this.#found(to, "refers");
    if (object.kind === "ServiceAccount") {
      const id = idOf(object);
      for (const binding of this.#bindings) if (refersTo(binding, id) !== undefined) yield [binding, "grants"];
    }
    if (groupKindOf(object) === "Service." && before !== "selects") yield* this.#selectedBy(object);
    if (hasPods(object)) yield* this.#aroundPods(object);
  }

  *#found(id: ObjectId, because: Because): Generator<Needed> {
    const object = this.#byId.get(keyOf(id));
    if (object !== undefined) yield [object, because];
  }

  /** The owners of an object, and what it owns unless a controller makes that anew. */
  *#family(object: KubeObject): Generator<Needed> {
    for (const { uid } of object.metadata.ownerReferences ?? []) {
      const owner = this.#byUid.get(uid);
      if (owner !== undefined) yield [owner, "owns"];
    }
    if (makesOwned(object, this.#running)) return;
    for (const owned of this.#byOwner.get(object.metadata.uid ?? "") ?? []) yield [owned, "owned"];
  }

  *#selectedBy(service: KubeObject): Generator<Needed> {
    for (const workload of this.#workloads)
      if (isBeside(workload, service) && selectsPods(service, podLabelsOf(workload) ?? {}))
        yield [workload, "selected"];
  }

  /** What selects the pods of an object, and the nodes for them. */
  *#aroundPods(object: KubeObject): Generator<Needed> {
    const labels = podLabelsOf(object);
    const selecting = (kind: string): readonly KubeObject[] =>
      labels === undefined
        ? []
        : (this.#byKind.get(kind) ?? []).filter((one) => isBeside(one, object) && selectsPods(one, labels));
    for (const service of selecting("Service.")) yield [service, "selects"];
    for (const behaviour of selecting("PodBehavior.simulation.kubepad.dev")) yield [behaviour, "behaviour"];
    for (const node of this.#nodesFor(object)) yield [node, "runs"];
  }

  /** The nodes that the pods of an object are on; all nodes where not every pod has one. */
  #nodesFor(object: KubeObject): readonly KubeObject[] {
    const nodes = this.#byKind.get("Node.") ?? [];
    const names = new Set(this.#podsOf(object).map((pod) => textAt(pod, "spec.nodeName")));
    return names.size === 0 || names.has("") ? nodes : nodes.filter(({ metadata }) => names.has(metadata.name ?? ""));
  }

  #podsOf(object: KubeObject): readonly KubeObject[] {
    if (groupKindOf(object) === "Pod.") return [object];
    const wanted = Object.entries(podLabelsOf(object) ?? {});
    if (wanted.length === 0) return [];
    return (this.#byKind.get("Pod.") ?? []).filter(
      (pod) => isBeside(pod, object) && wanted.every(([key, value]) => pod.metadata.labels?.[key] === value),
    );
  }
}

const isBeside = (a: KubeObject, b: KubeObject): boolean => a.metadata.namespace === b.metadata.namespace;
