import { describe, expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { loadDefinitions } from "./testing/load-definitions.ts";

const definitions = await loadDefinitions();

const now = Date.parse("2026-01-02T00:00:00Z");
const metadata = { name: "a", creationTimestamp: "2026-01-01T00:00:00Z" };

function tableOf(resource: string, group = "") {
  const table = definitions.find((definition) => definition.resource === resource && definition.group === group)?.table;
  if (table === undefined) throw new Error(`${resource} have no table`);
  return table;
}

function cellsOf(resource: string, object: Record<string, unknown>, group = ""): Record<string, unknown> {
  const held: KubeObject = { metadata, ...object };
  return Object.fromEntries(tableOf(resource, group).columns.map((column) => [column.name, column.cell(held, now)]));
}

const running = { state: { running: {} }, ready: true, restartCount: 0 };

describe("pods", () => {
  const containers = [{ name: "main", image: "web:1" }];
  it.each<readonly [string, Record<string, unknown>, Record<string, unknown>]>([
    [
      "by their phase",
      { status: { phase: "Pending" } },
      { Ready: "0/1", Status: "Pending", Restarts: "0", Age: "24h", IP: "<none>", Node: "<none>" },
    ],
    [
      "with ready containers",
      { status: { phase: "Running", podIP: "10.0.0.1", containerStatuses: [running] } },
      { Ready: "1/1", Status: "Running", IP: "10.0.0.1" },
    ],
    [
      "with what a container waits for and when it was last restarted",
      {
        status: {
          phase: "Running",
          containerStatuses: [
            {
              state: { waiting: { reason: "CrashLoopBackOff" } },
              restartCount: 3,
              lastState: { terminated: { finishedAt: "2026-01-01T23:55:00Z" } },
            },
          ],
        },
      },
      { Ready: "0/1", Status: "CrashLoopBackOff", Restarts: "3 (5m ago)" },
    ],
    [
      "with the code of a container's end",
      { status: { phase: "Failed", containerStatuses: [{ state: { terminated: { exitCode: 2 } } }] } },
      { Status: "ExitCode:2" },
    ],
    [
      "with the signal of a container's end",
      { status: { phase: "Failed", containerStatuses: [{ state: { terminated: { exitCode: 2, signal: 9 } } }] } },
      { Status: "Signal:9" },
    ],
    [
      "at their init containers",
      {
        spec: { containers, initContainers: [{ name: "i" }, { name: "j" }] },
        status: {
          phase: "Pending",
          initContainerStatuses: [
            { name: "i", state: { terminated: { exitCode: 0 } } },
            { name: "j", state: { running: {} } },
          ],
        },
      },
      { Status: "Init:1/2", Ready: "0/1" },
    ],
    [
      "with sidecars among their containers",
      {
        spec: { containers, initContainers: [{ name: "s", restartPolicy: "Always" }] },
        status: {
          phase: "Running",
          initContainerStatuses: [{ name: "s", started: true, ready: true, restartCount: 1, state: { running: {} } }],
          containerStatuses: [running],
        },
      },
      { Status: "Running", Ready: "2/2", Restarts: "1" },
    ],
    [
      "behind a gate",
      { status: { phase: "Pending", conditions: [{ type: "PodScheduled", reason: "SchedulingGated" }] } },
      { Status: "SchedulingGated" },
    ],
    [
      "going away",
      { metadata: { ...metadata, deletionTimestamp: "2026-01-01T00:00:00Z" }, status: { phase: "Running" } },
      { Status: "Terminating" },
    ],
    [
      "with readiness gates",
      {
        spec: { containers, readinessGates: [{ conditionType: "x" }, { conditionType: "y" }] },
        status: { phase: "Running", conditions: [{ type: "y", status: "True" }] },
      },
      { "Readiness Gates": "1/2" },
    ],
  ])("are shown %s", (_, pod, cells) => expect(cellsOf("pods", { spec: { containers }, ...pod })).toMatchObject(cells));

  it("are marked when they are done", () => {
    const conditions = (phase: string) => tableOf("pods").conditions?.({ metadata, status: { phase } });
    expect(conditions("Succeeded")).toMatchObject([{ type: "Completed", status: "True", reason: "Succeeded" }]);
    expect(conditions("Running")).toEqual([]);
  });
});

describe("other kinds", () => {
  // oxfmt-ignore
  it.each<readonly [string, string, Record<string, unknown>, Record<string, unknown>]>([
    ["", "configmaps", { data: { a: "1" }, binaryData: { b: "" } }, { Name: "a", Data: 2, Age: "24h" }],
    ["", "namespaces", { status: { phase: "Active" } }, { Status: "Active" }],
    ["", "services", { spec: { type: "NodePort", clusterIP: "10.0.0.1", ports: [{ port: 80, nodePort: 30000, protocol: "TCP" }, { port: 53, protocol: "UDP" }], selector: { b: "2", a: "1" } } }, { Type: "NodePort", "Cluster-IP": "10.0.0.1", "External-IP": "<none>", "Port(s)": "80:30000/TCP,53/UDP", Selector: "a=1,b=2" }],
    ["", "services", { spec: { type: "LoadBalancer" }, status: { loadBalancer: { ingress: [{ hostname: "a-very-long-name.example.com" }] } } }, { "External-IP": "a-very-long-name.example.com" }],
    ["", "services", { spec: { type: "LoadBalancer" } }, { "External-IP": "<pending>" }],
    ["", "nodes", { metadata: { ...metadata, labels: { "node-role.kubernetes.io/worker": "", "kubernetes.io/role": "db" } }, spec: { unschedulable: true }, status: { conditions: [{ type: "Ready", status: "True" }] } }, { Status: "Ready,SchedulingDisabled", Roles: "db,worker", "OS-Image": "<unknown>" }],
    ["", "endpoints", { subsets: [{ addresses: [{ ip: "1.1.1.1" }, { ip: "1.1.1.2" }], ports: [{ port: 1 }, { port: 2 }] }] }, { Endpoints: "1.1.1.1:1,1.1.1.2:1,1.1.1.1:2 + 1 more..." }],
    ["", "persistentvolumeclaims", { spec: { volumeName: "v", storageClassName: "fast" }, status: { phase: "Bound", capacity: { storage: "1Gi" }, accessModes: ["ReadWriteMany", "ReadWriteOnce"] } }, { Status: "Bound", Capacity: "1Gi", "Access Modes": "RWO,RWX", StorageClass: "fast", VolumeMode: "<unset>" }],
    ["", "resourcequotas", { status: { hard: { pods: "4", "limits.cpu": "2" }, used: { pods: "1" } } }, { Request: "pods: 1/4", Limit: "limits.cpu: 0/2" }],
    ["", "events", { involvedObject: { kind: "Pod", name: "p" }, lastTimestamp: "2026-01-01T23:59:00Z", type: "Normal", message: "ok\n" }, { "Last Seen": "60s", Object: "pod/p", Message: "ok", Count: 1 }],
    ["apps", "deployments", { spec: { replicas: 3, selector: { matchLabels: { a: "1" } }, template: { spec: { containers: [{ name: "x", image: "i" }, { name: "y", image: "j" }] } } }, status: { readyReplicas: 2 } }, { Ready: "2/3", "Up-to-date": 0, Containers: "x,y", Images: "i,j", Selector: "a=1" }],
    ["batch", "jobs", { spec: { completions: 2 }, status: { succeeded: 1, startTime: "2026-01-01T23:59:00Z" } }, { Status: "Running", Completions: "1/2", Duration: "60s" }],
    ["batch", "cronjobs", { spec: { schedule: "* * * * *", suspend: false }, status: {} }, { Suspend: "False", Timezone: "<none>", "Last Schedule": "<none>" }],
    ["networking.k8s.io", "ingresses", { spec: { rules: [{ host: "a" }, { host: "b" }, { host: "c" }, { host: "d" }], tls: [{}] } }, { Hosts: "a,b,c + 1 more...", Ports: "80, 443", Class: "<none>" }],
    ["autoscaling", "horizontalpodautoscalers", { spec: { maxReplicas: 5, scaleTargetRef: { kind: "Deployment", name: "d" }, metrics: [{ type: "Resource", resource: { name: "cpu", target: { averageUtilization: 80 } } }] } }, { Reference: "Deployment/d", Targets: "cpu: <unknown>/80%", MinPods: "<unset>" }],
    ["rbac.authorization.k8s.io", "rolebindings", { roleRef: { kind: "Role", name: "r" }, subjects: [{ kind: "User", name: "u" }, { kind: "ServiceAccount", namespace: "n", name: "s" }] }, { Role: "Role/r", Users: "u", ServiceAccounts: "n/s" }],
    ["storage.k8s.io", "storageclasses", { metadata: { ...metadata, annotations: { "storageclass.kubernetes.io/is-default-class": "true" } }, provisioner: "p" }, { Name: "a (default)", ReclaimPolicy: "Delete" }],
    ["internal.apiserver.k8s.io", "storageversions", { status: { storageVersions: ["a", "b", "c", "d"].map((apiServerID) => ({ apiServerID, encodingVersion: "v1" })) } }, { CommonEncodingVersion: "<unset>", StorageVersions: "a=v1,b=v1,c=v1 + 1 more..." }],
    ["certificates.k8s.io", "certificatesigningrequests", { spec: { username: "u", expirationSeconds: 3600 }, status: { conditions: [{ type: "Approved" }], certificate: "x" } }, { Condition: "Approved,Issued", RequestedDuration: "60m" }],
    ["policy", "poddisruptionbudgets", { spec: { minAvailable: "50%" } }, { "Min Available": "50%", "Max Unavailable": "N/A" }],
    ["batch", "jobs", { status: { conditions: [{ type: "SuccessCriteriaMet", status: "True" }] } }, { Status: "SuccessCriteriaMet" }],
    ["", "events", { series: { count: 0 }, lastTimestamp: "2026-01-01T23:59:00Z", count: 3 }, { "Last Seen": "<unknown>", Count: 0 }],
    ["networking.k8s.io", "ingresses", { spec: { ingressClassName: "", rules: [{ host: "a" }, { host: "b" }, { host: "c" }, {}] } }, { Hosts: "a,b,c + 1 more...", Class: "" }],
    ["networking.k8s.io", "ingressclasses", { spec: { parameters: { apiGroup: "g.example.com", kind: "K", name: "n" } } }, { Parameters: "K.g.example.com/n" }],
    ["networking.k8s.io", "ipaddresses", { spec: { parentRef: { resource: "services", namespace: "n", name: "s" } } }, { ParentRef: "services/n/s", Age: "24h" }],
    ["autoscaling", "horizontalpodautoscalers", { spec: { metrics: [{ type: "External", external: { target: { averageValue: "2" } } }, { type: "Pods", pods: { target: { averageValue: "3" } } }, {}] }, status: { currentMetrics: [{ external: { current: { value: "1" } } }, { pods: { current: {} } }] } }, { Targets: "<unknown>/2 (avg), <nil>/3 + 1 more..." }],
    ["discovery.k8s.io", "endpointslices", { ports: [{ name: "" }], endpoints: [] }, { Ports: "<unset>", Endpoints: "<unset>" }],
    ["storage.k8s.io", "csidrivers", { spec: { tokenRequests: [{ audience: "" }], volumeLifecycleModes: [] } }, { TokenRequests: "", Modes: "<none>" }],
    ["storage.k8s.io", "volumeattributesclasses", { metadata: { ...metadata, annotations: { "storage.alpha.kubernetes.io/is-default-class": "true" } } }, { Name: "a" }],
    ["admissionregistration.k8s.io", "validatingadmissionpolicybindings", { spec: { paramRef: { name: "p" } } }, { ParamRef: "*/p" }],
    ["admissionregistration.k8s.io", "validatingadmissionpolicybindings", { spec: { paramRef: { selector: { matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "In", values: ["d", "e"] }] } } } }, { ParamRef: "&LabelSelector{MatchLabels:map[string]string{a: b,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:c,Operator:In,Values:[d e],},},}" }],
    ["certificates.k8s.io", "clustertrustbundles", { spec: { trustBundle: "x" } }, { SignerName: "<none>" }],
    ["certificates.k8s.io", "podcertificaterequests", { spec: { podName: "p" }, status: { conditions: [{ type: "Other" }, { type: "Denied" }] } }, { PodName: "p", State: "Denied" }],
    ["coordination.k8s.io", "leasecandidates", { spec: { leaseName: "l", binaryVersion: "1.34.0", emulationVersion: "1.33.0" } }, { LeaseName: "l", BinaryVersion: "1.34.0", EmulationVersion: "1.33.0" }],
    ["resource.k8s.io", "devicetaintrules", { spec: { taint: { key: "k", effect: "NoExecute", timeAdded: "2026-01-01T23:59:00Z" } } }, { Key: "k", Value: "", Effect: "NoExecute", TimeAdded: "60s" }],
    ["storagemigration.k8s.io", "storageversionmigrations", { spec: { resource: { group: "apps", version: "v1", resource: "deployments" } } }, { Resource: "deployments.v1.apps" }],
    ["internal.apiserver.k8s.io", "storageversions", { status: { storageVersions: ["a", "b", "c", "d"].map((apiServerID) => ({ apiServerID, encodingVersion: "v1" })) } }, { CommonEncodingVersion: "<unset>", StorageVersions: "a=v1,b=v1,c=v1 + 1 more..." }],
  ])("%s %s are shown with their state", (group, resource, object, cells) => expect(cellsOf(resource, object, group)).toMatchObject(cells));

  it("survive objects with metadata alone, as bookmarks have them", () => {
    for (const { table } of definitions)
      for (const column of table?.columns ?? []) expect(column.cell({ metadata: {} }, now)).toBeDefined();
  });

  it("puts the flow schemas first that are asked first", () => {
    const schema = (matchingPrecedence: number): KubeObject => ({ metadata, spec: { matchingPrecedence } });
    const { rank } = tableOf("flowschemas", "flowcontrol.apiserver.k8s.io");
    expect(rank?.(schema(9))).toBeLessThan(rank?.(schema(10)) ?? 0);
  });
});
