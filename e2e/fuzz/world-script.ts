import type { KubeObject, ObjectMeta } from "../../src/apimachinery/meta.ts";
import type { Random } from "../../src/apimachinery/random.ts";
import { type Client, isNotFound } from "../../src/client/client.ts";
import type { ResourceTarget } from "../../src/client/resource-path.ts";
import { targets } from "./world-targets.ts";

/** What a step of a script has to do with. */
export interface ScriptStep {
  readonly client: Client;
  readonly random: Random;
  readonly step: number;
  /** The uids of pods that the script has deleted. */
  readonly deleted: Set<string>;
}

const ignoreMissing = (error: unknown): void => {
  if (!isNotFound(error)) throw error;
};

const template = (app: string, image: string, more: object = {}) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: "c", image, resources: { requests: { cpu: "50m" } } }], ...more },
});

/** An image; sometimes one that cannot be pulled. */
const imageOf = (random: Random): string => (random.int(7) === 0 ? "app:no-such" : `app:${random.int(4)}`);

const pick = <T>(random: Random, ...values: readonly T[]): T => values[random.int(values.length)] as T;

/** Creates an object, or changes what is there. */
const put = (client: Client, target: ResourceTarget, name: string, spec: object, annotations = {}) => {
  const object = { metadata: { name, annotations }, spec } as KubeObject;
  return client.create(target, object).catch(() => client.patch(target, name, "merge", { spec }));
};

const isOfJob = ({ ownerReferences = [] }: ObjectMeta): boolean => ownerReferences.some(({ kind }) => kind === "Job");

type Act = (step: ScriptStep) => Promise<unknown>;

const putDeployment: Act = ({ client, random }) => {
  const app = `app-${random.int(3)}`;
  const rollingUpdate = { maxUnavailable: pick<unknown>(random, 0, 1, "25%"), maxSurge: pick<unknown>(random, 1, 2) };
  const selector = { matchLabels: { app } };
  const spec = {
    replicas: random.int(5),
    selector,
    strategy: { rollingUpdate },
    template: template(app, imageOf(random)),
  };
  return put(client, targets.deployments, app, spec);
};

const scaleDeployment: Act = ({ client, random }) =>
  client
    .patch(targets.deployments, `app-${random.int(3)}`, "merge", { spec: { replicas: random.int(6) } })
    .catch(ignoreMissing);

const updateDeployment: Act = ({ client, random }) => {
  const app = `app-${random.int(3)}`;
  const spec = { template: template(app, imageOf(random)) };
  return client.patch(targets.deployments, app, "merge", { spec }).catch(ignoreMissing);
};

/** Of the one whose pods come in order there are at least two, so that there is an order. */
const putStatefulSet: Act = ({ client, random }) => {
  const app = pick(random, "set-0", "set-0", "set-1");
  const replicas = app === "set-0" ? 2 + random.int(3) : random.int(4);
  const spec = { replicas, template: template(app, imageOf(random)) };
  const made = {
    ...spec,
    serviceName: app,
    selector: { matchLabels: { app } },
    podManagementPolicy: app === "set-0" ? "OrderedReady" : "Parallel",
  };
  return client
    .patch(targets.statefulsets, app, "merge", { spec })
    .catch(() => client.create(targets.statefulsets, { metadata: { name: app }, spec: made } as KubeObject));
};

const putDaemonSet: Act = ({ client, random }) => {
  const spec = { selector: { matchLabels: { app: "daemon" } }, template: template("daemon", imageOf(random)) };
  return put(client, targets.daemonsets, "daemon", spec);
};

/** Deletes a pod that is replaced at once: a Job forgets with its server since when it waits, as upstream. */
const deletePod: Act = async ({ client, random, deleted }) => {
  const items = (await client.list(targets.pods)).items.filter(({ metadata }) => !isOfJob(metadata));
  const victim = items[random.int(Math.max(items.length, 1))]?.metadata;
  if (victim?.name === undefined) return;
  deleted.add(victim.uid ?? "");
  await client.delete(targets.pods, victim.name).catch(ignoreMissing);
};

const createJob: Act = ({ client, random, step }) => {
  const containers = [{ name: "c", image: "app:0", command: ["sleep", "7"] }];
  const more = { restartPolicy: "Never", containers };
  const spec = { completions: 2, parallelism: 1 + random.int(2), template: { spec: more } };
  return client.create(targets.jobs, { metadata: { name: `job-${step}` }, spec } as KubeObject);
};

const putCronJob: Act = ({ client, random }) => {
  const seconds = String(pick(random, 5, 90));
  const spec = {
    schedule: "* * * * *",
    concurrencyPolicy: pick(random, "Forbid", "Forbid", "Replace"),
    suspend: random.int(4) === 0,
    jobTemplate: {
      spec: {
        template: {
          spec: { restartPolicy: "Never", containers: [{ name: "c", image: "app:0", command: ["sleep", seconds] }] },
        },
      },
    },
  };
  return put(client, targets.cronjobs, "cron", spec);
};

const cordon: Act = ({ client, random }) =>
  client.patch(targets.nodes, `node-${1 + random.int(3)}`, "merge", { spec: { unschedulable: random.int(2) === 0 } });

/** Scales up only, and at once: what was recommended before, on which less depends, is forgotten as upstream. */
const autoscale: Act = ({ client, random }) => {
  const app = `app-${random.int(3)}`;
  const metrics = [
    { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } },
  ];
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: app };
  const load = { "simulation.kubepad.dev/load.cpu": `${20 + random.int(120)}m` };
  const policies = [{ type: "Pods", value: 10, periodSeconds: 15 }];
  const behavior = { scaleDown: { selectPolicy: "Disabled" }, scaleUp: { policies } };
  const spec = { scaleTargetRef, maxReplicas: 5, metrics, behavior };
  return put(client, targets.horizontalpodautoscalers, app, spec, load);
};

const expose: Act = ({ client, random }) => {
  const app = `app-${random.int(3)}`;
  return put(client, targets.services, app, { selector: { app }, ports: [{ port: 80 }] });
};

const remove: Act = ({ client, random }) => {
  const target = pick(random, targets.deployments, targets.statefulsets, targets.daemonsets, targets.cronjobs);
  const name = { deployments: "app-2", statefulsets: "set-1", daemonsets: "daemon", cronjobs: "cron" }[target.resource];
  return client.delete(target, name ?? "", { propagationPolicy: "Background" }).catch(ignoreMissing);
};

/** What people do, each as often as it stands here. */
const acts: readonly Act[] = [
  putDeployment,
  putDeployment,
  scaleDeployment,
  updateDeployment,
  updateDeployment,
  putStatefulSet,
  putStatefulSet,
  putStatefulSet,
  putDaemonSet,
  deletePod,
  deletePod,
  createJob,
  putCronJob,
  cordon,
  autoscale,
  expose,
  remove,
];

/** Does one thing that people do. */
export async function act(step: ScriptStep): Promise<void> {
  await acts[step.random.int(acts.length)]?.(step);
}

/**
 * Takes back what keeps a world from coming to rest: nodes that take no pods, images that cannot be pulled, Jobs by the
 * minute, and autoscalers of nothing. A StatefulSet does not replace a pod that never became ready, as upstream.
 */
export async function mend({ client, deleted }: Pick<ScriptStep, "client" | "deleted">): Promise<void> {
  const schedule = { spec: { schedule: "*/20 * * * *" } };
  await client.patch(targets.cronjobs, "cron", "merge", schedule).catch(ignoreMissing);
  for (const { metadata } of (await client.list(targets.nodes)).items)
    await client.patch(targets.nodes, metadata.name ?? "", "merge", { spec: { unschedulable: null } });
  for (const target of [targets.deployments, targets.statefulsets, targets.daemonsets])
    for (const { metadata, ...workload } of (await client.list(target)).items) {
      if (!JSON.stringify(workload["spec"]).includes("app:no-such")) continue;
      const containers = [{ name: "c", image: "app:9" }];
      const patch = { spec: { template: { spec: { containers } } } };
      await client.patch(target, metadata.name ?? "", "strategic-merge", patch);
    }
  for (const { metadata, ...pod } of (await client.list(targets.pods)).items) {
    if (!metadata.name?.startsWith("set-") || !JSON.stringify(pod["spec"]).includes("app:no-such")) continue;
    deleted.add(metadata.uid ?? "");
    await client.delete(targets.pods, metadata.name).catch(ignoreMissing);
  }
  const deployments = new Set((await client.list(targets.deployments)).items.map(({ metadata }) => metadata.name));
  for (const { metadata } of (await client.list(targets.horizontalpodautoscalers)).items)
    if (!deployments.has(metadata.name)) await client.delete(targets.horizontalpodautoscalers, metadata.name ?? "");
}
