import { newNotFound } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { attributeIds, parseCertificateRequest } from "../../apis/certificates/x509/certificate-request.ts";
import { recordAt, stringAt } from "../../apis/record.ts";
import { semanticEqual } from "../../apis/strategies/semantic-equal.ts";
import type { AdmissionAttributes } from "../../apiserver/admission/attributes.ts";
import { newAdmissionForbidden } from "../../apiserver/admission/errors.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import type { Authorizer } from "../../apiserver/request/authorizer.ts";
import { mirrorPodAnnotation, nodeOfUser } from "../node-identity.ts";
import type { Listers } from "./listers.ts";
import { referencesAudience } from "./node-restriction-audiences.ts";
import { podCertificateProblem } from "./node-restriction-certificates.ts";
import { apiObjectOfPod } from "./node-restriction-pods.ts";
import { forbiddenLabels } from "./node-restriction-labels.ts";

/** What the checks read. */
interface Parts {
  readonly objects: Listers;
  readonly authorizer: Authorizer;
  readonly gates: Pick<FeatureGates, "enabled">;
}

/** Checks a request of a node. Returns why it is forbidden; undefined if it is let through. */
type Check = (node: string, attributes: AdmissionAttributes, parts: Parts) => MaybeAsync<string | undefined>;

/** Limits nodes to themselves and to their pods (plugin NodeRestriction). */
export const createNodeRestriction = (parts: Parts): PluginSteps => ({
  admit(attributes) {
    const node = nodeOfUser(attributes.user);
    if (node === undefined) return undefined;
    const problem =
      node === ""
        ? `could not determine node from user ${quoteGo(attributes.user.name)}`
        : checks[`${attributes.resource.group}/${attributes.resource.resource}`]?.(node, attributes, parts);
    return afterwards(problem, (text) => {
      if (text !== undefined) throw newAdmissionForbidden(attributes, text);
      return undefined;
    });
  },
});

const unexpectedOperation = ({ operation }: AdmissionAttributes): string =>
  `unexpected operation ${quoteGo(operation)}`;

const specOf = (object: KubeObject | undefined) => recordAt(object ?? {}, "spec");
const nodeOf = (object: KubeObject | undefined): string => stringAt(specOf(object), "nodeName");

/** Returns the pod of a request. Throws what its lister says if there is none. */
function podNamed({ objects }: Parts, namespace: string, name: string): KubeObject {
  const pod = objects.find("pods", namespace, name);
  if (pod === undefined) throw newNotFound({ group: "", resource: "pod" }, name);
  return pod;
}

const checkPod: Check = (node, attributes, parts) => {
  const { subresource, operation, namespace, name } = attributes;
  switch (subresource) {
    case "":
      if (operation === "CREATE") return checkMirrorPod(node, attributes, parts);
      if (operation !== "DELETE")
        return `${unexpectedOperation(attributes)}, node ${quoteGo(node)} can only create and delete mirror pods`;
      return nodeOf(podNamed(parts, namespace, name)) === node
        ? undefined
        : `node ${quoteGo(node)} can only delete pods with spec.nodeName set to itself`;
    case "status":
      return checkPodStatus(node, attributes);
    case "eviction":
      if (operation !== "CREATE") return `unexpected operation ${operation}`;
      return nodeOf(podNamed(parts, namespace, name || (attributes.object?.metadata.name ?? ""))) === node
        ? undefined
        : `node ${node} can only evict pods with spec.nodeName set to itself`;
    default:
      return `unexpected pod subresource ${quoteGo(subresource)}, only 'status' and 'eviction' are allowed`;
  }
};

/** A node creates pods that mirror its own, and that use nothing of the API. */
function checkMirrorPod(node: string, { object }: AdmissionAttributes, { objects }: Parts): string | undefined {
  const quoted = quoteGo(node);
  const { annotations = {}, ownerReferences: owners = [] } = object?.metadata ?? {};
  if (!Object.hasOwn(annotations, mirrorPodAnnotation))
    return `pod does not have ${quoteGo(mirrorPodAnnotation)} annotation, node ${quoted} can only create mirror pods`;
  if (nodeOf(object) !== node) return `node ${quoted} can only create pods with spec.nodeName set to itself`;
  const [owner, ...more] = owners;
  if (more.length > 0) return `node ${quoted} can only create pods with a single owner reference set to itself`;
  if (owner === undefined || owner.apiVersion !== "v1" || owner.kind !== "Node" || owner.name !== node)
    return `node ${quoted} can only create pods with an owner reference set to itself`;
  if (owner.controller !== true)
    return `node ${quoted} can only create pods with a controller owner reference set to itself`;
  if (owner.blockOwnerDeletion === true) return `node ${quoted} must not set blockOwnerDeletion on an owner reference`;
  const { uid = "" } = nodeNamed(objects, node).metadata;
  if (owner.uid !== uid) return `node ${node} UID mismatch: expected ${owner.uid} got ${uid}`;
  const used = object && apiObjectOfPod(object);
  return used === undefined ? undefined : `node ${quoted} can not create pods that reference ${used}`;
}

function nodeNamed(objects: Listers, name: string): KubeObject {
  const node = objects.find("nodes", "", name);
  if (node === undefined) throw newNotFound({ group: "", resource: "node" }, name);
  return node;
}

function checkPodStatus(node: string, attributes: AdmissionAttributes): string | undefined {
  const { operation, object, oldObject } = attributes;
  if (operation !== "UPDATE") return unexpectedOperation(attributes);
  const quoted = quoteGo(node);
  if (nodeOf(oldObject) !== node)
    return `node ${quoted} can only update pod status for pods with spec.nodeName set to itself`;
  if (!semanticEqual(object?.metadata.labels ?? {}, oldObject?.metadata.labels ?? {}))
    return `node ${quoted} cannot update labels through pod status`;
  const isSame = (member: string): boolean =>
    semanticEqual(recordAt(object ?? {}, "status")[member], recordAt(oldObject ?? {}, "status")[member]);
  if (!isSame("resourceClaimStatuses")) return `node ${quoted} cannot update resource claim statues`;
  if (!isSame("extendedResourceClaimStatus")) return `node ${quoted} cannot update extended resource claim status`;
  return undefined;
}

const checkNode: Check = (node, { operation, name, object, oldObject }) => {
  const quoted = quoteGo(node);
  const requested = name || (object?.metadata.name ?? "");
  if (requested !== node) return `node ${quoted} is not allowed to modify node ${quoteGo(requested)}`;
  const [spec, old] = [specOf(object), specOf(oldObject)];
  const labels = forbiddenLabels(object?.metadata.labels ?? {}, oldObject?.metadata.labels ?? {}).join(", ");
  if (operation === "CREATE") {
    if (spec["configSource"] !== undefined)
      return `node ${quoted} is not allowed to create pods with a non-nil configSource`;
    return labels === "" ? undefined : `node ${quoted} is not allowed to set the following labels: ${labels}`;
  }
  if (operation !== "UPDATE") return undefined;
  if (spec["configSource"] !== undefined && !semanticEqual(spec["configSource"], old["configSource"]))
    return `node ${quoted} is not allowed to update configSource to a new non-nil configSource`;
  if (!semanticEqual(spec["taints"] ?? [], old["taints"] ?? []))
    return `node ${quoted} is not allowed to modify taints`;
  if (!semanticEqual(object?.metadata.ownerReferences ?? [], oldObject?.metadata.ownerReferences ?? []))
    return `node ${quoted} is not allowed to modify ownerReferences`;
  return labels === "" ? undefined : `is not allowed to modify labels: ${labels}`;
};

/** The fields of a claim that its node reports. */
const reported: readonly string[] = ["capacity", "conditions", "allocatedResources", "allocatedResourceStatuses"];

/** What else a claim has. Only the object of a request tells its kind. */
function withoutReport({ metadata, kind: _kind, apiVersion: _version, ...claim }: KubeObject): object {
  const { resourceVersion: _, managedFields: __, ...kept } = metadata;
  const status = Object.fromEntries(
    Object.entries(recordAt(claim, "status")).filter(([member]) => !reported.includes(member)),
  );
  return { ...claim, metadata: kept, status };
}

const checkClaim: Check = (node, attributes) => {
  const { subresource, operation, object, oldObject } = attributes;
  if (subresource !== "status") return "may only update PVC status";
  if (operation !== "UPDATE") return unexpectedOperation(attributes);
  return object !== undefined &&
    oldObject !== undefined &&
    semanticEqual(withoutReport(object), withoutReport(oldObject))
    ? undefined
    : `node ${quoteGo(node)} is not allowed to update fields other than status.quantity and status.conditions`;
};

const checkToken: Check = (node, attributes, parts) => {
  const { operation, subresource, namespace, object } = attributes;
  if (operation !== "CREATE" || subresource !== "token") return undefined;
  const bound = recordAt(specOf(object), "boundObjectRef");
  const [name, uid] = [stringAt(bound, "name"), stringAt(bound, "uid")];
  if (stringAt(bound, "apiVersion") !== "v1" || stringAt(bound, "kind") !== "Pod" || name === "")
    return "node requested token not bound to a pod";
  if (uid === "") return "node requested token with a pod binding without a uid";
  const pod = podNamed(parts, namespace, name);
  if (uid !== pod.metadata.uid)
    return `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  if (nodeOf(pod) !== node) return "node requested token bound to a pod scheduled on a different node";
  return checkAudience(attributes, pod, parts);
};

/** A node asks for the audiences that volumes of the pod have, or for those that it is allowed by name. */
async function checkAudience(
  { object, user, namespace, name }: AdmissionAttributes,
  pod: KubeObject,
  { objects, authorizer }: Parts,
): Promise<string | undefined> {
  const audiences = specOf(object)["audiences"];
  const asked: readonly unknown[] = Array.isArray(audiences) ? audiences : [];
  if (asked.length > 1) return "node may only request 0 or 1 audiences";
  const audience = String(asked[0] ?? "");
  const found = referencesAudience(pod, audience, objects);
  if (found === true) return undefined;
  if (found !== false) return `error validating audience ${quoteGo(audience)}: ${found}`;
  const { decision } = await authorizer.authorize({
    user,
    verb: "request-serviceaccounts-token-audience",
    resourceRequest: true,
    namespace,
    apiGroup: "",
    apiVersion: "v1",
    resource: audience,
    subresource: "",
    name,
    path: "",
  });
  if (decision === "allow") return undefined;
  return `audience ${quoteGo(audience)} not found in pod spec volume, ${user.name} is not authorized to request tokens for this audience`;
}

const leaseNamespace = "kube-node-lease";

const checkLease: Check = (node, attributes) =>
  attributes.namespace === leaseNamespace
    ? checkOwnName(node, attributes, "node lease")
    : `can only access leases in the ${quoteGo(leaseNamespace)} system namespace`;

function checkOwnName(node: string, attributes: AdmissionAttributes, what: string): string | undefined {
  const { operation, name, object } = attributes;
  const own = operation === "CREATE" ? (object?.metadata.name ?? "") : name;
  return own === node ? undefined : `can only access ${what} with the same name as the requesting node`;
}

const checkSlice: Check = (node, { operation, object, oldObject }) => {
  if (operation === "CREATE" && nodeOf(object) !== node)
    return "can only create ResourceSlice with the same NodeName as the requesting node";
  if (operation === "DELETE" && nodeOf(oldObject) !== node)
    return "can only delete ResourceSlice with the same NodeName as the requesting node";
  return undefined;
};

const nodeSigners = ["kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet"];

const checkRequest: Check = (node, { operation, object }) => {
  const spec = specOf(object);
  if (operation !== "CREATE" || !nodeSigners.includes(stringAt(spec, "signerName"))) return undefined;
  const parsed = parseCertificateRequest(stringAt(spec, "request"));
  if ("problem" in parsed) return `unable to parse csr: ${parsed.problem}`;
  const wanted = `system:node:${node}`;
  return parsed.request.attributes.get(attributeIds.commonName)?.at(-1) === wanted
    ? undefined
    : `can only create a node CSR with CN=${wanted}`;
};

const checks: Readonly<Record<string, Check>> = {
  "/pods": checkPod,
  "/nodes": checkNode,
  "/persistentvolumeclaims": checkClaim,
  "/serviceaccounts": checkToken,
  "coordination.k8s.io/leases": checkLease,
  "storage.k8s.io/csinodes": (node, attributes) => checkOwnName(node, attributes, "CSINode"),
  "resource.k8s.io/resourceslices": checkSlice,
  "certificates.k8s.io/certificatesigningrequests": checkRequest,
  "certificates.k8s.io/podcertificaterequests": (node, attributes, { objects, gates }) =>
    gates.enabled("PodCertificateRequest")
      ? podCertificateProblem(node, attributes, objects)
      : "PodCertificateRequest feature gate is disabled",
};
