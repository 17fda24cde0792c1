import type { LivingWorld } from "./testing/living-world.ts";
import { describeSituations } from "./testing/describe-situations.ts";
import { containers, meta, of, pod, service, workload } from "./testing/manifests.ts";

// Objects that match, count, fit or name nothing, and what would be meant.

const admission = "admissionregistration.k8s.io/v1";
const rbac = "rbac.authorization.k8s.io";
const flow = "flowcontrol.apiserver.k8s.io/v1";
const net = "networking.k8s.io/v1";
const deployments = { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["deployments"] };
const everything = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"] };
const policy = (name: string, constraints: object = {}, rest: object = {}): object =>
  of(admission, "ValidatingAdmissionPolicy", name, {
    spec: {
      matchConstraints: { resourceRules: [deployments], ...constraints },
      validations: [{ expression: "true" }],
      ...rest,
    },
  });
const binding = (name: string, rest: object = {}): object =>
  of(admission, "ValidatingAdmissionPolicyBinding", name, {
    spec: { policyName: name, validationActions: ["Deny"], ...rest },
  });
const vap = (name: string): string => `${admission} ValidatingAdmissionPolicy ${name}`;
const bound = (name: string): string => `${admission} ValidatingAdmissionPolicyBinding ${name}`;
const hook = (name: string, rule: object, rest: object = {}): object =>
  of(admission, "ValidatingWebhookConfiguration", name, {
    webhooks: [
      {
        name: `${name}.example.com`,
        failurePolicy: "Ignore",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        clientConfig: { url: "https://x.example.com/" },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"], ...rule }],
        ...rest,
      },
    ],
  });
const hooks = (name: string): string => `${admission} ValidatingWebhookConfiguration ${name}`;
const never = { matchConditions: [{ name: "later", expression: "false" }] };
const role = (name: string, rule: object): object => of(`${rbac}/v1`, "ClusterRole", name, { rules: [rule] });
const schema = (name: string, precedence: number, rules: readonly object[]): object =>
  of(flow, "FlowSchema", name, {
    spec: { priorityLevelConfiguration: { name: "workload-low" }, matchingPrecedence: precedence, rules },
  });
const asks = (user: string, resources: readonly string[]): object => ({
  subjects: [{ kind: "User", user: { name: user } }],
  resourceRules: [{ verbs: ["get"], apiGroups: ["*"], resources, namespaces: ["*"] }],
});
const quota = (name: string, spec: object): object => of("v1", "ResourceQuota", name, { spec });
const claim = (name: string, storageClassName: string): object =>
  of("v1", "PersistentVolumeClaim", name, {
    spec: { storageClassName, accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  });
const mounts = (claimName: string, name = "p"): object =>
  pod({ volumes: [{ name: "d", persistentVolumeClaim: { claimName } }] }, {}, name);
const zonal = of("storage.k8s.io/v1", "StorageClass", "zonal", {
  provisioner: "disk.example.com",
  volumeBindingMode: "WaitForFirstConsumer",
  allowedTopologies: [{ matchLabelExpressions: [{ key: "zone", values: ["eu-1", "eu-2"] }] }],
});
const runtime = (name: string, rest: object): object =>
  of("node.k8s.io/v1", "RuntimeClass", name, { handler: "kata", ...rest });
const onHost = (name: string): object =>
  pod(
    { nodeName: "node-1", hostNetwork: true, containers: containers({ ports: [{ containerPort: 9100 }] }) },
    {},
    name,
  );
const takes = workload("DaemonSet", {}, { containers: containers({ ports: [{ containerPort: 80, hostPort: 9999 }] }) });
const alsoTakes = { ...takes, metadata: meta("x") };
const ingress = (spec: object): object => of(net, "Ingress", "i", { spec: { ingressClassName: "out", ...spec } });
const outer = of(net, "IngressClass", "out", { spec: { controller: "x.example.com/y" } });
const path = (name: string) => ({
  path: "/",
  pathType: "Prefix",
  backend: { service: { name, port: { number: 80 } } },
});
const ruled = (name: string, rest: object = {}) => ({
  rules: [{ host: `${name}.example.com`, http: { paths: [path(name)] } }],
  ...rest,
});
const declares = pod({ containers: containers({ ports: [{ containerPort: 80 }] }) });
const i = `${net} Ingress i`;
const p = "v1 Pod p";
const grant = (kind: string, name: string): object =>
  of(`${rbac}/v1`, "RoleBinding", "rb", {
    roleRef: { apiGroup: rbac, kind, name },
    subjects: [{ kind: "User", name: "ann", apiGroup: rbac }],
  });
const later = (object: object) => (world: LivingWorld, namespace: string) =>
  world.create({ ...object, metadata: { name: "x", namespace } });

// oxfmt-ignore
describeSituations([
  // Policies and webhooks.
  { name: "policy-excludes-all", sentence: "Without effect: its excludeResourceRules leave out all that its resourceRules are for", objects: [policy("closed", { excludeResourceRules: [everything] }), binding("closed")], of: vap("closed") },
  { name: "policy-binding-of-broken-policy", sentence: "Without effect: its policy shut: its excludeResourceRules leave out all that its resourceRules are for", objects: [policy("shut", { excludeResourceRules: [deployments] }), binding("shut")], of: bound("shut") },
  { name: "policy-binding-excludes-all", sentence: "Without effect: its excludeResourceRules leave out all that its policy open is for", objects: [policy("open"), binding("open", { matchResources: { excludeResourceRules: [everything] } })], of: bound("open") },
  { name: "policy-in-effect", sentence: "In effect: bound by partly, to Deny", objects: [policy("partly", { excludeResourceRules: [{ ...deployments, operations: ["UPDATE"] }] }), binding("partly")], of: vap("partly") },
  { name: "policy-condition-never-true", sentence: "Without effect: its match condition later is never true, so it applies to no request", objects: [policy("late", {}, never), binding("late")], of: vap("late") },
  { name: "policy-param-unused", sentence: "In effect: its paramRef does not count: its policy plain has no paramKind, so its expressions have no params", objects: [policy("plain"), binding("plain", { paramRef: { name: "x", parameterNotFoundAction: "Deny" } })], of: bound("plain") },
  { name: "policy-bound", sentence: "In effect: it binds the policy tells, to Audit and Warn, so it refuses nothing", objects: [policy("tells"), binding("tells", { validationActions: ["Audit", "Warn"] })], of: bound("tells") },
  { name: "policy-rule-matches-nothing", sentence: "Matches less: its rule 1 is for v1beta1 of apps, which has v1 only, so it applies to nothing there", objects: [policy("old", { resourceRules: [{ ...deployments, apiVersions: ["v1beta1"] }] })], of: vap("old") },
  { name: "webhook-rule-matches-nothing", sentence: "Matches less: the webhook old.example.com is for ingresses of extensions, which is not served any more, so it is not called there", objects: [hook("old", { apiGroups: ["extensions"], apiVersions: ["v1beta1"], resources: ["ingresses"] })], of: hooks("old") },
  { name: "webhook-rule-matches-nothing", sentence: "Matches less: the webhook wide.example.com has the scope Cluster, and pods is in namespaces, so it is not called there", objects: [hook("wide", { scope: "Cluster" })], of: hooks("wide") },
  { name: "webhook-rule-matches-nothing", sentence: "Matches less: the webhook connects.example.com is for the operation CONNECT of pods, which only subresources such as pods/exec have, so it is not called there", objects: [hook("connects", { operations: ["CONNECT"] })], of: hooks("connects") },
  { name: "webhook-condition-never-true", sentence: "Not called: the match condition later of the webhook idle.example.com is never true", objects: [hook("idle", {}, never)], of: hooks("idle") },
  { name: "webhooks-in-effect", sentence: /^In effect: 1 webhook/, objects: [hook("execs", { operations: ["CONNECT"], resources: ["pods/exec"] })], of: hooks("execs") },
  // Rights.
  { name: "binding-role-missing", sentence: "Without effect: it binds the Role view, which does not exist, so it grants nothing; there is a ClusterRole of that name, which roleRef.kind would have to say", objects: [grant("Role", "view")], of: `${rbac}/v1 RoleBinding rb` },
  { name: "role-of-unknown-path", sentence: "Grants less: its rule 1 names the path metrics, and paths begin with /, so it grants nothing there", objects: [role("paths", { nonResourceURLs: ["metrics"], verbs: ["get"] })], of: `${rbac}/v1 ClusterRole paths` },
  { name: "role-has-rules", sentence: "Exists: 1 rule", objects: [role("all-paths", { nonResourceURLs: ["*"], verbs: ["get"] })], of: `${rbac}/v1 ClusterRole all-paths` },
  // Flow schemas.
  { name: "flowschema-without-rules", sentence: "Matches nothing: it has no rules, so no request is given to its priority level", objects: [schema("empty", 500, [])], of: `${flow} FlowSchema empty` },
  { name: "flowschema-shadowed", sentence: "Matches nothing: wide, whose precedence 600 comes first, takes all its requests, to workload-low", objects: [schema("wide", 600, [asks("ann", ["*"])]), schema("narrow", 700, [asks("ann", ["pods"])])], of: `${flow} FlowSchema narrow` },
  { name: "flowschema-in-effect", sentence: "In effect: it gives its requests to the priority level workload-low, at the precedence 610", objects: [schema("other", 610, [asks("bob", ["pods"])])], of: `${flow} FlowSchema other` },
  // Quotas, budgets and runtimes.
  { name: "quota-class-missing", sentence: "Counts nothing: it is for the PriorityClass system-cluster-criticl, which does not exist; there is one called system-cluster-critical", objects: [quota("q", { hard: { pods: "1" }, scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["system-cluster-criticl"] }] } })], of: "v1 ResourceQuota q" },
  { name: "quota-class-missing", sentence: "Counts nothing: it is for the StorageClass gold, which does not exist", objects: [quota("q", { hard: { "gold.storageclass.storage.k8s.io/requests.storage": "1Gi" } })], of: "v1 ResourceQuota q" },
  { name: "quota-exhausted", sentence: "Exhausted: pods 1 of 1 is used, and no services.loadbalancers or services.nodeports is allowed, so what needs more is refused", objects: [quota("q", { hard: { "services.nodeports": "0", "services.loadbalancers": "0", pods: "1" } }), pod()], of: "v1 ResourceQuota q" },
  { name: "quota-has-room", sentence: "Within limits: pods 0 of 3; it counts what is BestEffort only", objects: [quota("q", { hard: { pods: "3" }, scopes: ["BestEffort"] })], of: "v1 ResourceQuota q" },
  { name: "budget-matches-no-pods", sentence: "No pods: no pod has the labels of its selector, app=v; p has app=w", objects: [pod(), of("policy/v1", "PodDisruptionBudget", "b", { spec: { minAvailable: 1, selector: { matchLabels: { app: "v" } } } })], of: "policy/v1 PodDisruptionBudget b" },
  { name: "runtimeclass-matches-no-node", sentence: "No nodes: no node has the labels kata=yes, which its pods are given to, so they stay Pending", objects: [runtime("apart", { scheduling: { nodeSelector: { kata: "yes" } } })], of: "node.k8s.io/v1 RuntimeClass apart" },
  // Pods.
  { name: "pod-insufficient-cpu", sentence: "Pending: 0/2 nodes are available, no node has 500 cpu, which its init container setup asks for; the largest has 4", objects: [pod({ initContainers: [{ name: "setup", image: "x", resources: { requests: { cpu: "500" } } }] })], of: p, evidence: ["Pod p: spec.initContainers[0].resources.requests = 500 cpu"] },
  { name: "pod-insufficient-cpu", sentence: "Pending: 0/2 nodes are available, no node has 900 cpu, of which 900 is the overhead of the RuntimeClass heavy; the largest has 4", objects: [runtime("heavy", { overhead: { podFixed: { cpu: "900" } } }), pod({ runtimeClassName: "heavy" })], of: p, evidence: ["Pod p: spec.overhead.cpu = 900"] },
  { name: "pod-refused-by-node", sentence: "NodePorts: node-1 refused it: host port 9100/TCP is taken by p", objects: [onHost("p"), onHost("q")], of: "v1 Pod q", evidence: ["Pod p: "] },
  { name: "pod-refused-by-node", sentence: /^PodOSNotSupported: node-\d refused it: its spec\.os\.name is windows, and the node runs linux$/, objects: [pod({ os: { name: "windows" } })], of: p },
  { name: "daemonset-progressing", sentence: /is Pending: 0\/2 nodes are available, host port 9999\/TCP is taken on 1 node by w-\w+ on (node-\d)$/, objects: [takes], later: later(alsoTakes), of: "apps/v1 DaemonSet x" },
  { name: "pod-node-affinity-unmatched", sentence: "Pending: 0/2 nodes are available, no node matches the required node affinity kubernetes.io/hostname NotIn node-1 beside the node selector kubernetes.io/hostname=node-1", objects: [pod({ nodeSelector: { "kubernetes.io/hostname": "node-1" }, affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/hostname", operator: "NotIn", values: ["node-1"] }] }] } } } })], of: p },
  { name: "account-pull-secret-missing", sentence: "Pull secret missing: its imagePullSecret regcrd does not exist, so private images cannot be pulled; there is one called regcred", objects: [of("v1", "Secret", "regcred"), of("v1", "ServiceAccount", "bot", { imagePullSecrets: [{ name: "regcrd" }] })], of: "v1 ServiceAccount bot" },
  { name: "autoscaler-target-missing", sentence: "Cannot scale: its target, the Deployment webb, does not exist; there is one called web1", objects: [{ ...workload("Deployment", { replicas: 0 }), metadata: meta("web1") }, of("autoscaling/v2", "HorizontalPodAutoscaler", "h", { spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "webb" } } })], of: "autoscaling/v2 HorizontalPodAutoscaler h" },
  { name: "claim-class-missing", sentence: /^Pending: its StorageClass zonl does not exist \(there is one called zonal\), and no persistent volume fits/, objects: [claim("data", "zonl")], of: "v1 PersistentVolumeClaim data" },
  { name: "policy-binding-without-policy", sentence: "Without effect: its policy plian does not exist; there is one called plain", objects: [binding("plian")], of: bound("plian") },
  { name: "ingress-class-missing", sentence: "Not served: its IngressClass oat does not exist, so no controller serves it; there is one called out", objects: [service({}, "webd"), declares, of(net, "Ingress", "i", { spec: { ingressClassName: "oat", ...ruled("webd") } })], of: i },
  { name: "pod-claim-missing", sentence: "Pending: it uses the PersistentVolumeClaim dta, which does not exist; there is one called data", objects: [claim("data", ""), mounts("dta")], of: p },
  { name: "pod-claim-unbound", sentence: "Pending: it waits for the PersistentVolumeClaim data, which is Pending: its StorageClass zonal makes volumes for nodes with zone eu-1 and eu-2 only, and no node has that", objects: [zonal, claim("data", "zonal"), mounts("data")], of: p, causes: ["claim-class-topology-unmatched"] },
  // Networks.
  { name: "service-slice-of-other-family", sentence: "No endpoints: it is of the family IPv4, and web-6 has endpoints of IPv6", objects: [of("v1", "Service", "web", { spec: { ports: [{ port: 80 }] } }), of("discovery.k8s.io/v1", "EndpointSlice", "web-6", { addressType: "IPv6", ports: [{ port: 80 }], endpoints: [{ addresses: ["fd00::1"] }] }, { labels: { "kubernetes.io/service-name": "web" } })], of: "v1 Service web" },
  { name: "ingress-backend-kind-not-served", sentence: "No backend: its backend, the Bucket static, is of a kind of k8s.example.com that is not served", objects: [ingress({ defaultBackend: { resource: { apiGroup: "k8s.example.com", kind: "Bucket", name: "static" } } })], of: i },
  { name: "ingress-backend-missing", sentence: "No backend: its backend, the Service wbeb, does not exist; there is one called webb", objects: [service({}, "webb"), declares, ingress(ruled("wbeb"))], of: i },
  { name: "ingress-tls-host-unused", sentence: "Certificate unused: its certificate is for www.example.com, and its rules are for webc.example.com", objects: [outer, service({}, "webc"), declares, ingress(ruled("webc", { tls: [{ hosts: ["www.example.com"] }] }))], of: i },
  { name: "network-policy-port-unmatched", sentence: "Isolates: 1 pod, and allows incoming traffic to port 8080 only, while the pods declare 80", objects: [declares, of(net, "NetworkPolicy", "np", { spec: { podSelector: { matchLabels: { app: "w" } }, ingress: [{ ports: [{ port: 8080 }] }] } })], of: `${net} NetworkPolicy np` },
]);
