import { groupVersionOf } from "../apimachinery/gvk.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { ServedResource } from "../client/discovery.ts";
import { parsePath } from "../client/snippets/parsed-path.ts";
import { podLabelsOf } from "../diagnosis/references.ts";
import { companionsOf } from "../share/companions.ts";
import { makesOwned, type RunningControllers, withoutControllersWork } from "../share/controllers-work.ts";
import { inReadingOrder } from "../share/manifests.ts";
import { inCreationOrder } from "../share/object-order.ts";
import { asWritten, groupKindOf } from "../share/server-fields.ts";
import { ShareSurroundings } from "../share/share-surroundings.ts";
import { parsedJson, type RecordedRequest, type RecordedStep, requestsOf } from "./recording.ts";

/** What decides about writes in a namespace, or in all of them, whatever the objects refer to. */
const deciding: ReadonlySet<string> = new Set([
  "ResourceQuota.",
  "LimitRange.",
  "ValidatingAdmissionPolicy.admissionregistration.k8s.io",
  "ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io",
  "MutatingAdmissionPolicy.admissionregistration.k8s.io",
  "MutatingAdmissionPolicyBinding.admissionregistration.k8s.io",
]);
const rights: ReadonlySet<string> = new Set(["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"]);

export interface WorldBefore {
  /** All objects that stood in the world, without those that every server creates by itself. */
  readonly objects: readonly KubeObject[];
  readonly resources: readonly Pick<ServedResource, "group" | "resource" | "kind">[];
  /** The controllers that run. */
  readonly running: RunningControllers;
}

/**
 * Returns what a replay of steps has to begin with, of what stood in the world before: the objects that requests name
 * or list, what those need, and what decides about writes. All objects, where a request is about more than that.
 */
export async function startingObjects(
  steps: readonly RecordedStep[],
  { objects, resources, running }: WorldBefore,
): Promise<readonly KubeObject[]> {
  const requests = steps.flatMap(requestsOf);
  const kept = withoutControllersWork(objects, running);
  if (kept.length === 0) return [];
  const surroundings = await ShareSurroundings.of(objects, () => Promise.resolve());
  const namespaces = new Set(requests.flatMap(({ target }) => parsePath(target)?.namespace ?? []));
  const impersonates = requests.some(({ headers }) => headers.some(([name]) => /^impersonate-/i.test(name)));
  const chosen = new Set<KubeObject>();
  for (const object of objects) {
    const { kind = "", metadata } = object;
    const isNear = metadata.namespace === undefined || namespaces.has(metadata.namespace);
    const decides = isNear && (deciding.has(groupKindOf(object)) || (impersonates && rights.has(kind)));
    const holds = kind === "Namespace" && namespaces.has(metadata.name ?? "");
    const defines =
      kind === "CustomResourceDefinition" && requests.some(({ target }) => isOfDefinition(object, target));
    const isNamed = requests.some((request) => isAbout(request, object, resources));
    if (decides || holds || defines || isNamed) chosen.add(madeBy(object, surroundings, running));
  }
  for (const object of requests.flatMap(sentObjects)) chosen.add(object);
  if ([...chosen].some((object) => podLabelsOf(object) !== undefined))
    for (const object of objects) if (groupKindOf(object) === "Node.") chosen.add(object);
  const along = companionsOf([...chosen], surroundings, { running, isTaken: () => true });
  const wanted = new Set([...chosen, ...along.map(({ object }) => object)].map(idOfObject));
  return inCreationOrder(kept.filter((object) => wanted.has(idOfObject(object)))).map((object) =>
    inReadingOrder(asWritten(object)),
  );
}

/** Returns the object that a request creates or applies, which may refer to others. */
function sentObjects({ method, target, body }: RecordedRequest): readonly KubeObject[] {
  const value = parsedJson(body);
  const path = parsePath(target);
  if (!isRecord(value) || !isRecord(value["metadata"]) || path === undefined || method === "DELETE") return [];
  const { apiVersion, kind } = value;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return [];
  const namespace = path.namespace === undefined ? {} : { namespace: path.namespace };
  return [{ ...value, apiVersion, kind, metadata: { ...value["metadata"], ...namespace } }];
}

const idOfObject = (object: KubeObject): string =>
  `${groupKindOf(object)} ${object.metadata.namespace ?? ""} ${object.metadata.name ?? ""}`;

/** The object, or the owner that has its controller make it anew. */
function madeBy(object: KubeObject, surroundings: ShareSurroundings, running: RunningControllers): KubeObject {
  for (const { uid, controller } of object.metadata.ownerReferences ?? []) {
    const owner = controller === true ? surroundings.withUid(uid) : undefined;
    if (owner !== undefined && owner !== object && makesOwned(owner, running))
      return madeBy(owner, surroundings, running);
  }
  return object;
}

const isOfDefinition = ({ metadata }: KubeObject, target: string): boolean => {
  const path = parsePath(target);
  return path !== undefined && metadata.name === `${path.resource}.${path.group}`;
};

/** Whether a request is about an object: names it, or is about all objects of its kind in a namespace. */
function isAbout(
  { method, target }: RecordedRequest,
  object: KubeObject,
  resources: WorldBefore["resources"],
): boolean {
  const path = parsePath(target);
  if (path === undefined) return false;
  const { group } = groupVersionOf(object.apiVersion ?? "v1");
  if (path.group !== group) return false;
  if (path.name === undefined && method === "POST") return false;
  if (path.name !== undefined && path.name !== object.metadata.name) return false;
  if (path.namespace !== undefined && path.namespace !== (object.metadata.namespace ?? "")) return false;
  return resources.some(
    ({ group: served, resource, kind }) => served === group && resource === path.resource && kind === object.kind,
  );
}
