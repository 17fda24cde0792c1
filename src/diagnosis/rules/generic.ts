import { groupVersionOf } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import {
  badWhenTrue,
  conditionsOf,
  type ConditionView,
  goodWhenTrue,
  isProgress,
  wrongOf,
  wrongState,
} from "../conditions.ts";
import { byCondition, byEvent, conclude, field, there } from "../conclude.ts";
import { numberAt, textAt } from "../fields.ts";
import { type KnownKind, knownKinds } from "../known-kinds.ts";
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

const told = ({ reason, message }: ConditionView): string => firstLine(message) || reason;

/** Objects of any kind by their conditions, as the conventions of the API have them. */
export const byConditions: Rule = (object) => {
  const conditions = conditionsOf(object);
  const observed = numberAt(object, "status.observedGeneration");
  const { generation } = object.metadata;
  if (observed !== undefined && generation !== undefined && observed < Number(generation))
    return conclude(object, {
      situation: "not-observed",
      state: "Waiting",
      level: "progressing",
      because: `its controller has seen generation ${observed} of ${generation}`,
      evidence: [field(object, "status.observedGeneration"), field(object, "metadata.generation", String(generation))],
    });
  const going = conditions.find(({ type, status }) => isProgress.test(type) && status === "True");
  const wrong = wrongOf(conditions);
  if (wrong !== undefined && (wrong.status !== "Unknown" || going === undefined)) {
    const { type, status } = wrong;
    const state = wrongState(wrong);
    return conclude(object, {
      situation: `condition-${status === "Unknown" ? "unknown" : badWhenTrue.test(type) ? "bad" : "false"}`,
      state,
      level: status === "Unknown" ? "warning" : "error",
      because: told(wrong),
      evidence: byCondition(object, wrong),
    });
  }
  const good = conditions.find(({ type, status }) => goodWhenTrue.test(type) && status === "True");
  if (going !== undefined && good === undefined)
    return conclude(object, {
      situation: "condition-progressing",
      state: going.type,
      level: "progressing",
      because: told(going),
      evidence: byCondition(object, going),
    });
  return (
    good &&
    conclude(object, {
      situation: "condition-good",
      state: good.type,
      level: "ok",
      evidence: byCondition(object, good),
    })
  );
};

const goodPhases = /^(?:Active|Bound|Available|Running|Ready|Succeeded|Complete|Completed|Healthy|Deployed)$/i;
const badPhases = /^(?:Failed|Error|Lost|Degraded|Unhealthy|CrashLoopBackOff)$/i;

/** Objects without conditions, by the phase or state of their status. */
export const byPhase: Rule = (object) => {
  const path = ["status.phase", "status.state", "status.health.status"].find((each) => textAt(object, each) !== "");
  if (path === undefined) return undefined;
  const phase = textAt(object, path);
  const texts = ["status.message", "status.reason", "status.health.message"].map((each) => textAt(object, each));
  const message = texts.find((text) => text !== "") ?? "";
  const level = badPhases.test(phase) ? "error" : goodPhases.test(phase) ? "ok" : "progressing";
  return conclude(object, {
    situation: `phase-${level}`,
    state: phase,
    level,
    because: firstLine(message),
    evidence: [field(object, path)],
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
