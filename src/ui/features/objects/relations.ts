import { isRecord } from "../../../apimachinery/is-record.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { listItems, pageAgent, sendJson } from "../../data/send.ts";
import { targetOf, withParameter, type ObjectPath, type Resource } from "../../kube/resource.ts";
import type { Page } from "../../state/page.ts";

/** A related object. */
export interface Relation {
  readonly kind: string;
  readonly path: ObjectPath;
}

/** The objects that an object is related to, by how. */
export interface Relations {
  readonly owners: readonly Relation[];
  readonly owned: readonly Relation[];
  /** The node of a pod. */
  readonly node: Relation | undefined;
  /** The pods that it selects, or that are on it. */
  readonly pods: readonly Relation[];
}

const metadataOnly = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json";
const podResource = { group: "", version: "v1", resource: "pods" };
/** Kinds that own nothing of interest, or of which there are many. */
const skipped = new Set(["events"]);

const byName = (a: Relation, b: Relation): number =>
  a.kind === b.kind ? ((a.path.name ?? "") < (b.path.name ?? "") ? -1 : 1) : a.kind < b.kind ? -1 : 1;

async function list(page: Page, target: string, signal: AbortSignal): Promise<readonly KubeObject[]> {
  const answer = await sendJson(page.handle, pageAgent, {
    method: "GET",
    target,
    headers: [["Accept", metadataOnly]],
    signal,
  }).catch(() => undefined);
  return listItems(answer);
}

/** Returns the label selector of an object in the form of a query; undefined if it selects no pods. */
export function selectorOf({ kind, spec }: KubeObject): string | undefined {
  const selector = isRecord(spec) ? spec["selector"] : undefined;
  if (!isRecord(selector)) return undefined;
  const isPlain = kind === "Service" || kind === "ReplicationController";
  const labels = isPlain ? selector : selector["matchLabels"];
  if (!isRecord(labels) || Object.keys(labels).length === 0) return undefined;
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(",");
}

function podsTarget(kind: Resource, object: KubeObject): string | undefined {
  const { namespace, name = "" } = object.metadata;
  if (kind.group === "" && kind.resource === "nodes")
    return withParameter(targetOf(podResource), "fieldSelector", `spec.nodeName=${name}`);
  const selector = selectorOf({ ...object, kind: kind.kind });
  return selector && withParameter(targetOf({ ...podResource, namespace }), "labelSelector", selector);
}

const relationTo = (kind: Pick<Resource, "group" | "version" | "resource" | "kind">, { metadata }: KubeObject) => ({
  kind: kind.kind,
  path: {
    group: kind.group,
    version: kind.version,
    resource: kind.resource,
    namespace: metadata.namespace,
    name: metadata.name,
  },
});

/** Finds the objects that an object is related to: reads the metadata of all kinds that may be owned by it. */
export async function findRelations(
  page: Page,
  resources: readonly Resource[],
  kind: Resource,
  object: KubeObject,
  signal: AbortSignal,
): Promise<Relations> {
  const { uid = "", namespace, ownerReferences = [] } = object.metadata;
  const owners = ownerReferences.flatMap((owner): readonly Relation[] => {
    const [version = "", group = ""] = owner.apiVersion.split("/").toReversed();
    const found = resources.find((one) => one.kind === owner.kind && one.group === group);
    if (found === undefined) return [];
    const path = { ...relationTo(found, object).path, version, name: owner.name };
    return [{ kind: owner.kind, path: found.namespaced ? path : { ...path, namespace: undefined } }];
  });
  const owned = resources
    .filter(
      ({ verbs, namespaced, resource }) =>
        verbs.includes("list") && !skipped.has(resource) && (namespaced || namespace === undefined),
    )
    .map(async (one): Promise<readonly Relation[]> => {
      const items = await list(page, targetOf({ ...one, namespace, name: undefined }), signal);
      return items
        .filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid) === true)
        .map((item) => relationTo(one, item));
    });
  const target = podsTarget(kind, object);
  const pods = target === undefined ? [] : await list(page, target, signal);
  const nodeName = isRecord(object["spec"]) ? object["spec"]["nodeName"] : undefined;
  return {
    owners,
    owned: (await Promise.all(owned)).flat().toSorted(byName),
    node:
      kind.resource === "pods" && typeof nodeName === "string"
        ? { kind: "Node", path: { group: "", version: "v1", resource: "nodes", name: nodeName } }
        : undefined,
    pods: pods.map((pod) => relationTo({ ...podResource, kind: "Pod" }, pod)).toSorted(byName),
  };
}
