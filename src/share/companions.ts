import type { KubeObject } from "../apimachinery/meta.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { itemsAt, labelsAt } from "../diagnosis/fields.ts";
import { objectId } from "../diagnosis/object-id.ts";
import { podLabelsOf, referencesOf, selectsPods } from "../diagnosis/references.ts";
import { makesOwned, type RunningControllers } from "./controllers-work.ts";
import { inCreationOrder } from "./object-order.ts";
import { selectedBy } from "./selected-objects.ts";
import { groupKindOf } from "./server-fields.ts";
import type { ShareSurroundings } from "./share-surroundings.ts";

/**
 * Why an object comes along with another one: that one refers to it, is in it (a namespace), is of the kind that it
 * defines, owns it or is owned by it, is an account that it grants rights to or a policy that it binds, or has pods
 * that it selects, says the behaviour of, or runs, or names no class, so that it gets the default one. A Service brings
 * the workloads that it selects.
 */
export type Because =
  | "refers"
  | "namespace"
  | "defines"
  | "owns"
  | "owned"
  | "grants"
  | "binds"
  | "selects"
  | "selected"
  | "behaviour"
  | "runs"
  | "default";

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
  surroundings: ShareSurroundings,
  { running, isTaken }: CompanionOptions,
): readonly Companion[] {
  const companions = new Map<KubeObject, Companion>();
  const known = new Set(chosen);
  const followed: { readonly object: KubeObject; readonly because?: Because }[] = chosen.map((object) => ({ object }));
  for (let at = 0; at < followed.length; at++) {
    const { object: of, because: before } = followed[at] ?? {};
    if (of === undefined) break;
    for (const [object, because] of neededBy(of, before, surroundings, running)) {
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

/** The kinds that bindings are about, and what those are for. Without a binding, a policy has no effect. */
const bindings: Readonly<Record<string, Because>> = {
  "ServiceAccount.": "grants",
  "ValidatingAdmissionPolicy.admissionregistration.k8s.io": "binds",
  "MutatingAdmissionPolicy.admissionregistration.k8s.io": "binds",
};

/** Yields what an object needs, each with the reason. `before` is why the object itself comes along. */
function* neededBy(
  object: KubeObject,
  before: Because | undefined,
  around: ShareSurroundings,
  running: RunningControllers,
): Generator<Needed> {
  const kind = groupKindOf(object);
  yield* because("namespace", around.named(objectId("", "Namespace", "", object.metadata.namespace ?? "")));
  yield* because("defines", around.definitionOf(kind));
  for (const { uid } of object.metadata.ownerReferences ?? []) yield* because("owns", around.withUid(uid));
  if (!makesOwned(object, running))
    for (const owned of around.ownedBy(object.metadata.uid ?? "")) yield [owned, "owned"];
  for (const { to, words } of referencesOf(object))
    if (to.kind !== "Node" && (before === undefined || words !== "subject")) yield* because("refers", around.named(to));
  for (const [classes, annotations] of defaultClasses(object))
    for (const found of around.ofKind(classes))
      if (annotations.some((name) => found.metadata.annotations?.[name] === "true")) yield [found, "default"];
  for (const selected of selectedBy(object, around)) yield [selected, "refers"];
  const bound = bindings[kind];
  if (bound !== undefined) for (const binding of around.bindingsOf(object)) yield [binding, bound];
  if (kind === "Service." && before !== "selects")
    for (const workload of around.workloadsWith(object, labelsAt(object, "spec.selector")))
      yield [workload, "selected"];
  yield* aroundPods(object, kind, around);
}

const storageDefaults = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
] as const;
const ingressDefaults = ["ingressclass.kubernetes.io/is-default-class"] as const;

/** Yields the kinds of classes of which an object gets the default, and the annotations that mark it. */
function* defaultClasses(object: KubeObject): Generator<readonly [kind: string, annotations: readonly string[]]> {
  const isUnset = (of: unknown, field: string): boolean => valueAt(of, field) === undefined;
  switch (groupKindOf(object)) {
    case "PersistentVolumeClaim.":
      if (isUnset(object["spec"], "storageClassName")) yield ["StorageClass.storage.k8s.io", storageDefaults];
      return;
    case "StatefulSet.apps":
      if (itemsAt(object, "spec.volumeClaimTemplates").some((claim) => isUnset(claim["spec"], "storageClassName")))
        yield ["StorageClass.storage.k8s.io", storageDefaults];
      return;
    case "Ingress.networking.k8s.io":
      if (isUnset(object["spec"], "ingressClassName") && object.metadata.annotations?.[ingressAnnotation] === undefined)
        yield ["IngressClass.networking.k8s.io", ingressDefaults];
      return;
    default:
  }
}

/** What named the class of an Ingress before the field did. */
const ingressAnnotation = "kubernetes.io/ingress.class";

const valueAt = (of: unknown, field: string): unknown => (isRecord(of) ? of[field] : undefined);

function* because(reason: Because, object: KubeObject | undefined): Generator<Needed> {
  if (object !== undefined) yield [object, reason];
}

/** Yields what selects the pods of an object, and the nodes for them. */
function* aroundPods(object: KubeObject, kind: string, around: ShareSurroundings): Generator<Needed> {
  const labels = podLabelsOf(object);
  if (labels === undefined && kind !== "CronJob.batch") return;
  for (const service of around.servicesOf(object, labels ?? {})) yield [service, "selects"];
  for (const behaviour of around.behavioursBeside(object))
    if (selectsPods(behaviour, labels ?? {})) yield [behaviour, "behaviour"];
  const pods = kind === "Pod." ? [object] : around.podsWith(object, labels ?? {});
  for (const node of around.nodesOf(pods)) yield [node, "runs"];
}
