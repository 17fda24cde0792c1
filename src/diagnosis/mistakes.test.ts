import { expect, test } from "vitest";
import { describeSituations } from "./testing/describe-situations.ts";
import { startLivingWorld } from "./testing/living-world.ts";

// What people get wrong in manifests that the server accepts.

const labels = { app: "w" };
const meta = (name: string, rest: object = {}) => ({ name, ...rest });
const v1 = (kind: string, name: string, rest: object, metadata: object = {}): object => ({
  apiVersion: "v1",
  kind,
  metadata: meta(name, metadata),
  ...rest,
});
const of = (apiVersion: string, kind: string, name: string, spec: object, metadata: object = {}): object => ({
  apiVersion,
  kind,
  metadata: meta(name, metadata),
  spec,
});
const containers = (container: object = {}): readonly object[] => [{ name: "app", image: "nginx", ...container }];
const pod = (name: string, spec: object = {}, metadata: object = {}): object =>
  v1("Pod", name, { spec: { containers: containers(), ...spec } }, { labels, ...metadata });
const service = (name: string, spec: object): object =>
  v1("Service", name, { spec: { ports: [{ port: 80 }], ...spec } });
const elsewhere = "mistakes-elsewhere";
const other = v1("Namespace", elsewhere, {});
const inOther = { namespace: elsewhere };
const set = (serviceName: string): object =>
  of("apps/v1", "StatefulSet", "w", {
    serviceName,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: containers() } },
  });
const cron = (spec: object): object =>
  of("batch/v1", "CronJob", "w", {
    schedule: "0 0 1 1 *",
    jobTemplate: { spec: { template: { spec: { containers: containers(), restartPolicy: "Never" } } } },
    ...spec,
  });
const job = (spec: object): object =>
  of("batch/v1", "Job", "w", {
    template: { spec: { containers: containers({ command: ["sleep", "900"] }), restartPolicy: "Never" } },
    ...spec,
  });
const traffic = (spec: object): object =>
  of("networking.k8s.io/v1", "NetworkPolicy", "w", { podSelector: {}, ...spec });
const route = (name: string, host: string): object =>
  of("networking.k8s.io/v1", "Ingress", name, {
    ingressClassName: "mistakes",
    rules: [
      {
        host,
        http: {
          paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }],
        },
      },
    ],
  });
const ingressClass = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: meta("mistakes"),
  spec: { controller: "example.com/proxy" },
};
const claim = (spec: object, name = "data"): object =>
  v1("PersistentVolumeClaim", name, {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
  });
const usesClaim = { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] };
const far = v1("PersistentVolume", "far", {
  spec: {
    capacity: { storage: "1Gi" },
    accessModes: ["ReadWriteOnce"],
    storageClassName: "far",
    hostPath: { path: "/x" },
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "disk", operator: "In", values: ["far"] }] }] },
    },
  },
});
const storageClass = (name: string): object => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "StorageClass",
  metadata: meta(name, { annotations: { "storageclass.kubernetes.io/is-default-class": "true" } }),
  provisioner: "example.com/disk",
});
const rbac = "rbac.authorization.k8s.io/v1";
const role = (apiGroups: readonly string[], resources: readonly string[]): object => ({
  apiVersion: rbac,
  kind: "Role",
  metadata: meta("w"),
  rules: [{ apiGroups, resources, verbs: ["get"] }],
});
const admission = "admissionregistration.k8s.io/v1";
const match = (apiGroups: readonly string[], resources: readonly string[]) => ({
  apiGroups,
  apiVersions: ["v1"],
  operations: ["CREATE"],
  resources,
});

// oxfmt-ignore
describeSituations([
  { name: "pod-configmap-missing", sentence: `CreateContainerConfigError: container app needs the ConfigMap only-there, which does not exist; the namespace ${elsewhere} has one of that name`, objects: [other, v1("ConfigMap", "only-there", {}, inOther), pod("p", { containers: containers({ envFrom: [{ configMapRef: { name: "only-there" } }] }) })], of: "v1 Pod p", evidence: ["ConfigMap only-there: not found", "ConfigMap only-there: ", /^Pod p: status\.containerStatuses\[0\]\.state\.waiting\.message = /] },
  { name: "pod-secret-missing", sentence: `ContainerCreating: the volume keys needs the Secret only-there, which does not exist; the namespace ${elsewhere} has one of that name`, objects: [v1("Secret", "only-there", {}, inOther), pod("p", { volumes: [{ name: "keys", secret: { secretName: "only-there" } }] })], of: "v1 Pod p", evidence: ["Secret only-there: not found", /^Pod p: event FailedMount/] },
  { name: "pod-claim-missing", sentence: `Pending: it uses the PersistentVolumeClaim data, which does not exist; the namespace ${elsewhere} has one of that name`, objects: [v1("PersistentVolumeClaim", "data", { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } }, inOther), pod("p", usesClaim)], of: "v1 Pod p", evidence: ["PersistentVolumeClaim data: not found"] },
  { name: "service-selects-no-pods", sentence: `No endpoints: no pod has the labels of its selector, app=far-away; far-away in the namespace default has them`, objects: [pod("far-away", {}, { namespace: "default", labels: { app: "far-away" } }), service("web", { selector: { app: "far-away" } })], of: "v1 Service web", evidence: ["Service web: spec.selector = app=far-away", "Pod far-away: "] },
  { name: "ingress-backend-missing", sentence: `No backend: its backend, the Service there, does not exist; the namespace ${elsewhere} has one of that name`, objects: [v1("Service", "there", { spec: { ports: [{ port: 80 }] } }, inOther), of("networking.k8s.io/v1", "Ingress", "w", { defaultBackend: { service: { name: "there", port: { number: 80 } } } })], of: "networking.k8s.io/v1 Ingress w", evidence: ["Service there: not found"] },
  { name: "ingress-route-taken-twice", sentence: "Conflict: the Ingress second routes shop.example.com/ as well: its controller decides which of them gets the requests", objects: [ingressClass, pod("p"), service("web", { selector: labels }), route("first", "shop.example.com"), route("second", "shop.example.com")], of: "networking.k8s.io/v1 Ingress first", evidence: ["Ingress first: spec.rules[0].http.paths[0].path = shop.example.com/", "Ingress second: "] },
  { name: "ingress-without-address", sentence: "Pending: the controller of its IngressClass mistakes, example.com/proxy, has not given it an address", objects: [pod("p"), service("web", { selector: labels }), route("alone", "alone.example.com")], of: "networking.k8s.io/v1 Ingress alone", evidence: ["IngressClass mistakes: "] },
  { name: "cronjob-never-due", sentence: "Never due: no day of the next five years matches the schedule 0 0 30 2 *, so it starts no jobs", objects: [cron({ schedule: "0 0 30 2 *" })], of: "batch/v1 CronJob w", evidence: ["CronJob w: spec.schedule = 0 0 30 2 *"] },
  { name: "cronjob-deadline-too-short", sentence: /^May miss its starts: its startingDeadlineSeconds is 5 s, and its controller may look at it only every 10 s/, objects: [cron({ startingDeadlineSeconds: 5 })], of: "batch/v1 CronJob w", evidence: ["CronJob w: spec.startingDeadlineSeconds = 5"] },
  { name: "cronjob-waits", sentence: /^Scheduled: no job was due yet by the schedule 0 12 1 1 \* in Asia\/Karachi; the next one is due in 6h5\dm$/, objects: [cron({ schedule: "0 12 1 1 *", timeZone: "Asia/Karachi", startingDeadlineSeconds: 60 })], of: "batch/v1 CronJob w" },
  { name: "pods-refused-by-quota", sentence: "Cannot create: its pods are refused: the ResourceQuota one is exhausted: pods 1 of 1 is used and it asks for 1", objects: [v1("ResourceQuota", "one", { spec: { hard: { pods: "1" } } }), job({ parallelism: 3, completions: 3 })], of: "batch/v1 Job w", evidence: [/^Job w: event FailedCreate/, "ResourceQuota one: "] },
  { name: "statefulset-service-not-headless", sentence: "Ready: 1 of 1 ready, but its Service web is not headless: its clusterIP is not None, so its pods have no names of their own in DNS", objects: [service("web", { selector: labels }), set("web")], of: "apps/v1 StatefulSet w", evidence: [/^Service web: spec\.clusterIP = 10\./] },
  { name: "statefulset-service-selects-others", sentence: "Ready: 1 of 1 ready, but its Service web selects app=v, which its pods do not have, so they have no names in DNS", objects: [service("web", { clusterIP: "None", selector: { app: "v" } }), set("web")], of: "apps/v1 StatefulSet w", evidence: ["Service web: spec.selector = app=v"] },
  { name: "network-policy-peer-selects-no-pods", sentence: "Isolates: all pods of its namespace, and allows incoming traffic of namespaces with team=a, of which there are none", objects: [pod("p"), traffic({ ingress: [{ from: [{ namespaceSelector: { matchLabels: { team: "a" } } }] }] })], of: "networking.k8s.io/v1 NetworkPolicy w", evidence: ["NetworkPolicy w: spec.ingress[0].from[0].namespaceSelector = team=a"] },
  { name: "network-policy-blocks-dns", sentence: "Isolates: all pods of its namespace, and allows no outgoing traffic to port 53: names of Services and hosts are not resolved", objects: [pod("p"), traffic({ policyTypes: ["Egress"], egress: [{ ports: [{ port: 443 }] }] })], of: "networking.k8s.io/v1 NetworkPolicy w" },
  { name: "network-policy-isolates", sentence: /outgoing traffic is allowed as its rules say$/, objects: [pod("p"), traffic({ policyTypes: ["Egress"], egress: [{ ports: [{ port: 443 }] }, { ports: [{ port: 1, endPort: 100, protocol: "UDP" }] }] })], of: "networking.k8s.io/v1 NetworkPolicy w" },
  { name: "service-target-port-partly-unmatched", sentence: "Ready: 1 of its 2 pods has no port named http, so q gets no requests at it", objects: [pod("p", { containers: containers({ ports: [{ name: "http", containerPort: 8080 }] }) }), pod("q", { containers: containers({ ports: [{ name: "web", containerPort: 8080 }] }) }), service("web", { selector: labels, ports: [{ port: 80, targetPort: "http" }] })], of: "v1 Service web", evidence: ["Service web: spec.ports[0].targetPort = http", "Pod q: "] },
  { name: "service-external-name-is-address", sentence: "External name: 10.1.2.3 is an address, and an alias needs a name: DNS does not resolve it", objects: [service("web", { type: "ExternalName", externalName: "10.1.2.3" })], of: "v1 Service web" },
  { name: "service-external-name-missing", sentence: "External name: it is an alias for db.gone.svc.cluster.local, and there is no Service gone/db", objects: [service("web", { type: "ExternalName", externalName: "db.gone.svc.cluster.local" })], of: "v1 Service web", evidence: ["Service db: not found"] },
  { name: "service-load-balancer-pending", sentence: "Pending: no load balancer has been given to it: that is the part of the controller of its loadBalancerClass, example.com/lb", objects: [pod("p"), service("web", { type: "LoadBalancer", loadBalancerClass: "example.com/lb", selector: labels })], of: "v1 Service web" },
  { name: "pod-image-pull-backoff", sentence: "ImagePullBackOff: init container prepare cannot start from the image busybox:does-not-exist: the registry does not have it", objects: [pod("p", { initContainers: [{ name: "prepare", image: "busybox:does-not-exist" }] })], of: "v1 Pod p", evidence: [/^Pod p: status\.initContainerStatuses\[0\]\.state\.waiting\.message/] },
  { name: "claim-source-missing", sentence: "Pending: it is to be filled from the PersistentVolumeClaim former, which does not exist", objects: [claim({ dataSource: { kind: "PersistentVolumeClaim", name: "former" } })], of: "v1 PersistentVolumeClaim data", evidence: ["PersistentVolumeClaim former: not found"] },
  { name: "claim-source-kind-not-served", sentence: /^Pending: it is to be filled from the VolumeSnapshot daily, and the definition \(CRD\) of VolumeSnapshots is not installed$/, objects: [claim({ dataSource: { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "daily" } })], of: "v1 PersistentVolumeClaim data" },
  { name: "pod-volume-elsewhere", sentence: "Pending: 0/2 nodes are available, the PersistentVolume far of its claim data is reached from nodes with disk In far only, of which there are none", objects: [far, claim({ storageClassName: "far" }), pod("p", usesClaim)], of: "v1 Pod p", evidence: ["PersistentVolume far: spec.nodeAffinity.required = disk In far"] },
  { name: "storageclass-not-the-only-default", sentence: "Several defaults: b-default is the default as well: claims without a class get the newest, a-default", objects: [storageClass("a-default"), storageClass("b-default")], of: "storage.k8s.io/v1 StorageClass a-default" },
  { name: "apiservice-service-missing", sentence: "Unavailable: it is served at the Service kube-system/metrics, which does not exist, so the group metrics.example.com is not served", objects: [of("apiregistration.k8s.io/v1", "APIService", "v1.metrics.example.com", { group: "metrics.example.com", version: "v1", groupPriorityMinimum: 100, versionPriority: 100, insecureSkipTLSVerify: true, service: { namespace: "kube-system", name: "metrics" } })], of: "apiregistration.k8s.io/v1 APIService v1.metrics.example.com" },
  { name: "apiservice-service-port-missing", sentence: "Unavailable: it is served at port 443 of the Service mistakes-elsewhere/there, which has 80, so the group odd.example.com is not served", objects: [of("apiregistration.k8s.io/v1", "APIService", "v1.odd.example.com", { group: "odd.example.com", version: "v1", groupPriorityMinimum: 100, versionPriority: 100, insecureSkipTLSVerify: true, service: { namespace: elsewhere, name: "there" } })], of: "apiregistration.k8s.io/v1 APIService v1.odd.example.com" },
  { name: "role-of-unknown-resource", sentence: "Grants less: its rule 1 names pod, and the resource is called pods, so it grants nothing there", objects: [role([""], ["pod"])], of: `${rbac} Role w`, evidence: ["Role w: rules[0].resources = pod"] },
  { name: "role-of-unknown-resource", sentence: "Grants less: its rule 1 names deployments of the core group, and deployments are of apps, so it grants nothing there", objects: [role([""], ["deployments"])], of: `${rbac} Role w` },
  { name: "policy-of-unknown-resource", sentence: "Matches less: its rule 1 names deployment, and the resource is called deployments, so it applies to nothing there", objects: [of(admission, "ValidatingAdmissionPolicy", "singular", { matchConstraints: { resourceRules: [match(["apps"], ["deployment"])] }, validations: [{ expression: "true" }] })], of: `${admission} ValidatingAdmissionPolicy singular` },
  { name: "webhook-of-unknown-resource", sentence: "Matches less: the webhook a.example.com names ingresses of the core group, and ingresses are of networking.k8s.io, so it is not called there", objects: [{ apiVersion: admission, kind: "MutatingWebhookConfiguration", metadata: meta("odd"), webhooks: [{ name: "a.example.com", failurePolicy: "Ignore", sideEffects: "None", admissionReviewVersions: ["v1"], clientConfig: { url: "https://127.0.0.1:1/" }, rules: [match([""], ["ingresses"])] }] }], of: `${admission} MutatingWebhookConfiguration odd` },
]);

test("no role that every server has is said to name a resource that is not there", async () => {
  const world = await startLivingWorld(0);
  try {
    const { items } = (await world.send("GET", `/apis/${rbac}/clusterroles`)) as { items: { metadata: object }[] };
    const roles = items.map(({ metadata }) => ({
      apiVersion: rbac,
      kind: "ClusterRole",
      metadata: metadata as { name: string },
    }));
    const found = await Promise.all(roles.map((one) => world.why(one)));
    expect(
      found
        .filter(({ situation }) => situation.startsWith("role-of-unknown"))
        .map(({ object, sentence }) => [object.name, sentence]),
    ).toEqual([]);
  } finally {
    await world.close();
  }
});
