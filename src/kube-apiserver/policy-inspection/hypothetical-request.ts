import { groupVersionOf, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { AttributesRecord, type Operation } from "../../apiserver/admission/attributes.ts";
import type { ResourceScope } from "../../apiserver/endpoints/resource-scope.ts";
import { groupAuthenticated, groupSystemMasters, type UserInfo } from "../../apiserver/request/user.ts";
import type { PolicyRequest } from "../../client/policies.ts";

/** The request of nobody in particular: what the administrator of the cluster does. */
const administrator = "kubernetes-admin";

/** The warnings and audit annotations of admission for a hypothetical request. */
export interface Said {
  readonly warnings: readonly string[];
  readonly annotations: Readonly<Record<string, string>>;
}

/** A request that nobody sent, decoded for admission. */
export interface HypotheticalRequest {
  readonly scope: ResourceScope;
  readonly operation: Operation;
  readonly namespace: string;
  readonly name: string;
  readonly object: KubeObject | undefined;
  readonly old: KubeObject | undefined;
  readonly user: UserInfo;
}

/** Finds the scope in which the objects of a kind are handled; undefined if the server does not serve it. */
export type FindScope = (kind: GroupVersionKind) => Promise<ResourceScope | undefined>;

/** Checks that a value has what every object has. Throws an error in words. */
export function readObject(value: unknown): KubeObject {
  if (!isRecord(value)) throw new Error("the object is empty");
  const { apiVersion, kind, metadata = {} } = value;
  if (typeof apiVersion !== "string" || typeof kind !== "string" || apiVersion === "" || kind === "")
    throw new Error("the object has no apiVersion or kind");
  if (!isRecord(metadata)) throw new Error("the object's metadata is not an object");
  return { ...value, apiVersion, kind, metadata };
}

export const kindOf = ({ apiVersion = "", kind = "" }: KubeObject): GroupVersionKind => ({
  ...groupVersionOf(apiVersion),
  kind,
});

/** Decodes the objects of a request and applies the defaults, as its handler would. Throws an error in words. */
export async function readRequest(request: PolicyRequest, findScope: FindScope): Promise<HypotheticalRequest> {
  const { operation, user } = request;
  const sample = readObject(operation === "DELETE" ? (request.old ?? request.object) : request.object);
  const gvk = kindOf(sample);
  const scope = await findScope(gvk);
  if (scope === undefined) throw new Error(`the server serves no ${gvk.kind} of ${sample.apiVersion ?? ""}`);
  const { name = "" } = sample.metadata;
  const isNamespace = gvk.kind === "Namespace" && gvk.group === "";
  const own = scope.definition.namespaced ? (sample.metadata.namespace ?? "default") : "";
  const decoded = async (value: unknown): Promise<KubeObject> => {
    const { metadata, ...object } = readObject(value);
    const placed = { ...object, metadata: own === "" ? metadata : { ...metadata, namespace: own } };
    return scope.objects.fromVersion(placed, gvk);
  };
  return {
    scope,
    operation,
    name,
    namespace: isNamespace ? name : own,
    object: operation === "DELETE" ? undefined : await decoded(request.object),
    old: operation === "CREATE" ? undefined : await decoded(request.old ?? request.object),
    user: userOf(user),
  };
}

/** Returns a user by name; the administrator by default. */
export const userOf = (name = administrator): UserInfo => ({
  name,
  uid: "",
  groups: name === administrator ? [groupSystemMasters, groupAuthenticated] : [groupAuthenticated],
  extra: {},
});

const optionsKinds = { CREATE: "CreateOptions", UPDATE: "UpdateOptions", DELETE: "DeleteOptions" } as const;

/** Returns the attributes of a request, and a function that returns the warnings and annotations so far. */
export function attributesOf(
  { scope, operation, name, namespace, object, old, user }: HypotheticalRequest,
  dryRun: boolean,
): { readonly attributes: AttributesRecord; said(): Said } {
  const warnings: string[] = [];
  const annotations: Record<string, string> = {};
  const shared = {
    user,
    namespace,
    dryRun,
    warn: (text: string) => void (warnings.includes(text) || warnings.push(text)),
    audit: {
      decision: { level: "RequestResponse" },
      annotate: (key: string, value: string) => void (annotations[key] = value),
    },
  };
  const attributes = new AttributesRecord(shared, {
    operation,
    kind: scope.kind,
    resource: scope.resource,
    subresource: scope.subresource,
    name,
    object,
    oldObject: old,
    objects: scope.objects,
    options: () =>
      operation === "CONNECT" ? undefined : { kind: optionsKinds[operation], apiVersion: "meta.k8s.io/v1" },
  });
  return { attributes, said: () => ({ warnings, annotations }) };
}
