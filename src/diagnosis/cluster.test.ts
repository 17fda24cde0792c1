import { describeSituations } from "./testing/describe-situations.ts";
import type { LivingWorld } from "./testing/living-world.ts";

const labels = { app: "w" };
const meta = (name: string) => ({ name });
const v1 = (kind: string, name: string, rest: object, metadata: object = {}): object => ({
  apiVersion: "v1",
  kind,
  metadata: { name, ...metadata },
  ...rest,
});
const pod = (name: string, container: object = {}, spec: object = {}, metadata: object = {}): object =>
  v1(
    "Pod",
    name,
    { spec: { containers: [{ name: "app", image: "nginx", ...container }], ...spec } },
    { labels, ...metadata },
  );
const service = (spec: object, name = "web"): object =>
  v1("Service", name, { spec: { selector: labels, ports: [{ port: 80 }], ...spec } });
const crash = { command: ["sh", "-c", "exit 1"] };
const web = "v1 Service web";
const ingress = (spec: object): object => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: meta("web"),
  spec,
});
const backend = (name: string, number = 80) => ({ defaultBackend: { service: { name, port: { number } } } });
const ing = "networking.k8s.io/v1 Ingress web";
const claim = (spec: object): object =>
  v1("PersistentVolumeClaim", "data", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "10Gi" } }, ...spec },
  });
const pvc = "v1 PersistentVolumeClaim data";
const storageClass = (name: string, rest: object): object => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "StorageClass",
  metadata: meta(name),
  ...rest,
});
const deployment = (spec: object = {}, container: object = {}): object => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: meta("w"),
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "app", image: "nginx", ...container }] } },
    ...spec,
  },
});
const hpa = (name = "w"): object => ({
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: meta("w"),
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name },
    maxReplicas: 2,
    metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } }],
  },
});
const scaler = "autoscaling/v2 HorizontalPodAutoscaler w";
const budget = (spec: object): object => ({
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: meta("w"),
  spec: { selector: { matchLabels: labels }, ...spec },
});
const pdb = "policy/v1 PodDisruptionBudget w";
const definition = (plural: string, group: string, kind: string): object => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: meta(`${plural}.${group}`),
  spec: {
    group,
    scope: "Namespaced",
    names: { plural, kind },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});
/** A definition whose objects a webhook converts. */
const converted = (plural: string, called: object): object => {
  const { spec, ...rest } = definition(plural, "conv.example.com", plural.replace(/s$/, "")) as { spec: object };
  const webhook = { clientConfig: { service: called }, conversionReviewVersions: ["v1"] };
  return { ...rest, spec: { ...spec, conversion: { strategy: "Webhook", webhook } } };
};
const admission = "admissionregistration.k8s.io/v1";
const policy = (name: string, expression: string, rest: object = {}): object => ({
  apiVersion: admission,
  kind: "ValidatingAdmissionPolicy",
  metadata: meta(name),
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["statefulsets"] },
      ],
    },
    validations: [{ expression }],
    ...rest,
  },
});
const webhooks = (
  name: string,
  failurePolicy: string,
  service: object = { namespace: "kube-system", name: "absent" },
): object => ({
  apiVersion: admission,
  kind: "ValidatingWebhookConfiguration",
  metadata: meta(name),
  webhooks: [
    {
      name: `${name}.example.com`,
      failurePolicy,
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      clientConfig: { service },
      namespaceSelector: { matchLabels: { hooked: name } },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
    },
  ],
});
const rbac = "rbac.authorization.k8s.io/v1";
const binding = (kind: string, name: string, subjects: readonly object[]): object => ({
  apiVersion: rbac,
  kind: "RoleBinding",
  metadata: meta("grant"),
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name },
  subjects,
});
const account = { kind: "ServiceAccount", name: "builder" };
const user = { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "ann" };
const held = { finalizers: ["example.com/cleanup"] };
const remove = (path: string) => (world: LivingWorld, namespace: string) =>
  world.send("DELETE", path.replace("$", namespace));
const widget = (metadata: object, rest: object = {}): object => ({
  apiVersion: "play.example.com/v1",
  kind: "Widget",
  metadata: { name: "w", ...metadata },
  ...rest,
});
const custom = "play.example.com/v1 Widget w";
const condition = (type: string, status: string, message: string) => ({
  status: { conditions: [{ type, status, reason: "R", message, lastTransitionTime: "2030-01-01T00:00:00Z" }] },
});
const withStatus = (rest: object) => (world: LivingWorld, namespace: string) =>
  world.send(
    "PATCH",
    `/apis/play.example.com/v1/namespaces/${namespace}/widgets/w/status`,
    rest,
    "application/merge-patch+json",
  );

const networkPolicy = (spec: object): object => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: meta("n"),
  spec,
});
const slice = (service: string): object => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "e", labels: { "kubernetes.io/service-name": service } },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.0.0.1"], conditions: { ready: false } }],
  ports: [{ port: 80 }],
});
const [traffic, slices] = ["networking.k8s.io/v1 NetworkPolicy n", "discovery.k8s.io/v1 EndpointSlice e"];
const volume = (name: string, spec: object): object =>
  v1("PersistentVolume", name, {
    spec: {
      capacity: { storage: "10Gi" },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: "/x" },
      storageClassName: name,
      ...spec,
    },
  });
const merge = (path: string, patch: object) => (world: LivingWorld, namespace: string) =>
  world.send("PATCH", path.replace("$", namespace), patch, "application/merge-patch+json");
const scaling = (apiVersion: string, kind: string): object => {
  const { spec, ...rest } = hpa() as { spec: object };
  return { ...rest, spec: { ...spec, scaleTargetRef: { apiVersion, kind, name: "w" } } };
};
const policyBinding = (name: string, spec: object): object => ({
  apiVersion: admission,
  kind: "ValidatingAdmissionPolicyBinding",
  metadata: meta(name),
  spec: {
    policyName: name,
    validationActions: ["Deny"],
    matchResources: { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "kube-public" } } },
    ...spec,
  },
});
const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
const lease = (spec: object): object => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: meta("l"),
  spec: { holderIdentity: "a", ...spec },
});
/** Deletes a ConfigMap in the foreground that owns a pod, which a finalizer keeps. */
async function ownerOfHeldPod(world: LivingWorld, namespace: string): Promise<unknown> {
  const owner = await world.get({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "owner", namespace } });
  const reference = { ...owned, uid: owner.metadata.uid, blockOwnerDeletion: true };
  const spec = { command: ["true"] };
  await world.create(pod("p", spec, { restartPolicy: "Never" }, { ...held, namespace, ownerReferences: [reference] }));
  return world.send("DELETE", `/api/v1/namespaces/${namespace}/configmaps/owner`, {
    apiVersion: "v1",
    kind: "DeleteOptions",
    propagationPolicy: "Foreground",
  });
}
const owned = { apiVersion: "v1", kind: "ConfigMap", name: "owner" };
const deprecated = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: meta("olds.old.example.com"),
  spec: {
    group: "old.example.com",
    scope: "Namespaced",
    names: { plural: "olds", kind: "Old" },
    versions: [
      { name: "v1", served: true, storage: true, deprecated: true, schema: { openAPIV3Schema: { type: "object" } } },
    ],
  },
};

// oxfmt-ignore
describeSituations([
  { name: "definition-established", sentence: "Established: it serves v1", objects: [definition("widgets", "play.example.com", "Widget")], of: "apiextensions.k8s.io/v1 CustomResourceDefinition widgets.play.example.com" },
  { name: "definition-names-conflict", sentence: /^Not established: names conflict with widgets\.play\.example\.com: "Widget(List)?" is already in use$/, objects: [], later: (world) => world.send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition("gadgets", "play.example.com", "Widget")), of: "apiextensions.k8s.io/v1 CustomResourceDefinition gadgets.play.example.com" },
  { name: "service-ready", sentence: "Ready: 1 of 1 pod ready", objects: [service({}), pod("p")], of: web },
  { name: "service-selects-no-pods", sentence: "No endpoints: no pod has the labels of its selector, app=other; p has app=w", objects: [service({ selector: { app: "other" } }), pod("p")], of: web },
  { name: "service-selects-no-pods", sentence: "No endpoints: no pod has the labels of its selector, app=nobody; the pods of its namespace have app=v and app=w", objects: [service({ selector: { app: "nobody" } }), pod("p"), pod("q", {}, {}, { labels: { app: "v" } })], of: web },
  { name: "service-pods-not-ready", sentence: /^No endpoints: its only pod is not ready: p, which crashes: exit code 1, restarted (once|\d+ times)$/, objects: [service({}), pod("p", crash)], of: web, causes: ["pod-crash-loop"] },
  { name: "service-some-pods-not-ready", sentence: /^Ready: 1 of 2 pods ready, without p, which crashes: exit code 1/, objects: [service({}), pod("p", crash), pod("q")], of: web },
  { name: "service-target-port-unmatched", sentence: "No target port: its targetPort http is no port of its pods, which declare 8080 web", objects: [service({ ports: [{ port: 80, targetPort: "http" }] }), pod("p", { ports: [{ name: "web", containerPort: 8080 }] })], of: web },
  { name: "service-target-port-unmatched", sentence: "No target port: its targetPort 80 is no port of its pods, which declare 8080", objects: [service({}), pod("p", { ports: [{ containerPort: 8080 }] })], of: web },
  { name: "service-without-selector", sentence: "No endpoints: it has no selector, and nobody has written endpoints for it", objects: [service({ selector: {} })], of: web },
  { name: "service-load-balancer-pending", sentence: "Pending: no load balancer has been given to it: that is the part of a cloud provider's controller", objects: [service({ type: "LoadBalancer" }), pod("p")], of: web },
  { name: "service-external-name", sentence: "External name: it is an alias for example.com", objects: [service({ type: "ExternalName", externalName: "example.com", selector: null })], of: web },
  { name: "ingress-backend-missing", sentence: "No backend: its backend, the Service absent, does not exist", objects: [ingress(backend("absent"))], of: ing },
  { name: "ingress-port-missing", sentence: "No backend: its backend, the Service web, has no port 8080; it has 80", objects: [service({}), pod("p"), ingress(backend("web", 8080))], of: ing },
  { name: "ingress-backend-not-ready", sentence: /^No backend: its backend, the Service web, which is No endpoints: no pod has the labels of its selector, app=w; p in the namespace s-\d+ has them$/, objects: [service({}), ingress(backend("web"))], of: ing, causes: ["service-selects-no-pods"] },
  { name: "ingress-class-missing", sentence: "Not served: its IngressClass fast does not exist, so no controller serves it", objects: [service({}), pod("p"), ingress({ ...backend("web"), ingressClassName: "fast" })], of: ing },
  { name: "ingress-without-class", sentence: "Not served: it names no ingressClassName, and no IngressClass is the default one", objects: [service({}), pod("p"), ingress(backend("web"))], of: ing },
  { name: "claim-without-default-class", sentence: "Pending: it names no storage class, none is the default one, and no persistent volume fits 10Gi ReadWriteOnce: tiny has 1Gi", objects: [v1("PersistentVolume", "tiny", { spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/a" } } }), claim({})], of: pvc },
  { name: "claim-class-missing", sentence: /^Pending: its StorageClass fast does not exist, and no persistent volume fits 10Gi ReadWriteOnce: \w+ .*has the class "/, objects: [claim({ storageClassName: "fast" })], of: pvc },
  { name: "claim-waits-for-first-consumer", sentence: "Pending: its StorageClass late waits for the first pod that uses it, and no pod uses it yet", objects: [storageClass("late", { provisioner: "example.com/disk", volumeBindingMode: "WaitForFirstConsumer" }), claim({ storageClassName: "late" })], of: pvc },
  { name: "claim-waits-for-provisioner", sentence: "Pending: the provisioner example.com/disk has not made a volume for it yet, and no CSIDriver of that name is registered: it may not be installed", objects: [storageClass("soon", { provisioner: "example.com/disk" }), claim({ storageClassName: "soon" })], of: pvc },
  { name: "claim-fits-no-volume", sentence: "Pending: its storage class is empty, so nothing provisions it, and no persistent volume fits 10Gi ReadWriteOnce: tiny has 1Gi", objects: [claim({ storageClassName: "" })], of: pvc },
  { name: "pod-claim-unbound", sentence: /^Pending: it waits for the PersistentVolumeClaim data, which is Pending: its StorageClass fast does not exist/, objects: [claim({ storageClassName: "fast" }), pod("p", {}, { volumes: [{ name: "d", persistentVolumeClaim: { claimName: "data" } }] })], of: "v1 Pod p", causes: ["claim-class-missing"] },
  { name: "volume-available", sentence: "Available: no claim has taken it", objects: [], of: "v1 PersistentVolume tiny" },
  { name: "autoscaler-target-missing", sentence: "Cannot scale: its target, the Deployment absent, does not exist", objects: [hpa("absent")], of: scaler },
  { name: "autoscaler-metrics-not-installed", sentence: "No metrics: the metrics API is not installed: install the addon metrics-server", objects: [deployment(), hpa()], of: scaler },
  { name: "autoscaler-disabled", sentence: "Disabled: its target is scaled to zero, which switches it off", objects: [deployment({ replicas: 0 }), hpa()], of: scaler },
  { name: "budget-matches-no-pods", sentence: "No pods: no pod has the labels of its selector, app=w", objects: [budget({ minAvailable: 1 })], of: pdb },
  { name: "budget-allows-evictions", sentence: "Allows evictions: 1 pod of 2 may be evicted now", objects: [deployment({ replicas: 2 }), budget({ minAvailable: 1 })], of: pdb },
  { name: "budget-blocks-all-evictions", sentence: "Blocks evictions: maxUnavailable 0 leaves none of 2 pods to evict, ever", objects: [deployment({ replicas: 2 }), budget({ maxUnavailable: 0 })], of: pdb },
  { name: "budget-blocks-evictions", sentence: /^Blocks evictions: 0 of 2 pods healthy, minAvailable 1 needs 1, waiting for w-\S+, which crashes: exit code 1/, objects: [deployment({ replicas: 2 }, crash), budget({ minAvailable: 1 })], of: pdb },
  { name: "definition-not-approved", sentence: /^Not approved: groups under k8s\.io need the annotation api-approved\.kubernetes\.io/, objects: [{ ...definition("widgets", "play.k8s.io", "Widget"), metadata: { name: "widgets.play.k8s.io", annotations: { "api-approved.kubernetes.io": "unapproved, experimental" } } }], of: "apiextensions.k8s.io/v1 CustomResourceDefinition widgets.play.k8s.io" },
  { name: "definition-conversion-service-missing", sentence: "Cannot convert: its conversion webhook is called at the Service kube-system/absent, which does not exist, so objects of other versions than the stored one can be neither read nor written", objects: [converted("lamps", { namespace: "kube-system", name: "absent" })], of: "apiextensions.k8s.io/v1 CustomResourceDefinition lamps.conv.example.com" },
  { name: "definition-conversion-service-port-missing", sentence: /^Cannot convert: its conversion webhook is called at port 443 of the Service s-\d+\/web, which has 80, so objects/, objects: [service({}), pod("p")], later: (world, namespace) => world.create(converted("fans", { namespace, name: "web" })), of: "apiextensions.k8s.io/v1 CustomResourceDefinition fans.conv.example.com" },
  { name: "definition-conversion-service-not-ready", sentence: /^Cannot convert: its conversion webhook is called at the Service web, which is No endpoints: its only pod is not ready: p, which crashes: exit code 1/, objects: [service({ ports: [{ port: 443 }] }), pod("p", crash)], later: (world, namespace) => world.create(converted("ovens", { namespace, name: "web" })), of: "apiextensions.k8s.io/v1 CustomResourceDefinition ovens.conv.example.com", causes: ["service-pods-not-ready"] },
  { name: "webhook-service-missing", sentence: "Refuses requests: the webhook closed.example.com is called at the Service kube-system/absent, which does not exist; failurePolicy is Fail, so the requests that it matches are refused", objects: [webhooks("closed", "Fail")], of: `${admission} ValidatingWebhookConfiguration closed` },
  { name: "webhook-service-missing", sentence: "Not called: the webhook open.example.com is called at the Service kube-system/absent, which does not exist; failurePolicy is Ignore, so requests go on without it", objects: [webhooks("open", "Ignore")], of: `${admission} ValidatingWebhookConfiguration open` },
  { name: "pods-refused-by-failing-webhook", sentence: /^Cannot create: its pods are refused: the webhook closed\.example\.com cannot be called/, objects: [deployment()], of: "apps/v1 Deployment w", labels: { hooked: "closed" } },
  { name: "policy-without-binding", sentence: "Without effect: no binding names it, so it applies to nothing", objects: [policy("unbound", "true")], of: `${admission} ValidatingAdmissionPolicy unbound` },
  { name: "policy-type-warnings", sentence: /^Type warnings: spec\.validations\[0\]\.expression does not fit the types that it is for: apps\/v1, Kind=StatefulSet: undefined field 'replica'$/, objects: [policy("typed", "object.spec.replica > 1"), { apiVersion: admission, kind: "ValidatingAdmissionPolicyBinding", metadata: meta("typed"), spec: { policyName: "typed", validationActions: ["Warn"] } }], of: `${admission} ValidatingAdmissionPolicy typed` },
  { name: "policy-in-effect", sentence: "In effect: bound by small, to Deny", objects: [policy("small", "object.spec.replicas < 5"), { apiVersion: admission, kind: "ValidatingAdmissionPolicyBinding", metadata: meta("small"), spec: { policyName: "small", validationActions: ["Deny"] } }], of: `${admission} ValidatingAdmissionPolicy small` },
  { name: "policy-binding-without-policy", sentence: "Without effect: its policy absent does not exist", objects: [{ apiVersion: admission, kind: "ValidatingAdmissionPolicyBinding", metadata: meta("lost"), spec: { policyName: "absent", validationActions: ["Deny"] } }], of: `${admission} ValidatingAdmissionPolicyBinding lost` },
  { name: "quota-exhausted", sentence: "Exhausted: pods 1 of 1 is used, so what needs more is refused", objects: [v1("ResourceQuota", "q", { spec: { hard: { pods: "1", services: "5" } } }), pod("p")], of: "v1 ResourceQuota q" },
  { name: "quota-has-room", sentence: "Within limits: pods 0 of 1", objects: [v1("ResourceQuota", "q", { spec: { hard: { pods: "1" } } })], of: "v1 ResourceQuota q" },
  { name: "binding-role-missing", sentence: "Without effect: it binds the Role absent, which does not exist, so it grants nothing", objects: [binding("Role", "absent", [user])], of: `${rbac} RoleBinding grant` },
  { name: "binding-account-missing", sentence: /^Subject missing: the ServiceAccount s-\d+\/builder that it grants to does not exist$/, objects: [binding("ClusterRole", "view", [account])], of: `${rbac} RoleBinding grant` },
  { name: "binding-in-effect", sentence: "Grants: the ClusterRole view to User ann", objects: [binding("ClusterRole", "view", [user])], of: `${rbac} RoleBinding grant` },
  { name: "binding-in-effect", sentence: "Grants: the ClusterRole system:controller:service-controller to ServiceAccount service-controller", objects: [], of: `${rbac} ClusterRoleBinding system:controller:service-controller` },
  { name: "account-pull-secret-missing", sentence: "Pull secret missing: its imagePullSecret hub does not exist, so private images cannot be pulled", objects: [v1("ServiceAccount", "puller", { imagePullSecrets: [{ name: "hub" }] })], of: "v1 ServiceAccount puller" },
  { name: "held-by-finalizer", sentence: "Terminating: it was deleted 60s ago and is kept until example.com/cleanup is removed from its finalizers", objects: [v1("ConfigMap", "c", {}, held)], of: "v1 ConfigMap c", later: remove("/api/v1/namespaces/$/configmaps/c") },
  { name: "pod-held-by-finalizer", sentence: "Terminating: it is kept until the finalizer example.com/cleanup is removed", objects: [pod("p", {}, {}, held)], of: "v1 Pod p", later: remove("/api/v1/namespaces/$/pods/p") },
  { name: "held-by-finalizer", sentence: /^Terminating: it was deleted 60s ago and is kept until the objects that it owns are deleted: ReplicaSet w-\S+, which is Terminating: it was deleted 60s ago and is kept until example\.com\/cleanup is removed from its finalizers$/, objects: [deployment()], of: "apps/v1 Deployment w", later: async (world, namespace) => { const { items } = await world.send("GET", `/apis/apps/v1/namespaces/${namespace}/replicasets`); const [set] = items as { metadata: { name: string } }[]; const path = `/apis/apps/v1/namespaces/${namespace}`; await world.send("PATCH", `${path}/replicasets/${set?.metadata.name ?? ""}`, { metadata: held }, "application/merge-patch+json"); return world.send("DELETE", `${path}/deployments/w?propagationPolicy=Foreground`); } },
  { name: "claim-deletion-waits-for-pods", sentence: "Terminating: it is kept until the pods that use it are gone: p", objects: [claim({ storageClassName: "" }), pod("p", {}, { nodeName: "node-1", volumes: [{ name: "d", persistentVolumeClaim: { claimName: "data" } }] })], of: pvc, later: remove("/api/v1/namespaces/$/persistentvolumeclaims/data") },
  { name: "namespace-held-by-finalizers", sentence: "Terminating: it was deleted 60s ago, and configmaps/c is kept by the finalizer example.com/cleanup", objects: [v1("Namespace", "doomed", {}), v1("ConfigMap", "c", {}, { ...held, namespace: "doomed" })], of: "v1 Namespace doomed", later: remove("/api/v1/namespaces/doomed") },
  { name: "namespace-active", sentence: "Active", objects: [], of: "v1 Namespace default" },
  { name: "definition-held-by-its-objects", sentence: "Terminating: its objects are deleted first, and the finalizer example.com/cleanup keeps g", objects: [definition("gizmos", "g.example.com", "Gizmo"), { apiVersion: "g.example.com/v1", kind: "Gizmo", metadata: { name: "g", ...held } }], of: "apiextensions.k8s.io/v1 CustomResourceDefinition gizmos.g.example.com", later: remove("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gizmos.g.example.com") },
  { name: "exists", sentence: "Exists", objects: [widget({})], of: custom },
  { name: "condition-false", sentence: "Not ready: the upstream does not answer", objects: [widget({})], of: custom, later: withStatus(condition("Ready", "False", "the upstream does not answer")) },
  { name: "condition-good", sentence: "Ready", objects: [widget({})], of: custom, later: withStatus(condition("Ready", "True", "")) },
  { name: "condition-bad", sentence: "Degraded: 1 of 3 replicas is lost", objects: [widget({})], of: custom, later: withStatus(condition("Degraded", "True", "1 of 3 replicas is lost")) },
  { name: "phase-error", sentence: "Failed: no room", objects: [widget({})], of: custom, later: withStatus({ status: { phase: "Failed", message: "no room" } }) },
  { name: "not-observed", sentence: "Waiting: its controller has seen generation 0 of 1", objects: [widget({}, { spec: { a: 1 } })], of: custom, later: withStatus({ status: { observedGeneration: 0 } }) },
  { name: "node-ready", sentence: "Ready", objects: [], of: "v1 Node node-1" },
  { name: "service-pods-ended", sentence: "No endpoints: its pod has ended: p", objects: [service({}), pod("p", { command: ["true"] }, { restartPolicy: "Never" })], of: web },
  { name: "service-selects-no-pods", sentence: "No endpoints: no pod has the labels of its selector, app=w,tier=front; p lacks tier", objects: [service({ selector: { app: "w", tier: "front" } }), pod("p")], of: web },
  { name: "service-target-port-unmatched", sentence: "No target port: its targetPort dns/UDP is no port of its pods, which declare 53/TCP dns", objects: [service({ ports: [{ port: 53, protocol: "UDP", targetPort: "dns" }] }), pod("p", { ports: [{ name: "dns", containerPort: 53 }] })], of: web },
  { name: "ingress-tls-secret-incomplete", sentence: "No certificate: the Secret tls with its certificate lacks tls.crt and tls.key", objects: [service({}), pod("p"), v1("Secret", "tls", { stringData: { a: "b" } }), ingress({ ...backend("web"), tls: [{ secretName: "tls" }] })], of: ing },
  { name: "slice-service-missing", sentence: "Unused: its Service nope does not exist", objects: [slice("nope")], of: slices },
  { name: "slice-not-ready", sentence: "Not ready: 0 of 1 endpoint ready, without 10.0.0.1", objects: [service({ selector: {} }), slice("web")], of: slices },
  { name: "network-policy-selects-no-pods", sentence: "Without effect: no pod has the labels of its selector, a=b", objects: [networkPolicy({ podSelector: { matchLabels: { a: "b" } }, policyTypes: ["Ingress"] })], of: traffic },
  { name: "network-policy-denies", sentence: "Isolates: all pods of its namespace, no incoming or outgoing traffic is allowed", objects: [pod("p"), networkPolicy({ podSelector: {}, policyTypes: ["Ingress", "Egress"] })], of: traffic },
  { name: "network-policy-isolates", sentence: "Isolates: 1 pod, all incoming traffic is allowed by an empty rule", objects: [pod("p"), networkPolicy({ podSelector: { matchLabels: labels }, ingress: [{}] })], of: traffic },
  { name: "network-policy-peer-selects-no-pods", sentence: "Isolates: all pods of its namespace, and allows incoming traffic of pods with x=y, of which there are none", objects: [pod("p"), networkPolicy({ podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: { x: "y" } } }] }] })], of: traffic },
  { name: "claim-volume-missing", sentence: "Pending: it asks for the PersistentVolume ghost, which does not exist", objects: [claim({ storageClassName: "", volumeName: "ghost" })], of: pvc },
  { name: "claim-volume-unfit", sentence: "Pending: it asks for the PersistentVolume taken, but it belongs to the claim default/other", objects: [volume("taken", { claimRef: { namespace: "default", name: "other" } }), claim({ storageClassName: "taken", volumeName: "taken" })], of: pvc },
  { name: "volume-reserved", sentence: "Available: it is kept for the claim default/other, which has not taken it", objects: [], of: "v1 PersistentVolume taken" },
  { name: "claim-class-missing", sentence: "Pending: its StorageClass raw does not exist, and no persistent volume fits 10Gi ReadWriteOnce: raw has the volumeMode Block", objects: [volume("raw", { volumeMode: "Block" }), claim({ storageClassName: "raw" })], of: pvc },
  { name: "claim-fits-no-volume", sentence: "Pending: its StorageClass local provisions nothing, and no persistent volume fits 10Gi ReadWriteOnce: local lacks the labels a=c", objects: [storageClass("local", { provisioner: "kubernetes.io/no-provisioner" }), volume("local", {}), claim({ storageClassName: "local", selector: { matchLabels: { a: "c" } } })], of: pvc },
  { name: "claim-resizing", sentence: "Resizing: it has 10Gi and asks for 20Gi: waiting for an external controller to expand this PVC", objects: [storageClass("grows", { provisioner: "example.com/disk", allowVolumeExpansion: true }), volume("grows", {}), claim({ storageClassName: "grows" })], of: pvc, later: merge("/api/v1/namespaces/$/persistentvolumeclaims/data", { spec: { resources: { requests: { storage: "20Gi" } } } }) },
  { name: "autoscaler-ambiguous", sentence: "Conflict: other scales the same pods, so none of them scales", objects: [deployment(), hpa(), { ...hpa(), metadata: meta("other") }], of: scaler },
  { name: "autoscaler-cannot-scale", sentence: "Cannot scale: its target, the DaemonSet w, has no subresource scale", objects: [{ ...deployment(), kind: "DaemonSet" }, scaling("apps/v1", "DaemonSet")], of: scaler },
  { name: "autoscaler-cannot-scale", sentence: "Cannot scale: the kind of its target, Deployment of the group \"extensions\", is not served; the group apps has that kind", objects: [scaling("extensions/v1beta1", "Deployment")], of: scaler },
  { name: "claim-class-missing", sentence: "Pending: its StorageClass unheard-of does not exist, and no persistent volume fits 10Ti ReadWriteOnce: none has that class", objects: [claim({ storageClassName: "unheard-of", resources: { requests: { storage: "10Ti" } } })], of: pvc },
  { name: "autoscaler-cannot-scale", sentence: "Cannot scale: the kind of its target, Foo of the group \"example.com\", is not served", objects: [scaling("example.com/v1", "Foo")], of: scaler },
  { name: "budget-overlaps", sentence: /^Blocks evictions: other selects w-\S+ too, and a pod with more than one budget is never evicted$/, objects: [deployment({ replicas: 2 }), budget({ minAvailable: 1 }), { ...budget({ minAvailable: 1 }), metadata: meta("other") }], of: pdb },
  { name: "budget-pods-unmanaged", sentence: "Blocks evictions: maxUnavailable 1 is counted from the replicas of a controller, and p has none; minAvailable as a number needs none", objects: [pod("p"), budget({ maxUnavailable: 1 })], of: pdb },
  { name: "quota-exhausted", sentence: "Exhausted: pods 1 of 1 is used, so what needs more is refused; it counts what is BestEffort only", objects: [v1("ResourceQuota", "q", { spec: { hard: { pods: "1" }, scopes: ["BestEffort"] } }), pod("p")], of: "v1 ResourceQuota q" },
  { name: "webhook-service-port-missing", sentence: /^Refuses requests: the webhook wrong\.example\.com is called at port 443 of the Service s-\d+\/web, which has 80; failurePolicy is Fail/, objects: [service({}), pod("p")], of: `${admission} ValidatingWebhookConfiguration wrong`, later: (world, namespace) => world.create(webhooks("wrong", "Fail", { namespace, name: "web" })) },
  { name: "policy-param-kind-not-served", sentence: "Cannot be evaluated: the kind of its parameters, Nope of example.com/v1, is not served; failurePolicy is Fail, so the requests that it matches are refused", objects: [policy("kindless", "params.x == 1", { paramKind: { apiVersion: "example.com/v1", kind: "Nope" } }), policyBinding("kindless", { paramRef: { name: "a", namespace: "default", parameterNotFoundAction: "Deny" } })], of: `${admission} ValidatingAdmissionPolicy kindless` },
  { name: "policy-binding-of-broken-policy", sentence: /^Cannot be evaluated: its policy kindless: the kind of its parameters, Nope of example.com\/v1, is not served/, objects: [], of: `${admission} ValidatingAdmissionPolicyBinding kindless` },
  { name: "policy-param-missing", sentence: "Without parameters: its parameters, ConfigMap a, do not exist; parameterNotFoundAction is Deny, and failurePolicy is Fail, so the requests that it matches are refused", objects: [policy("params", "params.data.x == '1'", { paramKind }), policyBinding("params", { paramRef: { name: "a", namespace: "default", parameterNotFoundAction: "Deny" } })], of: `${admission} ValidatingAdmissionPolicyBinding params` },
  { name: "policy-binding-broken", sentence: /^Without parameters: its binding params, which is Without parameters: its parameters, ConfigMap a, do not exist/, objects: [], of: `${admission} ValidatingAdmissionPolicy params` },
  { name: "policy-param-not-named", sentence: "Without parameters: its policy takes parameters of the kind ConfigMap, and it names none: params is null in the expressions", objects: [policy("unnamed", "params.data.x == '1'", { paramKind }), policyBinding("unnamed", {})], of: `${admission} ValidatingAdmissionPolicyBinding unnamed` },
  { name: "policy-binding-selects-no-namespace", sentence: "Without effect: no namespace has the labels of its namespaceSelector, nobody=has", objects: [policy("nowhere", "false"), policyBinding("nowhere", { matchResources: { namespaceSelector: { matchLabels: { nobody: "has" } } } })], of: `${admission} ValidatingAdmissionPolicyBinding nowhere` },
  { name: "role-without-rules", sentence: "Grants nothing: it has no rules", objects: [{ apiVersion: rbac, kind: "Role", metadata: meta("r"), rules: [] }], of: `${rbac} Role r` },
  { name: "role-aggregates-nothing", sentence: "Grants nothing: it takes its rules from the ClusterRoles with none=x, of which there are none", objects: [{ apiVersion: rbac, kind: "ClusterRole", metadata: meta("sum"), aggregationRule: { clusterRoleSelectors: [{ matchLabels: { none: "x" } }] }, rules: [] }], of: `${rbac} ClusterRole sum` },
  { name: "lease-expired", sentence: "Expired: a renewed it 62m ago, and it lasts 15 s: another one may take it", objects: [lease({ leaseDurationSeconds: 15, renewTime: "2029-12-31T23:00:00.000000Z" })], of: "coordination.k8s.io/v1 Lease l" },
  { name: "lease-held", sentence: /^Held: by a, which renewed it 2m\d*s? ago$/, objects: [lease({ leaseDurationSeconds: 900, renewTime: "2030-01-01T00:00:00.000000Z" })], of: "coordination.k8s.io/v1 Lease l" },
  { name: "owner-kind-not-served", sentence: "Exists: its owner, Foo f, is of a kind that is not served, so the garbage collector never deletes it with its owner", objects: [v1("ConfigMap", "c", {}, { ownerReferences: [{ apiVersion: "example.com/v1", kind: "Foo", name: "f", uid: "1-2" }] })], of: "v1 ConfigMap c" },
  { name: "held-by-finalizer", sentence: /^Terminating: it was deleted 60s ago and is kept until the objects that it owns are deleted: Pod p, which is Terminating: it is kept until the finalizer example\.com\/cleanup is removed$/, objects: [v1("ConfigMap", "owner", {})], of: "v1 ConfigMap owner", later: ownerOfHeldPod, causes: ["pod-held-by-finalizer"] },
  { name: "definition-established", sentence: "Established: it serves v1 (deprecated)", objects: [deprecated], of: "apiextensions.k8s.io/v1 CustomResourceDefinition olds.old.example.com" },
]);
