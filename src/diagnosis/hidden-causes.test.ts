import { describeSituations } from "./testing/describe-situations.ts";
import type { LivingWorld } from "./testing/living-world.ts";
import { containers, job, meta, of, pod, service, simulated, workload } from "./testing/manifests.ts";

// What the object itself does not show: the answers of webhooks, rules that never hold, peers that are not there.

const admission = "admissionregistration.k8s.io/v1";
const rbac = "rbac.authorization.k8s.io/v1";
const exits = (code: number, restartPolicy = "Always", name = "app"): object =>
  pod(
    { restartPolicy, ...(name !== "app" && { initContainers: [{ name, image: "x" }] }) },
    simulated({ [`exit-code.${name}`]: String(code), [`run-seconds.${name}`]: "2" }),
  );
const creates = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] };
const inNamespace = (hook: string) => ({ namespaceSelector: { matchLabels: { hook } } });
/** A webhook for the pods of the namespaces with its label, whose host answers as it is called. */
const webhook = (name: string, rest: object = {}, kind = "Validating"): object =>
  of(admission, `${kind}WebhookConfiguration`, name, {
    webhooks: [
      {
        name: `${name}.example.com`,
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        clientConfig: { url: `https://${name}.test/` },
        rules: [creates],
        ...inNamespace(name),
        ...rest,
      },
    ],
  });
const policy = (name: string, spec: object): object =>
  of(admission, "ValidatingAdmissionPolicy", name, {
    spec: {
      matchConstraints: { resourceRules: [creates], ...inNamespace(name) },
      validations: [{ expression: "true" }],
      ...spec,
    },
  });
const binding = (policyName: string, paramRef?: object): object =>
  of(admission, "ValidatingAdmissionPolicyBinding", policyName, {
    spec: { policyName, validationActions: ["Deny"], ...(paramRef && { paramRef }) },
  });
const ofMaps = { paramKind: { apiVersion: "v1", kind: "ConfigMap" } };
const ask = { parameterNotFoundAction: "Deny" };
const refused = /^Cannot create: its pods are refused: /.source;
const says = (text: string): RegExp => new RegExp(refused + text);
const role = (kind: string, name: string, rules: object): object => of(rbac, kind, name, { rules });
const grant = (kind: string, name: string, subjectKind = "User", subject = "jane"): object =>
  of(rbac, "RoleBinding", "rb", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name },
    subjects: [{ kind: subjectKind, name: subject, apiGroup: "rbac.authorization.k8s.io" }],
  });
const reads = { verbs: ["get"] };
const volume = (name: string, spec: object): object =>
  of("v1", "PersistentVolume", name, {
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: "/x" },
      storageClassName: name,
      ...spec,
    },
  });
const claim = (storageClassName: string): object =>
  of("v1", "PersistentVolumeClaim", "data", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, storageClassName },
  });
const onlyOn = (values: readonly string[]) => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values }] }],
    },
  },
});
const localClass = of("storage.k8s.io/v1", "StorageClass", "local", {
  provisioner: "kubernetes.io/no-provisioner",
  volumeBindingMode: "WaitForFirstConsumer",
});
const beside = (term: object): object =>
  pod({
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: { app: "db" } }, ...term },
        ],
      },
    },
  });
const bare = (ports: readonly object[]): object => of("v1", "Service", "web", { spec: { ports } });
const slice = (port: object, metadata: object): object =>
  of(
    "discovery.k8s.io/v1",
    "EndpointSlice",
    "web-1",
    { addressType: "IPv4", ports: [port], endpoints: [{ addresses: ["10.9.9.9"] }] },
    metadata,
  );
const ofWeb = { labels: { "kubernetes.io/service-name": "web" } };
const ingress = (number: number, rest: object = {}): object =>
  of("networking.k8s.io/v1", "Ingress", "i", {
    spec: { ingressClassName: "here", defaultBackend: { service: { name: "web", port: { number } } }, ...rest },
  });
const ingressClass = of("networking.k8s.io/v1", "IngressClass", "here", { spec: { controller: "x.example.com/y" } });
const device = "npu.example.com";
const devices = [
  of("resource.k8s.io/v1", "ResourceSlice", "npus", {
    spec: {
      driver: device,
      nodeName: "node-1",
      pool: { name: "p", generation: 1, resourceSliceCount: 1 },
      devices: [{ name: "d0", attributes: { gen: { int: 1 } } }],
    },
  }),
  of("resource.k8s.io/v1", "DeviceClass", device, {
    spec: { selectors: [{ cel: { expression: `device.driver == '${device}'` } }] },
  }),
];
const newer = `device.attributes['${device}'].gen > 3`;
const claimed = of("resource.k8s.io/v1", "ResourceClaim", "npu", {
  spec: {
    devices: {
      requests: [{ name: "n", exactly: { deviceClassName: device, selectors: [{ cel: { expression: newer } }] } }],
    },
  },
});
const heldChild = async (world: LivingWorld, namespace: string): Promise<unknown> => {
  const owner = await world.get({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace } });
  const uid = owner.metadata.uid ?? "";
  const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "a", uid, blockOwnerDeletion: true }];
  await world.create(of("v1", "ConfigMap", "b", {}, { namespace, finalizers: ["example.com/keep"], ownerReferences }));
  return world.send("DELETE", `/api/v1/namespaces/${namespace}/configmaps/a?propagationPolicy=Foreground`);
};
const later = (object: object) => (world: LivingWorld, namespace: string) =>
  world.create({ ...object, metadata: { ...meta("w"), namespace } });
const [p, deployment, web, rb, i] = [
  "v1 Pod p",
  "apps/v1 Deployment w",
  "v1 Service web",
  `${rbac} RoleBinding rb`,
  "networking.k8s.io/v1 Ingress i",
];
const made = workload("Deployment");

/** What the webhooks answer, by their hosts. */
const answers: Readonly<Record<string, (uid: string) => { readonly status?: number; readonly body: string }>> = {
  breaks: () => ({ status: 500, body: "boom" }),
  moved: () => ({ status: 404, body: "" }),
  page: () => ({ body: "<html>" }),
  patches: (uid) => {
    const patch = btoa('[{"op":"remove","path":"/spec/nope"}]');
    return { body: review({ uid, allowed: true, patchType: "JSONPatch", patch }) };
  },
};
const review = (response: object): string =>
  JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response });

// oxfmt-ignore
describeSituations([
  // How containers end.
  { name: "pod-crash-loop", sentence: /^CrashLoopBackOff: container app crashes: exit code 129 \(SIGHUP\), restarted/, objects: [exits(129)], of: p },
  { name: "pod-crash-loop", sentence: /^CrashLoopBackOff: container app crashes: exit code 130 \(SIGINT\), restarted/, objects: [exits(130)], of: p },
  { name: "pod-crash-loop", sentence: /^CrashLoopBackOff: container app crashes: exit code 255, restarted/, objects: [exits(255)], of: p },
  { name: "pod-failed", sentence: "Failed: container app ended with exit code 127 (command not found), and restartPolicy is Never", objects: [exits(127, "Never")], of: p },
  { name: "pod-failed", sentence: "Failed: container app ended with exit code 139 (SIGSEGV), and restartPolicy is Never", objects: [exits(139, "Never")], of: p },
  { name: "pod-failed", sentence: "Failed: init container setup ended with exit code 126 (command cannot be executed), and restartPolicy is Never", objects: [exits(126, "Never", "setup")], of: p },
  { name: "job-backoff-limit-exceeded", sentence: /the last, w-\S+, failed: exit code 137 \(SIGKILL\)$/, objects: [of("batch/v1", "Job", "w", { spec: job({ backoffLimit: 0 }, { command: ["sh", "-c", "exit 137"] }) })], of: "batch/v1 Job w" },
  // Webhooks that answer otherwise than they should.
  { name: "pods-refused-by-failing-webhook", sentence: says("the webhook breaks.example.com answers with an error: it does not say which$"), labels: { hook: "breaks" }, objects: [webhook("breaks"), made], of: deployment, causes: ["webhook-fails"] },
  { name: "pods-refused-by-failing-webhook", sentence: says(String.raw`the webhook moved.example.com serves nothing at its path \(404\)$`), labels: { hook: "moved" }, objects: [webhook("moved"), made], of: deployment },
  { name: "pods-refused-by-failing-webhook", sentence: says("the webhook page.example.com gives no answer to the review that it was sent: couldn't get version/kind"), labels: { hook: "page" }, objects: [webhook("page"), made], of: deployment },
  { name: "webhook-fails", sentence: /^Refuses requests: the webhook gone\.example\.com cannot be called: dial tcp .*; failurePolicy is Fail, so the requests that it matches are refused, such as those of the ReplicaSet s-\d+\/w-\S+$/, labels: { hook: "gone" }, objects: [webhook("gone"), made], of: `${admission} ValidatingWebhookConfiguration gone` },
  { name: "pods-refused-by-webhook-patch", sentence: says("the patch of the webhook patches.example.com cannot be applied: "), labels: { hook: "patches" }, objects: [webhook("patches", {}, "Mutating"), made], of: deployment, evidence: ["MutatingWebhookConfiguration patches: "] },
  { name: "pods-refused-by-match-condition", sentence: says("the match condition x of the webhook odd.example.com cannot be evaluated: no such key: nope$"), labels: { hook: "odd" }, objects: [webhook("odd", { matchConditions: [{ name: "x", expression: "object.spec.nope == 'a'" }] }), made], of: deployment, causes: ["webhook-fails"] },
  // Policies without what they need.
  { name: "policy-expression-fails", sentence: /^Refuses requests: its expression object\.spec\.nodeName == 'a' cannot be evaluated: no such key: nodeName; failurePolicy is Fail, so the requests that it matches are refused, such as those of the ReplicaSet/, labels: { hook: "absent" }, objects: [policy("absent", { validations: [{ expression: "object.spec.nodeName == 'a'" }] }), binding("absent")], later: later(made), of: `${admission} ValidatingAdmissionPolicy absent` },
  { name: "policy-param-missing", sentence: "Without parameters: its parameters, ConfigMap with limits=yes, do not exist in default; parameterNotFoundAction is Deny, and failurePolicy is Fail, so the requests that it matches are refused", objects: [policy("chosen", ofMaps), binding("chosen", { ...ask, selector: { matchLabels: { limits: "yes" } }, namespace: "default" })], of: `${admission} ValidatingAdmissionPolicyBinding chosen` },
  { name: "policy-param-missing", sentence: /^Without parameters: its parameters, ConfigMap limits, do not exist in any namespace; /, objects: [policy("own", ofMaps), binding("own", { ...ask, name: "limits" })], of: `${admission} ValidatingAdmissionPolicyBinding own` },
  // Rights that are none.
  { name: "binding-of-cluster-rules", sentence: "Without effect: a RoleBinding grants what is in its namespace, and the ClusterRole urls is about /metrics, which no namespace has: a ClusterRoleBinding grants that", objects: [role("ClusterRole", "urls", [{ nonResourceURLs: ["/metrics"], ...reads }]), grant("ClusterRole", "urls")], of: rb },
  { name: "binding-of-cluster-rules", sentence: /the ClusterRole nodes is about nodes, which no namespace has/, objects: [role("ClusterRole", "nodes", [{ apiGroups: [""], resources: ["nodes"], ...reads }]), grant("ClusterRole", "nodes")], of: rb },
  { name: "binding-in-effect", sentence: /^Grants: /, objects: [role("ClusterRole", "spaces", [{ apiGroups: [""], resources: ["namespaces"], ...reads }]), grant("ClusterRole", "spaces")], of: rb },
  { name: "binding-of-empty-role", sentence: "Without effect: its Role none grants nothing: it has no rules", objects: [role("Role", "none", []), grant("Role", "none")], of: rb, causes: ["role-without-rules"] },
  { name: "binding-subject-misnamed", sentence: "Without effect: no User is called system:serviceaccounts:a:b: those of ServiceAccounts are called system:serviceaccount:NAMESPACE:NAME", objects: [grant("ClusterRole", "view", "User", "system:serviceaccounts:a:b")], of: rb },
  { name: "account-pull-secret-unfit", sentence: "Pull secret unfit: its imagePullSecret reg is of the type Opaque, which holds no credentials of registries, so private images cannot be pulled", objects: [of("v1", "Secret", "reg"), of("v1", "ServiceAccount", "bot", { imagePullSecrets: [{ name: "reg" }] })], of: "v1 ServiceAccount bot" },
  { name: "apiservice-of-nothing", sentence: "Not served: it names no Service, so this server is to serve it, and no definition (CRD) has the version v1 of the group none.example.com", objects: [of("apiregistration.k8s.io/v1", "APIService", "v1.none.example.com", { spec: { group: "none.example.com", version: "v1", groupPriorityMinimum: 100, versionPriority: 10 } })], of: "apiregistration.k8s.io/v1 APIService v1.none.example.com" },
  // Where pods and volumes cannot meet.
  { name: "claim-fits-no-volume", sentence: "Pending: its StorageClass local provisions nothing, and no persistent volume fits 1Gi ReadWriteOnce: local is reached from nodes with kubernetes.io/hostname In node-9 only", objects: [localClass, volume("local", onlyOn(["node-9"])), claim("local"), pod({ volumes: [{ name: "d", persistentVolumeClaim: { claimName: "data" } }] })], of: "v1 PersistentVolumeClaim data" },
  { name: "pod-affinity-unmatched", sentence: "Pending: 0/2 nodes are available, 2 nodes have no pod with app=db of the namespace nowhere in the same kubernetes.io/hostname, which the pod affinity requires", objects: [beside({ namespaces: ["nowhere"] })], of: p },
  { name: "pod-affinity-unmatched", sentence: "Pending: 0/2 nodes are available, no node has the label rack, by which the pod affinity to pods with app=db is measured", objects: [pod({}, { labels: { app: "db" } }, "db"), beside({ topologyKey: "rack" })], of: p },
  { name: "pod-devices-taken", sentence: `Pending: 0/2 nodes are available, 2 nodes cannot give the devices that the pod claims: npu wants ${device} with ${newer}, and ${device} offers 1 device, none of which is free and fits`, objects: [...devices, claimed, pod({ resourceClaims: [{ name: "n", resourceClaimName: "npu" }] })], of: p },
  { name: "attachment-of-nothing", sentence: "Pending: its PersistentVolume absent does not exist", objects: [of("storage.k8s.io/v1", "VolumeAttachment", "va", { spec: { attacher: "csi.example.com", nodeName: "node-1", source: { persistentVolumeName: "absent" } } })], of: "storage.k8s.io/v1 VolumeAttachment va" },
  { name: "held-by-finalizer", sentence: "Terminating: it was deleted 60s ago and is kept until the objects that it owns are deleted: ConfigMap b, which is Terminating: it was deleted 60s ago and is kept until example.com/keep is removed from its finalizers", objects: [of("v1", "ConfigMap", "a")], later: heldChild, of: "v1 ConfigMap a" },
  // Networks.
  { name: "service-without-selector", sentence: "No endpoints: it has no selector, and nobody has written endpoints for it; the EndpointSlice web-1 lacks the label kubernetes.io/service-name=web", objects: [bare([{ port: 80 }]), slice({ port: 80 }, {})], of: web },
  { name: "service-slice-port-unmatched", sentence: "No endpoints: its port http has none: ports of EndpointSlices are matched by name, and web-1 has web", objects: [bare([{ port: 80, name: "http" }]), slice({ port: 80, name: "web" }, ofWeb)], of: web },
  { name: "service-has-endpoints", sentence: "Ready: 1 endpoint of EndpointSlices that somebody else writes", objects: [bare([{ port: 80 }]), slice({ port: 80 }, ofWeb)], of: web },
  { name: "ingress-port-missing", sentence: "No backend: its backend, the Service web, has no port 8080; it has 80; 8080 is the targetPort of its port 80", objects: [ingressClass, service({ ports: [{ port: 80, targetPort: 8080 }] }), pod({ containers: containers({ ports: [{ containerPort: 8080 }] }) }), ingress(8080)], of: i },
  { name: "ingress-backend-not-ready", sentence: "No backend: its backend, the Service web, which is External name: it is an alias for gone.default.svc.cluster.local, and there is no Service default/gone", objects: [of("v1", "Service", "web", { spec: { type: "ExternalName", externalName: "gone.default.svc.cluster.local" } }), ingress(80)], of: i },
  { name: "ingress-tls-secret-incomplete", sentence: "No certificate: the certificate in the Secret tls cannot be read: its tls.crt is no PEM text of a certificate", objects: [service(), pod(), of("v1", "Secret", "tls", { stringData: { "tls.crt": "x", "tls.key": "y" } }), ingress(80, { tls: [{ secretName: "tls" }] })], of: i },
  { name: "network-policy-isolates", sentence: "Isolates: all pods of its namespace, all incoming traffic is allowed by an empty rule", objects: [pod(), of("networking.k8s.io/v1", "NetworkPolicy", "n", { spec: { podSelector: {}, ingress: [{}] } })], of: "networking.k8s.io/v1 NetworkPolicy n" },
  { name: "cronjob-waits", sentence: /^Scheduled: no job was due yet by the schedule 0 3 \* \* \* in Asia\/Tokyo; the next one is due in 17h/, objects: [of("batch/v1", "CronJob", "w", { spec: { schedule: "0 3 * * *", timeZone: "Asia/Tokyo", jobTemplate: { spec: job({}, {}) } } })], of: "batch/v1 CronJob w" },
], {
  callWebhook: async ({ url, body }) => {
    const answer = answers[new URL(url).hostname.split(".")[0] ?? ""];
    if (answer === undefined) throw new Error("dial tcp 10.0.0.1:443: connect: connection refused");
    const { request } = JSON.parse(body) as { readonly request: { readonly uid: string } };
    return { status: 200, contentType: "application/json", ...answer(request.uid) };
  },
});
