import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject, OwnerReference } from "../../apimachinery/meta.ts";
import { labelsAt, membersAt } from "../../diagnosis/fields.ts";
import { knownKind } from "../../diagnosis/known-kinds.ts";
import { apiVersionOf, targetOf, withParameter, type Resource } from "../kube/resource.ts";
import type { Source } from "./use-sources.ts";

const v1 = (group: string, resource: string, kind: string) => ({ group, version: "v1", resource, kind });
const pods = v1("", "pods", "Pod");

interface SourceKind {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
}

const sourceOf = (
  kind: SourceKind,
  namespace: string | undefined,
  selection: Readonly<{ labelSelector?: string; fieldSelector?: string }> = {},
): Source => ({
  target: withParameter(
    withParameter(targetOf({ ...kind, namespace }), "labelSelector", selection.labelSelector),
    "fieldSelector",
    selection.fieldSelector,
  ),
  apiVersion: apiVersionOf(kind),
  kind: kind.kind,
});

/** The label selector of a workload as a query has it; "" if it selects nothing. */
function selectorText({ kind, ...object }: KubeObject): string {
  const isPlain = kind === "Service" || kind === "ReplicationController";
  const matchLabels = labelsAt(object, "spec.selector");
  if (isPlain) return Object.keys(matchLabels).length === 0 ? "" : labelSelectorAsSelector({ matchLabels }).toString();
  return labelSelectorAsSelector(membersAt(object, "spec.selector")).toString();
}

/** Collections that hold what objects of a kind own or select. */
export function ownedSources({ group, kind }: Pick<Resource, "group" | "kind">, object: KubeObject): readonly Source[] {
  const { namespace, name = "", uid = "" } = object.metadata;
  const labelSelector = (): string => selectorText({ ...object, kind });
  const selected = (): readonly Source[] =>
    labelSelector() === "" ? [] : [sourceOf(pods, namespace, { labelSelector: labelSelector() })];
  switch (`${group}/${kind}`) {
    case "apps/Deployment":
      return [
        sourceOf(v1("apps", "replicasets", "ReplicaSet"), namespace, { labelSelector: labelSelector() }),
        ...selected(),
      ];
    case "apps/ReplicaSet":
    case "apps/StatefulSet":
    case "apps/DaemonSet":
    case "/ReplicationController":
    case "policy/PodDisruptionBudget":
      return selected();
    case "batch/Job":
      return [sourceOf(pods, namespace, { labelSelector: `batch.kubernetes.io/controller-uid=${uid}` })];
    case "batch/CronJob":
      return [sourceOf(v1("batch", "jobs", "Job"), namespace)];
    case "/Service":
      return [
        sourceOf(v1("discovery.k8s.io", "endpointslices", "EndpointSlice"), namespace, {
          labelSelector: `kubernetes.io/service-name=${name}`,
        }),
        ...selected(),
      ];
    case "/Node":
      return [sourceOf(pods, undefined, { fieldSelector: `spec.nodeName=${name}` })];
    default:
      return [];
  }
}

/** Reports whether an object is owned or selected by another one, among those of its sources. */
export function belongsTo(owner: KubeObject, kind: Pick<Resource, "group" | "kind">, object: KubeObject): boolean {
  if (`${kind.group}/${kind.kind}` !== "batch/CronJob") return true;
  return object.metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) === true;
}

/** The collection that holds one object, by its name. */
export const sourceOfOne = (kind: SourceKind, namespace: string | undefined, name: string): Source =>
  sourceOf(kind, namespace, { fieldSelector: `metadata.name=${name}` });

/** The source of an owner; undefined if its kind is not served. */
export function ownerSource(
  resources: readonly Resource[],
  { apiVersion, kind, name }: OwnerReference,
  namespace: string | undefined,
): Source | undefined {
  const [version = "", group = ""] = apiVersion.split("/").toReversed();
  const found = resources.find((one) => one.kind === kind && one.group === group);
  if (found === undefined) return undefined;
  return sourceOfOne({ ...found, version }, found.namespaced ? namespace : undefined, name);
}

/** The events about an object. Both APIs of events serve the same ones. */
export function eventSource({ kind, metadata }: KubeObject): Source {
  const fieldSelector = `involvedObject.kind=${kind ?? ""},involvedObject.name=${metadata.name ?? ""}`;
  return sourceOf(v1("", "events", "Event"), metadata.namespace ?? "default", { fieldSelector });
}

/** The served resource of a built-in or other kind; undefined if none is. */
export function resourceOf(
  resources: readonly Resource[],
  group: string,
  kind: string,
): (SourceKind & { readonly namespaced: boolean }) | undefined {
  const served = resources.find((one) => one.group === group && one.kind === kind);
  if (served !== undefined) return served;
  const known = knownKind(group, kind);
  return known && { ...known, version: group === "autoscaling" ? "v2" : "v1" };
}
