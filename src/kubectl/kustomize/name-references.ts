import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { kindOf, nameOf, namespaceOf, textAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import type { NameReference } from "./configurations.ts";
import { type FieldSpec, fieldSpecs, isSelected, withFields } from "./field-specs.ts";
import { idOf, idsOf, isClusterScoped, isSameNamespace, type Resource } from "./resource.ts";

/** The fields of a pod's spec in which a kind is named. */
interface PodFields {
  readonly kinds: string;
  readonly fields: string;
}

const someKinds = "Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob";
const otherKinds = "Pod StatefulSet Deployment ReplicationController CronJob Job DaemonSet";

const podFields: Readonly<Record<string, PodFields>> = {
  ConfigMap: {
    kinds: someKinds,
    fields:
      "volumes/configMap/name containers/env/valueFrom/configMapKeyRef/name " +
      "initContainers/env/valueFrom/configMapKeyRef/name containers/envFrom/configMapRef/name " +
      "initContainers/envFrom/configMapRef/name volumes/projected/sources/configMap/name",
  },
  Secret: {
    kinds: someKinds,
    fields:
      "volumes/secret/secretName containers/env/valueFrom/secretKeyRef/name " +
      "initContainers/env/valueFrom/secretKeyRef/name containers/envFrom/secretRef/name " +
      "initContainers/envFrom/secretRef/name imagePullSecrets/name volumes/projected/sources/secret/name",
  },
  ServiceAccount: { kinds: otherKinds, fields: "serviceAccountName" },
  PersistentVolumeClaim: { kinds: otherKinds, fields: "volumes/persistentVolumeClaim/claimName" },
  "PriorityClass.scheduling.k8s.io": { kinds: otherKinds, fields: "priorityClassName" },
};

const podSpecs: Readonly<Record<string, string>> = {
  Pod: "spec",
  PodTemplate: "template/spec",
  CronJob: "spec/jobTemplate/spec/template/spec",
};

const scaled = "HorizontalPodAutoscaler spec/scaleTargetRef/name";
const bindings = ["RoleBinding", "ClusterRoleBinding"].map((kind) => `${kind}.rbac.authorization.k8s.io`);

/** The fields beside those of pods, by the kind that they name. */
const otherFields: readonly (readonly [kind: string, lines: string])[] = [
  ...["Deployment", "ReplicationController", "ReplicaSet", "StatefulSet"].map((kind) => [kind, scaled] as const),
  [
    "ConfigMap",
    `Node spec/configSource/configMap
Role rules/resourceNames
ClusterRole rules/resourceNames`,
  ],
  [
    "Secret",
    `Ingress spec/tls/secretName
ServiceAccount imagePullSecrets/name
StorageClass parameters/secretName
StorageClass parameters/adminSecretName
StorageClass parameters/userSecretName
StorageClass parameters/secretRef
Role rules/resourceNames
ClusterRole rules/resourceNames
PersistentVolume spec/azureFile/secretName`,
  ],
  [
    "Service",
    `StatefulSet.apps spec/serviceName
Ingress spec/rules/http/paths/backend/serviceName
Ingress spec/backend/serviceName
Ingress spec/rules/http/paths/backend/service/name
Ingress spec/defaultBackend/service/name
APIService.apiregistration.k8s.io spec/service/name
ValidatingWebhookConfiguration.admissionregistration.k8s.io webhooks/clientConfig/service
MutatingWebhookConfiguration.admissionregistration.k8s.io webhooks/clientConfig/service
HTTPRoute spec/rules/backendRefs/name`,
  ],
  ["Role.rbac.authorization.k8s.io", `${bindings[0]} roleRef/name`],
  ["ClusterRole.rbac.authorization.k8s.io", bindings.map((kind) => `${kind} roleRef/name`).join("\n")],
  ["ServiceAccount", bindings.map((kind) => `${kind} subjects`).join("\n")],
  ["PersistentVolume", "PersistentVolumeClaim spec/volumeName\nClusterRole rules/resourceNames"],
  [
    "StorageClass.storage.k8s.io",
    `PersistentVolume spec/storageClassName
PersistentVolumeClaim spec/storageClassName
StatefulSet spec/volumeClaimTemplates/spec/storageClassName`,
  ],
  ["IngressClass.networking.k8s.io", "Ingress spec/ingressClassName"],
];

const reference = (type: string, lines: string): NameReference => {
  const [kind = "", ...group] = type.split(".");
  return { target: { kind, group: group.length === 0 ? undefined : group.join(".") }, specs: fieldSpecs(lines) };
};

/** The fields by which objects name others (nameReferenceFieldSpecs). */
const nameReferences = (): readonly NameReference[] => [
  ...otherFields.map(([type, lines]) => reference(type, lines)),
  ...Object.entries(podFields).map(([type, { kinds, fields }]) =>
    reference(
      type,
      kinds
        .split(" ")
        .flatMap((kind) =>
          fields.split(" ").map((field) => `${kind} ${podSpecs[kind] ?? "spec/template/spec"}/${field}`),
        )
        .join("\n"),
    ),
  ),
];

/** Sets the names by which objects refer to others whose names have changed (nameref.Filter). Throws a KubectlError. */
export function fixNameReferences(resources: readonly Resource[], own: readonly NameReference[]): void {
  const references = [...nameReferences(), ...own];
  for (const referrer of resources)
    for (const { target, specs } of references) {
      const own = specs.filter(
        (spec) => isSelected(spec, referrer.object) && names(spec, target.kind, referrer.object),
      );
      const search = { referrer, target, resources };
      if (own.length > 0) referrer.object = withFields(referrer.object, own, (value) => renamed(value, search));
    }
}

/** Reports whether a field names objects of a kind, which a reference to a role tells itself. */
const names = ({ path }: FieldSpec, kind: string, object: JsonObject): boolean =>
  path.at(-2) !== "roleRef" || textAt(object, "roleRef", "kind") === kind;

interface Search {
  readonly referrer: Resource;
  readonly target: Pick<FieldSpec, "kind" | "group">;
  readonly resources: readonly Resource[];
}

function renamed(value: JsonValue | undefined, search: Search): JsonValue | undefined {
  if (isList(value)) return value.map((item) => renamed(item, search) ?? null);
  if (isObject(value)) return renamedSubject(value, search);
  if (typeof value !== "string") return value;
  return referralOf(value, search, search.resources)?.name ?? value;
}

/** An object with a name and a namespace, such as a subject of a binding. */
function renamedSubject(subject: JsonObject, search: Search): JsonObject {
  const namespace = subject["namespace"];
  const ofNamespace = (ids: (resource: Resource) => readonly string[]): readonly Resource[] =>
    search.resources.filter((resource) =>
      ids(resource).includes(textAt({ namespace: namespace ?? null }, "namespace")),
    );
  const original = ofNamespace((resource) => [idsOf(resource)[0]?.namespace || "default"]);
  const candidates =
    namespace === undefined
      ? search.resources
      : original.length > 0
        ? original
        : ofNamespace(({ object }) => [namespaceOf(object) || "default"]);
  const found = referralOf(textAt(subject, "name"), search, candidates);
  if (found === undefined || (found.name === textAt(subject, "name") && found.namespace === "")) return subject;
  return { ...subject, name: found.name, ...(found.namespace !== "" && { namespace: found.namespace }) };
}

/** The present name of the object that an earlier name refers to; undefined if there is none. */
function referralOf(name: string, { referrer, target }: Search, resources: readonly Resource[]) {
  const own = idOf(referrer.object);
  const candidates = resources.filter(({ object, previous }) => {
    const id = idOf(object);
    if (!previous.some((each) => each.name === name) || !isSelected(target, object)) return false;
    if (isClusterScoped(own) || isClusterScoped(id) || kindOf(object) === "ServiceAccount") return true;
    return isSameNamespace(own, id);
  });
  const near = candidates.length > 1 ? candidates.filter((each) => sharesAffixes(each, referrer)) : candidates;
  const found = near.map(({ object }) => ({ name: nameOf(object), namespace: namespaceOf(object) }));
  const [first] = found;
  if (found.some((each) => each.name !== first?.name))
    throw new KubectlError(`found multiple possible referrals: ${found.map((each) => each.name).join(", ")}`);
  return first;
}

/** Reports whether two resources were named by the same layers (PrefixesSuffixesEquals). */
function sharesAffixes(a: Resource, b: Resource): boolean {
  const pairs = [[a.prefixes, b.prefixes] as const, [a.suffixes, b.suffixes] as const];
  if (pairs.every(([one, other]) => one.length === 0 || other.length === 0)) return true;
  return pairs.every(([one, other]) => {
    const length = Math.min(one.length, other.length);
    return one.slice(one.length - length).join("\0") === other.slice(other.length - length).join("\0");
  });
}
