import { groupVersionOf } from "../apimachinery/gvk.ts";
import { labelSelectorAsSelector } from "../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { ObjectId } from "./diagnosis.ts";
import { itemsAt, labelsAt, membersAt, textAt, valueAt } from "./fields.ts";
import { objectId } from "./object-id.ts";

/** A reference of an object to another one, by a field. */
export interface Reference {
  readonly path: string;
  readonly to: ObjectId;
  /** What it is for: `volume`, `environment`, `role`. */
  readonly words: string;
  /** The object does without it. */
  readonly optional: boolean;
}

type Found = readonly Reference[];

const rbac = "rbac.authorization.k8s.io";

const reference = (path: string, words: string, to: ObjectId, optional = false): Found =>
  to.name === "" ? [] : [{ path, words, to, optional }];

/** References of an environment, of variables or of all keys. */
function ofEnvironment(container: unknown, at: string, namespace: string): Found {
  const sources = [
    ...itemsAt(container, "env").flatMap((one, i) =>
      (["configMapKeyRef", "secretKeyRef"] as const).map((ref) => [one, `valueFrom.${ref}`, `env[${i}]`] as const),
    ),
    ...itemsAt(container, "envFrom").flatMap((one, i) =>
      (["configMapRef", "secretRef"] as const).map((ref) => [one, ref, `envFrom[${i}]`] as const),
    ),
  ];
  return sources.flatMap(([one, ref, index]) => {
    const kind = ref.includes("onfigMap") ? "ConfigMap" : "Secret";
    const name = textAt(one, `${ref}.name`);
    const optional = valueAt(one, `${ref}.optional`) === true;
    return reference(`${at}.${index}.${ref}.name`, "environment", objectId("", kind, namespace, name), optional);
  });
}

/** What volumes are made of, by the path of its name. */
const volumeSources = [
  ["configMap.name", "configMap", "ConfigMap"],
  ["secret.secretName", "secret", "Secret"],
  ["persistentVolumeClaim.claimName", "persistentVolumeClaim", "PersistentVolumeClaim"],
] as const;

function ofVolumes(spec: unknown, at: string, namespace: string): Found {
  return itemsAt(spec, "volumes").flatMap((volume, i) => [
    ...volumeSources.flatMap(([path, source, kind]) =>
      reference(
        `${at}.volumes[${i}].${path}`,
        "volume",
        objectId("", kind, namespace, textAt(volume, path)),
        valueAt(volume, `${source}.optional`) === true,
      ),
    ),
    ...itemsAt(volume, "projected.sources").flatMap((source, j) =>
      (["configMap", "secret"] as const).flatMap((part) =>
        reference(
          `${at}.volumes[${i}].projected.sources[${j}].${part}.name`,
          "volume",
          objectId("", part === "secret" ? "Secret" : "ConfigMap", namespace, textAt(source, `${part}.name`)),
          valueAt(source, `${part}.optional`) === true,
        ),
      ),
    ),
  ]);
}

/** References of a pod's spec, or of one in a template. */
function ofPodSpec(spec: unknown, at: string, namespace: string): Found {
  const containers = ["initContainers", "containers"].flatMap((list) =>
    itemsAt(spec, list).flatMap((container, i) => ofEnvironment(container, `${at}.${list}[${i}]`, namespace)),
  );
  const one = (path: string, words: string, group: string, kind: string, within = ""): Found =>
    reference(`${at}.${path}`, words, objectId(group, kind, within, textAt(spec, path)));
  return [
    ...one("serviceAccountName", "account", "", "ServiceAccount", namespace),
    ...ofVolumes(spec, at, namespace),
    ...containers,
    ...itemsAt(spec, "imagePullSecrets").flatMap((secret, i) =>
      reference(
        `${at}.imagePullSecrets[${i}].name`,
        "pull secret",
        objectId("", "Secret", namespace, textAt(secret, "name")),
      ),
    ),
    ...one("priorityClassName", "priority", "scheduling.k8s.io", "PriorityClass"),
    ...one("runtimeClassName", "runtime", "node.k8s.io", "RuntimeClass"),
    ...one("nodeName", "node", "", "Node"),
  ];
}

function ofIngress(ingress: KubeObject, namespace: string): Found {
  const service = (backend: unknown, path: string): Found =>
    reference(`${path}.service.name`, "backend", objectId("", "Service", namespace, textAt(backend, "service.name")));
  return [
    ...service(valueAt(ingress, "spec.defaultBackend"), "spec.defaultBackend"),
    ...itemsAt(ingress, "spec.rules").flatMap((rule, i) =>
      itemsAt(rule, "http.paths").flatMap((path, j) =>
        service(path["backend"], `spec.rules[${i}].http.paths[${j}].backend`),
      ),
    ),
    ...itemsAt(ingress, "spec.tls").flatMap((tls, i) =>
      reference(
        `spec.tls[${i}].secretName`,
        "certificate",
        objectId("", "Secret", namespace, textAt(tls, "secretName")),
      ),
    ),
    ...reference(
      "spec.ingressClassName",
      "class",
      objectId("networking.k8s.io", "IngressClass", "", textAt(ingress, "spec.ingressClassName")),
    ),
  ];
}

function ofBinding(binding: KubeObject, namespace: string): Found {
  const kind = textAt(binding, "roleRef.kind");
  const role = objectId(rbac, kind, kind === "Role" ? namespace : "", textAt(binding, "roleRef.name"));
  const accounts = itemsAt(binding, "subjects").flatMap((subject, i) =>
    textAt(subject, "kind") === "ServiceAccount"
      ? reference(
          `subjects[${i}].name`,
          "subject",
          objectId("", "ServiceAccount", textAt(subject, "namespace") || namespace, textAt(subject, "name")),
        )
      : [],
  );
  return [...reference("roleRef.name", "role", role), ...accounts];
}

/** A class of storage; "" says that there is to be none. */
const storageClass = (object: KubeObject): Found =>
  reference(
    "spec.storageClassName",
    "class",
    objectId("storage.k8s.io", "StorageClass", "", textAt(object, "spec.storageClassName")),
  );

const ofWebhooks = (configuration: KubeObject): Found =>
  itemsAt(configuration, "webhooks").flatMap((webhook, i) => {
    const { namespace, name } = membersAt(webhook, "clientConfig.service");
    return reference(
      `webhooks[${i}].clientConfig.service.name`,
      "service",
      objectId("", "Service", String(namespace ?? ""), String(name ?? "")),
    );
  });

function ofTarget(object: KubeObject, path: string, words: string, namespace: string): Found {
  const { apiVersion = "v1", kind = "", name = "" } = membersAt(object, path);
  const { group } = groupVersionOf(String(apiVersion));
  return reference(`${path}.name`, words, objectId(group, String(kind), namespace, String(name)));
}

type Rule = (object: KubeObject, namespace: string) => Found;

const template =
  (path: string): Rule =>
  (object, namespace) =>
    ofPodSpec(valueAt(object, path), path, namespace);

const policyBinding =
  (kind: string): Rule =>
  (object) =>
    reference(
      "spec.policyName",
      "policy",
      objectId("admissionregistration.k8s.io", kind, "", textAt(object, "spec.policyName")),
    );

const rules: Readonly<Record<string, Rule>> = {
  "/Pod": template("spec"),
  "/ReplicationController": template("spec.template.spec"),
  "apps/Deployment": template("spec.template.spec"),
  "apps/ReplicaSet": template("spec.template.spec"),
  "apps/DaemonSet": template("spec.template.spec"),
  "apps/StatefulSet": (object, namespace) => [
    ...reference(
      "spec.serviceName",
      "service",
      objectId("", "Service", namespace, textAt(object, "spec.serviceName")),
      true,
    ),
    ...template("spec.template.spec")(object, namespace),
  ],
  "batch/Job": template("spec.template.spec"),
  "batch/CronJob": template("spec.jobTemplate.spec.template.spec"),
  "networking.k8s.io/Ingress": ofIngress,
  "autoscaling/HorizontalPodAutoscaler": (object, namespace) =>
    ofTarget(object, "spec.scaleTargetRef", "scale target", namespace),
  [`${rbac}/RoleBinding`]: ofBinding,
  [`${rbac}/ClusterRoleBinding`]: ofBinding,
  "/PersistentVolumeClaim": (object) => [
    ...storageClass(object),
    ...reference("spec.volumeName", "volume", objectId("", "PersistentVolume", "", textAt(object, "spec.volumeName"))),
  ],
  "/PersistentVolume": (object) => [
    ...storageClass(object),
    ...reference(
      "spec.claimRef.name",
      "claim",
      objectId(
        "",
        "PersistentVolumeClaim",
        textAt(object, "spec.claimRef.namespace"),
        textAt(object, "spec.claimRef.name"),
      ),
    ),
  ],
  "/ServiceAccount": (object, namespace) =>
    ["secrets", "imagePullSecrets"].flatMap((list) =>
      itemsAt(object, list).flatMap((secret, i) =>
        reference(
          `${list}[${i}].name`,
          list === "secrets" ? "secret" : "pull secret",
          objectId("", "Secret", namespace, textAt(secret, "name")),
        ),
      ),
    ),
  "apiregistration.k8s.io/APIService": (object) =>
    reference(
      "spec.service.name",
      "service",
      objectId("", "Service", textAt(object, "spec.service.namespace"), textAt(object, "spec.service.name")),
    ),
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration": ofWebhooks,
  "admissionregistration.k8s.io/MutatingWebhookConfiguration": ofWebhooks,
  "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding": policyBinding("ValidatingAdmissionPolicy"),
  "admissionregistration.k8s.io/MutatingAdmissionPolicyBinding": policyBinding("MutatingAdmissionPolicy"),
  "/Event": (object) => ofTarget(object, "involvedObject", "about", textAt(object, "involvedObject.namespace")),
};

const keyOf = ({ group, kind, namespace, name }: ObjectId): string => [group, kind, namespace, name].join("|");

/** Returns what an object refers to by name, each object once, by the first of its fields. It has its kind. */
export function referencesOf(object: KubeObject): readonly Reference[] {
  const { apiVersion = "v1", kind = "", metadata } = object;
  const found = rules[`${groupVersionOf(apiVersion).group}/${kind}`]?.(object, metadata.namespace ?? "") ?? [];
  const byTarget = new Map<string, Reference>();
  for (const each of found) {
    const key = keyOf(each.to);
    const known = byTarget.get(key);
    if (known === undefined || (known.optional && !each.optional)) byTarget.set(key, each);
  }
  return [...byTarget.values()];
}

/** Reports whether an object refers to another one by name. */
export const refersTo = (object: KubeObject, to: ObjectId): Reference | undefined =>
  referencesOf(object).find((each) => keyOf(each.to) === keyOf(to));

const podOwners = ["deployments.apps", "statefulsets.apps", "daemonsets.apps", "jobs.batch", "cronjobs.batch", "pods."];

/** The resources, as `RESOURCE.GROUP`, whose objects may refer to one of a kind. */
const referrers: Readonly<Record<string, readonly string[]>> = {
  "/ConfigMap": podOwners,
  "/Secret": [...podOwners, "ingresses.networking.k8s.io", "serviceaccounts."],
  "/PersistentVolumeClaim": ["pods."],
  "/ServiceAccount": [...podOwners, `rolebindings.${rbac}`, `clusterrolebindings.${rbac}`],
  "/Service": ["ingresses.networking.k8s.io", "statefulsets.apps", "apiservices.apiregistration.k8s.io"],
  "/PersistentVolume": ["persistentvolumeclaims."],
  "apps/Deployment": ["horizontalpodautoscalers.autoscaling"],
  "apps/StatefulSet": ["horizontalpodautoscalers.autoscaling"],
  "apps/ReplicaSet": ["horizontalpodautoscalers.autoscaling"],
  [`${rbac}/Role`]: [`rolebindings.${rbac}`],
  [`${rbac}/ClusterRole`]: [`clusterrolebindings.${rbac}`, `rolebindings.${rbac}`],
  "storage.k8s.io/StorageClass": ["persistentvolumeclaims.", "persistentvolumes."],
  "scheduling.k8s.io/PriorityClass": podOwners,
  "node.k8s.io/RuntimeClass": podOwners,
  "networking.k8s.io/IngressClass": ["ingresses.networking.k8s.io"],
  "admissionregistration.k8s.io/ValidatingAdmissionPolicy": [
    "validatingadmissionpolicybindings.admissionregistration.k8s.io",
  ],
  "admissionregistration.k8s.io/MutatingAdmissionPolicy": [
    "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
  ],
};

/** A resource of a group. */
export interface ReferrerPlace {
  readonly group: string;
  readonly resource: string;
}

/** Returns the resources whose objects may refer by name to one of a kind. */
export const referrersOf = (group: string, kind: string): readonly ReferrerPlace[] =>
  (referrers[`${group}/${kind}`] ?? []).map((text) => {
    const dot = text.indexOf(".");
    return { resource: text.slice(0, dot), group: text.slice(dot + 1) };
  });

/** The labels of the pods that an object makes or is, which Services and budgets select; undefined for others. */
export function podLabelsOf(object: KubeObject): Readonly<Record<string, string>> | undefined {
  if (object.kind === "Pod") return object.metadata.labels ?? {};
  const labels = valueAt(object, "spec.template.metadata.labels");
  return labels === undefined ? undefined : labelsAt(object, "spec.template.metadata.labels");
}

/** Reports whether an object selects pods with these labels: a Service by equal labels, others by a selector. */
export function selectsPods(object: KubeObject, labels: Readonly<Record<string, string>>): boolean {
  if (object.kind === "Service") {
    const wanted = Object.entries(labelsAt(object, "spec.selector"));
    return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
  }
  const path = object.kind === "NetworkPolicy" ? "spec.podSelector" : "spec.selector";
  return labelSelectorAsSelector(membersAt(object, path)).matches(labels);
}
