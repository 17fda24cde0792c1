import type { KubeObject } from "../../src/apimachinery/meta.ts";
import type { HuntedWorld, TaskHunt } from "./hunt-case.ts";
import {
  configMaps,
  create,
  labels,
  named,
  namespace,
  pause,
  pods,
  podSpec,
  podTemplate,
  targetOf,
  type Prepare,
} from "./scale-worlds.ts";

/** What is done while all controllers run, and for how long they are watched. */
const lively = (name: string, prepare: Prepare | undefined, act: Prepare, forMs = 15_000): TaskHunt => ({
  name: `scale: ${name}, with controllers`,
  controllers: true,
  ...(prepare && { prepare }),
  async run(world) {
    await act(world);
    await pause(forMs);
    return "";
  },
});

const owned = ({ metadata }: KubeObject, more: object = {}) => ({
  ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: metadata.name, uid: metadata.uid, ...more }],
});

async function chain(world: HuntedWorld, length: number, more: object = {}): Promise<void> {
  let last: KubeObject | undefined;
  for (let i = 0; i < length; i++) {
    const object = named(i, last === undefined ? {} : owned(last, more));
    last = await world.client.create(configMaps, object as KubeObject);
  }
}

async function star(world: HuntedWorld, count: number, more: object = {}): Promise<void> {
  const owner = await world.client.create(configMaps, { metadata: { name: "owner" } } as KubeObject);
  await create(world, configMaps, count, (i) => named(i, owned(owner, more)));
}

const ringOf =
  (count: number): Prepare =>
  async (world) => {
    const made = await create(world, configMaps, count, (i) => named(i));
    for (let i = 0; i < count; i++) {
      const owner = made[(i + 1) % count];
      if (owner === undefined) continue;
      const { ownerReferences } = owned(owner, { blockOwnerDeletion: true });
      await world.client.patch(configMaps, `n-${i}`, "merge", { metadata: { ownerReferences } });
    }
  };

const service = (i: number) => ({
  ...named(i),
  spec: { clusterIP: "None", selector: labels(`a${i}`), ports: [{ port: 80 }] },
});
const node = (i: number) => ({
  metadata: { name: `big-${i}`, labels: { zone: `z${i % 3}` } },
  status: {
    capacity: { cpu: "4", memory: "8Gi", pods: "110" },
    allocatable: { cpu: "4", memory: "8Gi", pods: "110" },
    conditions: [{ type: "Ready", status: "True" }],
  },
});

/** What controllers do in worlds of many objects. */
export const livelyHunts = (): readonly TaskHunt[] => [
  lively(
    "a chain of 20,000 owners loses its first",
    (world) => chain(world, 20_000),
    ({ client }) => client.delete(configMaps, "n-0"),
  ),
  lively(
    "a chain of 20,000 owners is deleted in the foreground",
    (world) => chain(world, 20_000, { blockOwnerDeletion: true }),
    ({ client }) => client.delete(configMaps, "n-0", { propagationPolicy: "Foreground" }),
  ),
  lively(
    "an owner of 20,000 is deleted in the foreground",
    (world) => star(world, 20_000, { blockOwnerDeletion: true }),
    ({ client }) => client.delete(configMaps, "owner", { propagationPolicy: "Foreground" }),
    40_000,
  ),
  lively(
    "an owner of 20,000 is deleted, which are left as orphans",
    (world) => star(world, 20_000),
    ({ client }) => client.delete(configMaps, "owner", { propagationPolicy: "Orphan" }),
    30_000,
  ),
  lively("a ring of 20,000 owners is deleted", ringOf(20_000), ({ client }) =>
    client.delete(configMaps, "n-0", { propagationPolicy: "Foreground" }),
  ),
  lively(
    "a namespace of 50,000 objects is deleted",
    async (world) => {
      await world.client.create(targetOf("namespaces"), { metadata: { name: "many" } } as KubeObject);
      await create(world, { ...configMaps, namespace: "many" }, 50_000, (i) => named(i));
    },
    ({ client }) => client.delete(targetOf("namespaces"), "many"),
    40_000,
  ),
  lively("3,000 headless Services", undefined, (world) => create(world, targetOf("services"), 3_000, service)),
  lively(
    "5,000 pods of one Service",
    (world) =>
      world.client.create(targetOf("services"), {
        ...service(0),
        spec: { selector: labels("many"), ports: [{ port: 80 }] },
      } as KubeObject),
    (world) => create(world, pods, 5_000, (i) => ({ ...named(i, { labels: labels("many") }), spec: podSpec() })),
    30_000,
  ),
  lively("10,000 EndpointSlices of one Service", undefined, (world) =>
    create(world, targetOf("endpointslices"), 10_000, (i) => ({
      ...named(i, { labels: { "kubernetes.io/service-name": "many" } }),
      addressType: "IPv4",
      endpoints: [{ addresses: [`10.0.${i % 256}.1`] }],
      ports: [],
    })),
  ),
  lively("20,000 events", undefined, (world) =>
    create(world, targetOf("events"), 20_000, (i) => ({
      ...named(i, { namespace }),
      involvedObject: { kind: "Pod", name: "a", namespace },
      reason: "Hunt",
      message: "m".repeat(100),
      type: "Normal",
    })),
  ),
  lively(
    "a quota of 20,000 objects",
    (world) => create(world, configMaps, 20_000, (i) => named(i)),
    async (world) => {
      await world.client.create(targetOf("resourcequotas"), {
        metadata: { name: "q" },
        spec: { hard: { "count/configmaps": "100000", configmaps: "100000" } },
      } as KubeObject);
      await create(world, configMaps, 500, (i) => named(100_000 + i));
    },
  ),
  lively(
    "1,000 quotas of one namespace",
    (world) =>
      create(world, targetOf("resourcequotas"), 1_000, (i) => ({
        ...named(i),
        spec: { hard: { "count/configmaps": "100000" } },
      })),
    (world) => create(world, configMaps, 50, (i) => named(i)),
  ),
  lively("an autoscaler of 20,000 metrics", undefined, ({ client }) =>
    client.create(targetOf("horizontalpodautoscalers"), {
      metadata: { name: "many" },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "many" },
        maxReplicas: 10,
        metrics: Array.from({ length: 20_000 }, (_, i) => ({
          type: "Pods",
          pods: { metric: { name: `m${i}` }, target: { type: "AverageValue", averageValue: "1" } },
        })),
      },
    } as unknown as KubeObject),
  ),
  lively("a CronJob that missed every minute since 1970", undefined, async ({ client }) => {
    const cronJobs = targetOf("cronjobs");
    await client.create(cronJobs, {
      metadata: { name: "late" },
      spec: {
        schedule: "* * * * *",
        suspend: true,
        jobTemplate: { spec: { template: podTemplate({ restartPolicy: "Never" }) } },
      },
    } as unknown as KubeObject);
    await client.patch(
      cronJobs,
      "late",
      "merge",
      { status: { lastScheduleTime: "1970-01-01T00:00:00Z" } },
      { subresource: "status" },
    );
    await client.patch(cronJobs, "late", "merge", { spec: { suspend: false } });
  }),
  lively("a CronJob whose day never comes", undefined, ({ client }) =>
    client.create(targetOf("cronjobs"), {
      metadata: { name: "never" },
      spec: { schedule: "0 0 30 2 *", jobTemplate: { spec: { template: podTemplate({ restartPolicy: "Never" }) } } },
    } as unknown as KubeObject),
  ),
  lively("an indexed Job of 100,000 completions", undefined, ({ client }) =>
    client.create(targetOf("jobs"), {
      metadata: { name: "many" },
      spec: {
        completions: 100_000,
        parallelism: 100_000,
        completionMode: "Indexed",
        template: podTemplate({ restartPolicy: "Never" }),
      },
    } as unknown as KubeObject),
  ),
  lively(
    "a DaemonSet on 10,000 nodes",
    (world) => create(world, targetOf("nodes"), 10_000, node),
    ({ client }) =>
      client.create(targetOf("daemonsets"), {
        metadata: { name: "many" },
        spec: { selector: { matchLabels: labels("many") }, template: podTemplate() },
      } as unknown as KubeObject),
    30_000,
  ),
  lively(
    "500 budgets over 2,000 pods",
    (world) =>
      create(world, targetOf("poddisruptionbudgets"), 500, (i) => ({
        ...named(i),
        spec: {
          minAvailable: 1,
          selector: { matchExpressions: [{ key: "app", operator: "In", values: ["many", `a${i}`] }] },
        },
      })),
    (world) => create(world, pods, 2_000, (i) => ({ ...named(i, { labels: labels("many") }), spec: podSpec() })),
  ),
  lively(
    "one budget with a selector of 60,000 values, and 200 pods",
    (world) =>
      world.client.create(targetOf("poddisruptionbudgets"), {
        metadata: { name: "b" },
        spec: {
          minAvailable: 1,
          selector: {
            matchExpressions: [
              { key: "app", operator: "In", values: Array.from({ length: 60_000 }, (_, i) => `v${i}`) },
            ],
          },
        },
      } as unknown as KubeObject),
    (world) => create(world, pods, 200, (i) => ({ ...named(i, { labels: labels("v1") }), spec: podSpec() })),
  ),
  lively(
    "200 pods that mount a ConfigMap of 2.9 MB",
    ({ client }) =>
      client.create(configMaps, {
        metadata: { name: "large" },
        data: Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, "v"])),
      } as unknown as KubeObject),
    (world) =>
      create(world, pods, 200, (i) => ({
        ...named(i),
        spec: {
          containers: [{ name: "c", image: "app:1", envFrom: [{ configMapRef: { name: "large" } }] }],
          volumes: [{ name: "v", configMap: { name: "large" } }],
        },
      })),
    20_000,
  ),
  lively("1,000 namespaces", undefined, (world) => create(world, targetOf("namespaces"), 1_000, (i) => named(i))),
  lively(
    "500 aggregated roles of 200 roles",
    (world) =>
      create(world, targetOf("clusterroles"), 200, (i) => ({
        ...named(i, { labels: labels("many") }),
        rules: [{ verbs: ["get"], apiGroups: [""], resources: [`r${i}`] }],
      })),
    (world) =>
      create(world, targetOf("clusterroles"), 500, (i) => ({
        ...named(1_000 + i),
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels("many") }] },
      })),
  ),
  lively("300 pods that want to be apart", undefined, (world) =>
    create(world, pods, 300, (i) => ({
      ...named(i, { labels: labels("many") }),
      spec: podSpec({
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: labels("many") } },
            ],
          },
        },
      }),
    })),
  ),
  lively(
    "a claim for 32 devices of 20 slices that no two share",
    async (world) => {
      await world.client.create(targetOf("deviceclasses"), {
        metadata: { name: "c" },
        spec: {},
      } as unknown as KubeObject);
      await create(world, targetOf("resourceslices"), 20, (i) => ({
        ...named(i),
        spec: {
          driver: "d.example.com",
          pool: { name: "p", generation: 1, resourceSliceCount: 20 },
          allNodes: true,
          devices: Array.from({ length: 128 }, (_, k) => ({
            name: `d-${i}-${k}`,
            attributes: { a: { int: Math.floor((i * 128 + k) / 31) } },
          })),
        },
      }));
    },
    async ({ client }) => {
      await client.create(targetOf("resourceclaims"), {
        metadata: { name: "c" },
        spec: {
          devices: {
            requests: [
              {
                name: "r",
                exactly: {
                  deviceClassName: "c",
                  allocationMode: "ExactCount",
                  count: 32,
                  selectors: [{ cel: { expression: "device.driver == 'd.example.com'" } }],
                },
              },
            ],
            constraints: [{ requests: ["r"], matchAttribute: "d.example.com/a" }],
          },
        },
      } as unknown as KubeObject);
      await client.create(pods, {
        metadata: { name: "p" },
        spec: podSpec({ resourceClaims: [{ name: "c", resourceClaimName: "c" }] }),
      } as unknown as KubeObject);
    },
  ),
  lively(
    "1,000 claims for 1,000 volumes",
    (world) =>
      create(world, targetOf("persistentvolumes"), 1_000, (i) => ({
        ...named(i),
        spec: {
          capacity: { storage: "1Gi" },
          accessModes: ["ReadWriteOnce"],
          storageClassName: "s",
          hostPath: { path: "/" },
        },
      })),
    (world) =>
      create(world, targetOf("persistentvolumeclaims"), 1_000, (i) => ({
        ...named(i),
        spec: { accessModes: ["ReadWriteOnce"], storageClassName: "s", resources: { requests: { storage: "1Gi" } } },
      })),
    20_000,
  ),
  lively("1,000 suspended Jobs", undefined, async (world) => {
    const jobs = targetOf("jobs");
    await create(world, jobs, 1_000, (i) => ({
      ...named(i),
      spec: { suspend: true, ttlSecondsAfterFinished: 1, template: podTemplate({ restartPolicy: "Never" }) },
    }));
  }),
  lively("3,000 ServiceAccounts", undefined, (world) =>
    create(world, targetOf("serviceaccounts"), 3_000, (i) => named(i)),
  ),
];
