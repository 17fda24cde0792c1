import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { StrategyContext } from "../../../apiserver/registry/strategy.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { semanticEqual } from "../../strategies/semantic-equal.ts";
import { asRecord, hasNoMembers, itemsAt } from "../../validation/fields.ts";
import { appArmorPrefix } from "./annotations.ts";

/** Returns the requirements that keys stand for: the pod's own values of these labels. */
const requirements = (keys: readonly unknown[], operator: string, labels: JsonRecord): readonly JsonRecord[] =>
  keys.flatMap((key) => {
    const value = typeof key === "string" ? labels[key] : undefined;
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });

/** Adds the keys of a term or constraint to its selector (applyMatchLabelKeysAndMismatchLabelKeys). */
function withLabelKeys(term: JsonRecord, labels: JsonRecord): JsonRecord {
  const { labelSelector } = term;
  if (!isRecord(labelSelector)) return term;
  const more = [
    ...requirements(itemsAt(term, "matchLabelKeys"), "In", labels),
    ...requirements(itemsAt(term, "mismatchLabelKeys"), "NotIn", labels),
  ];
  if (more.length === 0) return term;
  const matchExpressions = [...itemsAt(labelSelector, "matchExpressions"), ...more];
  return { ...term, labelSelector: { ...labelSelector, matchExpressions } };
}

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

function completedAffinity(affinity: JsonRecord, labels: JsonRecord): JsonRecord {
  return {
    ...affinity,
    ...(affinity[required] !== undefined && {
      [required]: itemsAt(affinity, required).map((term) => withLabelKeys(asRecord(term), labels)),
    }),
    ...(affinity[preferred] !== undefined && {
      [preferred]: itemsAt(affinity, preferred).map((weighted) => ({
        ...asRecord(weighted),
        podAffinityTerm: withLabelKeys(recordAt(asRecord(weighted), "podAffinityTerm"), labels),
      })),
    }),
  };
}

/** Merges label keys into the selectors of affinity and spread (mutatePodAffinity, mutateTopologySpreadConstraints). */
function withSelectors(spec: JsonRecord, labels: JsonRecord, { gates }: StrategyContext): JsonRecord {
  const { affinity, topologySpreadConstraints } = spec;
  const parts: Record<string, unknown> = {};
  if (isRecord(affinity) && gates.enabled("MatchLabelKeysInPodAffinity")) {
    const changed: Record<string, unknown> = { ...affinity };
    for (const member of ["podAffinity", "podAntiAffinity"])
      if (isRecord(affinity[member])) changed[member] = completedAffinity(recordAt(affinity, member), labels);
    parts["affinity"] = changed;
  }
  const merges =
    gates.enabled("MatchLabelKeysInPodTopologySpread") &&
    gates.enabled("MatchLabelKeysInPodTopologySpreadSelectorMerge");
  if (merges && Array.isArray(topologySpreadConstraints))
    parts["topologySpreadConstraints"] = topologySpreadConstraints.map((item) => withLabelKeys(asRecord(item), labels));
  return hasNoMembers(parts) ? spec : { ...spec, ...parts };
}

/** Returns the AppArmor profile of an annotation (ApparmorFieldForAnnotation). */
export function profileOfAnnotation(annotation: string): JsonRecord | undefined {
  if (annotation === "unconfined") return { type: "Unconfined" };
  if (annotation === "runtime/default") return { type: "RuntimeDefault" };
  const localhost = "localhost/";
  const name = annotation.startsWith(localhost) ? annotation.slice(localhost.length) : "";
  return name === "" || name.trim() !== name || name.length > 4095
    ? undefined
    : { type: "Localhost", localhostProfile: name };
}

/** Sets the AppArmor profile of a container from the older annotation, with a warning (applyAppArmorVersionSkew). */
function withProfile(container: JsonRecord, podProfile: unknown, annotations: JsonRecord, ctx: StrategyContext) {
  const key = `${appArmorPrefix}${stringAt(container, "name")}`;
  const annotation = annotations[key];
  const context = recordAt(container, "securityContext");
  if (typeof annotation !== "string" || isRecord(context["appArmorProfile"])) return container;
  const profile = profileOfAnnotation(annotation);
  if (profile !== undefined && semanticEqual(profile, podProfile)) return container;
  ctx.warn(`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`);
  if (profile === undefined) return container;
  return { ...container, securityContext: { ...context, appArmorProfile: profile } };
}

function withProfiles(spec: JsonRecord, annotations: JsonRecord, ctx: StrategyContext): JsonRecord {
  if (stringAt(recordAt(spec, "os"), "name") === "windows") return spec;
  if (!Object.keys(annotations).some((key) => key.startsWith(appArmorPrefix))) return spec;
  const podProfile = recordAt(spec, "securityContext")["appArmorProfile"];
  const changed: Record<string, unknown> = { ...spec };
  for (const list of ["initContainers", "containers", "ephemeralContainers"])
    if (Array.isArray(spec[list]))
      changed[list] = itemsAt(spec, list).map((item) => withProfile(asRecord(item), podProfile, annotations, ctx));
  return changed;
}

/** Completes the spec of a new pod with what follows from its labels and annotations (podStrategy PrepareForCreate). */
export function completedSpec(pod: KubeObject, ctx: StrategyContext): JsonRecord {
  const spec = recordAt(pod, "spec");
  const metadata = recordAt(pod, "metadata");
  const { affinity, topologySpreadConstraints } = spec;
  const selecting =
    affinity === undefined && topologySpreadConstraints === undefined
      ? spec
      : withSelectors(spec, recordAt(metadata, "labels"), ctx);
  return metadata["annotations"] === undefined
    ? selecting
    : withProfiles(selecting, recordAt(metadata, "annotations"), ctx);
}

/** Returns the conditions of a new pod: one that its gates hold it back, if it has any. */
export const firstConditions = (spec: JsonRecord, now: string): readonly JsonRecord[] | undefined =>
  itemsAt(spec, "schedulingGates").length === 0
    ? undefined
    : [
        {
          type: "PodScheduled",
          status: "False",
          lastProbeTime: null,
          lastTransitionTime: now,
          reason: "SchedulingGated",
          message: "Scheduling is blocked due to non-empty scheduling gates",
        },
      ];
