import { groupVersionOf } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { byCondition, byEvent, conclude, field, there } from "../conclude.ts";
import { type KnownKind, knownKinds } from "../known-kinds.ts";
import { ownStateOf } from "../own-state.ts";
import type { Rule } from "../rule.ts";
import { isKindServed } from "../served-kind.ts";
import { ago, firstLine, listed } from "../words.ts";

const owners: Readonly<Record<string, string>> = {
  foregroundDeletion: "until the objects that it owns are deleted",
  orphan: "until its owner references are removed from the objects that it owns",
};

/** An object that is deleted and kept by finalizers. */
export const heldByFinalizers: Rule = async (object, { reading, causeOf }) => {
  const { deletionTimestamp, finalizers = [], uid, namespace } = object.metadata;
  if (deletionTimestamp === undefined) return undefined;
  const [first = ""] = finalizers;
  const evidence = [
    field(object, "metadata.deletionTimestamp"),
    field(object, "metadata.finalizers", finalizers.join(", ")),
  ];
  const age = ago(deletionTimestamp, reading.now());
  const dependents = finalizers.includes("foregroundDeletion")
    ? await blocking(uid, namespace, reading.all.bind(reading))
    : [];
  const names = listed(dependents.map(({ kind, metadata }) => `${kind ?? ""} ${metadata.name ?? ""}`));
  const waits =
    owners[first] ??
    `until ${listed(finalizers)} ${finalizers.length === 1 ? "is" : "are"} removed from its finalizers`;
  const because =
    finalizers.length === 0 ? `it was deleted ${age} ago` : `it was deleted ${age} ago and is kept ${waits}`;
  const [event] = await reading.events(object);
  const trouble = event?.type === "Warning" ? `; ${event.reason}: ${firstLine(event.message)}` : "";
  const cause = await causeOf(dependents.find(({ metadata }) => (metadata.finalizers ?? []).length > 0));
  const stays = cause === undefined || cause.level === "progressing" ? "" : `, which ${cause.predicate}`;
  return conclude(object, {
    situation: finalizers.length === 0 ? "terminating" : "held-by-finalizer",
    state: "Terminating",
    level: finalizers.length === 0 ? "progressing" : "warning",
    because: `${because}${names === "" ? "" : `: ${names}${dependents.length === 1 ? stays : ""}`}${trouble}`,
    evidence: [...evidence, ...dependents.map(there), ...byEvent(object, trouble === "" ? undefined : event)],
    causes: [cause],
  });
};

/** The objects whose owner references keep an object from being deleted: ReplicaSets and pods, else others. */
async function blocking(
  uid: string | undefined,
  namespace: string | undefined,
  all: (place: { group: string; resource: string; namespace?: string | undefined }) => Promise<readonly KubeObject[]>,
): Promise<readonly KubeObject[]> {
  if (namespace === undefined || uid === undefined) return [];
  const blocks = ({ metadata }: KubeObject): boolean =>
    metadata.ownerReferences?.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true) === true;
  const isLikely = ({ kind }: KnownKind): boolean => kind === "ReplicaSet" || kind === "Pod";
  const rows = knownKinds.filter((row) => row.namespaced && row.kind !== "Event");
  for (const part of [rows.filter(isLikely).toReversed(), rows.filter((row) => !isLikely(row))]) {
    const lists = await Promise.all(part.map(({ group, resource }) => all({ group, resource, namespace })));
    const found = lists.flat().filter(blocks);
    if (found.length > 0) return found;
  }
  return [];
}

/** Objects of any kind by what they say themselves: their conditions, their phase, their errors. */
export const bySelf: Rule = (object) => {
  const own = ownStateOf(object);
  if (own === undefined) return undefined;
  const { conditions = [], fields = [], because, ...conclusion } = own;
  return conclude(object, {
    ...conclusion,
    because: firstLine(because),
    evidence: [
      ...conditions.flatMap((condition) => byCondition(object, condition)),
      ...fields.map((path) => field(object, path)),
    ],
  });
};

/** Events that warn of an object that says nothing itself. */
export const byWarning: Rule = async (object, { reading }) => {
  const event = (await reading.events(object))[0];
  if (event?.type !== "Warning") return undefined;
  return conclude(object, {
    situation: "warned-of",
    state: event.reason,
    level: "warning",
    because: firstLine(event.message),
    evidence: byEvent(object, event),
  });
};

/** An owner of a kind that is not served: the garbage collector cannot tell whether it is there. */
export const byOwner: Rule = async (object, { reading }) => {
  for (const [i, owner] of (object.metadata.ownerReferences ?? []).entries()) {
    const { group } = groupVersionOf(owner.apiVersion);
    if ((await isKindServed(group, owner.kind, reading)) !== false) continue;
    return conclude(object, {
      situation: "owner-kind-not-served",
      state: "Exists",
      level: "warning",
      because: `its owner, ${owner.kind} ${owner.name}, is of a kind that is not served, so the garbage collector never deletes it with its owner`,
      evidence: [field(object, `metadata.ownerReferences[${i}].kind`, `${owner.kind} of ${owner.apiVersion}`)],
    });
  }
  return undefined;
};

/** Objects that have nothing to tell: they are there. */
export const isThere = (object: KubeObject) =>
  conclude(object, {
    situation: "exists",
    state: "Exists",
    level: "ok",
  });
