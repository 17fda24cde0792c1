import type { JsonObject } from "../../apimachinery/json/value.ts";
import { kindOf, nameOf, namespaceOf, textAt } from "../json-access.ts";

/** What identifies an object of a kustomization (resid.ResId). */
export interface Id {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** Where an object is from: a file, or the kustomization whose generator made it. */
export interface Origin {
  readonly path: string;
  readonly generator?: string;
}

/** An object on its way through the transformers, with the names that it has had. */
export interface Resource {
  object: JsonObject;
  /** The ids before transformers changed them, the original one first. */
  readonly previous: Id[];
  readonly prefixes: string[];
  readonly suffixes: string[];
  /** Whether a hash of its content ends its name. */
  hashed: boolean;
  readonly origin?: Origin;
}

export const newResource = (object: JsonObject, hashed = false, origin?: Origin): Resource => ({
  object,
  previous: [],
  prefixes: [],
  suffixes: [],
  hashed,
  ...(origin !== undefined && { origin }),
});

/** The id of an object as it is. */
export function idOf(object: JsonObject): Id {
  const parts = textAt(object, "apiVersion").split("/");
  const [group, version] = parts.length > 1 ? parts : ["", parts[0]];
  return {
    group: group ?? "",
    version: version ?? "",
    kind: kindOf(object),
    name: nameOf(object),
    namespace: namespaceOf(object),
  };
}

/** All ids of a resource: those it had, and the present one. */
export const idsOf = ({ previous, object }: Resource): readonly Id[] => [...previous, idOf(object)];

/** Notes the present id before a transformer changes it. */
export function rememberId(resource: Resource): void {
  resource.previous.push(idOf(resource.object));
}

const effective = (namespace: string): string => (namespace === "" ? "default" : namespace);

/** Reports whether two ids are the same; no namespace is the default one. */
export const isSameId = (a: Id, b: Id): boolean =>
  a.group === b.group &&
  a.version === b.version &&
  a.kind === b.kind &&
  a.name === b.name &&
  effective(a.namespace) === effective(b.namespace);

/** Reports whether two ids are of the same namespace. */
export const isSameNamespace = (a: Id, b: Id): boolean => effective(a.namespace) === effective(b.namespace);

/** An id as errors name it: `Deployment.v1.apps/web.[noNs]`. */
export const idText = ({ group, version, kind, name, namespace }: Id): string =>
  `${kind}.${version || "[noVer]"}.${group || "[noGrp]"}/${name || "[noName]"}.${namespace || "[noNs]"}`;

const clusterKinds = new Set(
  (
    "APIService CSIDriver CSINode CertificateSigningRequest ClusterRole ClusterRoleBinding ClusterTrustBundle " +
    "CustomResourceDefinition DeviceClass FlowSchema IngressClass MutatingAdmissionPolicy " +
    "MutatingAdmissionPolicyBinding MutatingWebhookConfiguration Namespace Node PersistentVolume PriorityClass " +
    "PriorityLevelConfiguration RuntimeClass ServiceCIDR StorageClass ValidatingAdmissionPolicy " +
    "ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration VolumeAttachment VolumeAttributesClass"
  ).split(" "),
);

/** Reports whether objects of a kind have no namespace. Kinds that Kubernetes does not have are taken to have one. */
export const isClusterScoped = ({ kind }: Id): boolean => clusterKinds.has(kind);
