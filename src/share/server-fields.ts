import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject, ManagedFieldsEntry, ObjectMeta } from "../apimachinery/meta.ts";

/** Kinds whose status is the work of the server's own controllers. */
const statusOfServer: ReadonlySet<string> = new Set(["CustomResourceDefinition", "Namespace", "APIService"]);

/** The metadata that a server sets on every object. */
const setByServer = [
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
] as const satisfies readonly (keyof ObjectMeta)[];

/**
 * Returns an object without the fields that a server sets by itself. Ownership stays, and so does a status that a
 * client has written. `uids` are those that other objects refer to as their owners': they stay too, so that the
 * references can be renewed.
 */
export function withoutServerFields(object: KubeObject, uids: ReadonlySet<string> = new Set()): KubeObject {
  const { metadata, status, ...rest } = object;
  const managedFields = metadata.managedFields?.filter((entry) => !isOfServer(entry, object));
  const kept = Object.entries(metadata).filter(
    ([name]) =>
      name !== "managedFields" &&
      name !== "finalizers" &&
      (!setByServer.some((set) => set === name) || (name === "uid" && uids.has(metadata.uid ?? ""))),
  );
  const finalizers = finalizersToShare(metadata);
  const spec = specToShare(object, rest["spec"], managedFields ?? []);
  const hasStatus = hasMembers(status) && (managedFields ?? []).some(({ subresource }) => subresource === "status");
  return {
    ...rest,
    ...(spec !== undefined && { spec }),
    metadata: {
      ...Object.fromEntries(kept),
      ...(metadata.annotations !== undefined && { annotations: withoutBindings(metadata.annotations) }),
      ...(finalizers !== undefined && { finalizers }),
      ...(managedFields !== undefined && managedFields.length > 0 && { managedFields }),
    },
    ...(hasStatus && { status }),
  };
}

/** By these, a server remembers what is to become of what an object owns that is being deleted. */
const finalizersOfDeletion: ReadonlySet<string> = new Set(["foregroundDeletion", "orphan"]);

function finalizersToShare({ finalizers, deletionTimestamp }: ObjectMeta): readonly string[] | undefined {
  if (!Array.isArray(finalizers) || deletionTimestamp === undefined) return finalizers;
  const kept = finalizers.filter((name: string) => !finalizersOfDeletion.has(name));
  return kept.length === 0 ? undefined : kept;
}

function specToShare({ apiVersion, kind }: KubeObject, spec: unknown, managedFields: readonly ManagedFieldsEntry[]) {
  if (apiVersion === "v1" && kind === "Service") return withoutAllocations(spec, managedFields);
  return apiVersion === "v1" && kind === "PersistentVolume" ? withClaimByName(spec) : spec;
}

/** Returns the spec of a volume without the uid of its claim, which another server gives anew: it is bound by name. */
function withClaimByName(spec: unknown): unknown {
  if (!isRecord(spec) || !isRecord(spec["claimRef"])) return spec;
  const { uid: _uid, resourceVersion: _version, ...claimRef } = spec["claimRef"];
  return { ...spec, claimRef };
}

/** By these, the binder of volumes knows which bindings it has completed, by uids. It completes them anew. */
const bindingAnnotations: ReadonlySet<string> = new Set([
  "pv.kubernetes.io/bind-completed",
  "pv.kubernetes.io/bound-by-controller",
]);

const withoutBindings = (annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(annotations).filter(([name]) => !bindingAnnotations.has(name)));

/** Members of the spec of a Service that the server sets where no client has. */
const allocatedMembers = ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "healthCheckNodePort"];

/**
 * Returns the spec of a Service without the addresses and ports that its server has allocated, since another server
 * may have given them to another Service. Nobody owns those.
 */
function withoutAllocations(spec: unknown, managedFields: readonly ManagedFieldsEntry[]): unknown {
  if (!isRecord(spec)) return spec;
  const owned = JSON.stringify(managedFields.map(({ fieldsV1 }) => fieldsV1));
  const isAllocated = (member: string): boolean => !owned.includes(`"f:${member}":`);
  const kept = Object.entries(spec).filter(([name]) => !allocatedMembers.includes(name) || !isAllocated(name));
  const { ports } = spec;
  return {
    ...Object.fromEntries(kept),
    ...(Array.isArray(ports) && isAllocated("nodePort") && { ports: ports.map(withoutNodePort) }),
  };
}

function withoutNodePort(port: unknown): unknown {
  if (!isRecord(port)) return port;
  const { nodePort: _allocated, ...rest } = port;
  return rest;
}

const isOfServer = ({ subresource }: ManagedFieldsEntry, { kind = "" }: KubeObject): boolean =>
  subresource === "status" && statusOfServer.has(kind);

const hasMembers = (value: unknown): boolean => isRecord(value) && Object.keys(value).length > 0;

/** Returns the uids that objects name as their owners'. */
export const ownerUids = (objects: readonly KubeObject[]): ReadonlySet<string> =>
  new Set(objects.flatMap(({ metadata }) => (metadata.ownerReferences ?? []).map(({ uid }) => uid)));

/**
 * Returns an object as a user would write it for another cluster: without fields of the server, status, ownership, and
 * references to owners, whose uids differ there.
 */
export function asWritten(object: KubeObject): KubeObject {
  const { metadata, status: _status, ...rest } = withoutServerFields(object);
  const { managedFields: _managed, ownerReferences: _owners, ...written } = metadata;
  return { ...rest, metadata: written };
}

/** Returns the group and kind of an object: `Deployment.apps`. */
export const groupKindOf = ({ apiVersion = "", kind = "" }: KubeObject): string =>
  `${kind}.${apiVersion.split("/").slice(0, -1).join("/")}`;

/** Returns what identifies an object on a server. */
export const identityOf = (object: KubeObject): string =>
  JSON.stringify([groupKindOf(object), object.metadata.namespace ?? "", object.metadata.name]);

/** Returns the group and kind that a CustomResourceDefinition defines; undefined for other objects. */
export function definedGroupKind({ kind, spec }: KubeObject): string | undefined {
  if (kind !== "CustomResourceDefinition" || !isRecord(spec) || !isRecord(spec["names"])) return undefined;
  return `${String(spec["names"]["kind"])}.${String(spec["group"])}`;
}

const systemNamespaces: ReadonlySet<string> = new Set(["default", "kube-system", "kube-public", "kube-node-lease"]);

/** Objects named `kubernetes` of these kinds tell of the server itself. */
const serverKinds: ReadonlySet<string> = new Set(["Service", "Endpoints", "EndpointSlice"]);

/** Reports whether controllers make the object by themselves wherever they run. */
const isMadeByControllers = (kind: string, { name, namespace }: ObjectMeta): boolean =>
  (kind === "ConfigMap" && name === "kube-root-ca.crt") ||
  (kind === "ConfigMap" && name === "extension-apiserver-authentication" && namespace === "kube-system") ||
  (kind === "Secret" && name === "cluster-signing-ca" && namespace === "kube-system");

/** Reports whether every server creates the object by itself. */
export function isBootstrapObject(object: KubeObject): boolean {
  const { kind = "", metadata } = object;
  if (kind === "ServiceAccount" && metadata.name === "default")
    return object["imagePullSecrets"] === undefined && object["secrets"] === undefined;
  if (kind === "IPAddress") return metadata.labels?.["ipaddress.kubernetes.io/managed-by"] === "ipallocator.k8s.io";
  if (metadata.name === "kubernetes" && (metadata.namespace ?? "default") === "default")
    return kind === "ServiceCIDR" || serverKinds.has(kind);
  if (kind === "APIService") return metadata.labels?.["kube-aggregator.kubernetes.io/automanaged"] !== undefined;
  if (isMadeByControllers(kind, metadata)) return true;
  if (kind === "Namespace") return systemNamespaces.has(metadata.name ?? "");
  if (kind === "PriorityClass") return metadata.name?.startsWith("system-") === true; // a reserved prefix
  if (kind === "FlowSchema" || kind === "PriorityLevelConfiguration")
    return metadata.annotations?.["apf.kubernetes.io/autoupdate-spec"] === "true"; // kept up to date by the server
  return metadata.labels?.["kubernetes.io/bootstrapping"] === "rbac-defaults";
}
