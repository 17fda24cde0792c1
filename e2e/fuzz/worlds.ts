import type { KubeObject } from "../../src/apimachinery/meta.ts";
import type { Random } from "../../src/apimachinery/random.ts";
import { createSeededRandom } from "../../src/apimachinery/seeded-random.ts";
import { Client, isNotFound } from "../../src/client/client.ts";
import { simulatedNodes } from "../../src/controllers/simulated-nodes/node-status.ts";
import { createTestServer, type TestServer } from "../../src/envtest/test-server.ts";

const apps = { group: "apps", version: "v1" };
const batch = { group: "batch", version: "v1" };
const core = { group: "", version: "v1" };
const inDefault = { namespace: "default" };
const deployments = { ...apps, resource: "deployments", ...inDefault };
const replicaSets = { ...apps, resource: "replicasets", ...inDefault };
const jobs = { ...batch, resource: "jobs", ...inDefault };
const pods = { ...core, resource: "pods", ...inDefault };
const nodes = { ...core, resource: "nodes" };
const events = { ...core, resource: "events", ...inDefault };

const minute = 60_000;
const steps = 12;

/** What became of a world: its objects as text, and what is wrong with it. */
export interface WorldResult {
  readonly text: string;
  readonly problems: readonly string[];
  readonly writes: number;
}

const mostStarts = 5;

/**
 * Lets a world live by a random script, and looks at what became of it. Equal seeds give equal scripts. A world whose
 * controllers were not loaded in time, as happens to the first one of a process, is begun anew.
 */
export async function liveWorld(seed: number): Promise<WorldResult> {
  for (let start = 0; start < mostStarts; start++) {
    const result = await beginWorld(seed);
    if (result !== undefined) return result;
  }
  throw new Error("the nodes do not become ready");
}

async function beginWorld(seed: number): Promise<WorldResult | undefined> {
  const start = Date.UTC(2030, 0, 1);
  await using server = await createTestServer({
    world: { paused: true, inTurns: true, start },
    random: createSeededRandom(seed),
    controllers: ["*"],
    seed: simulatedNodes(3),
  });
  const client = new Client({ handle: server.handle, userAgent: "script" });
  const problems: string[] = [];
  if (!(await areNodesReady(server, client))) return undefined;
  const random = createSeededRandom(seed + 1);
  for (let step = 0; step < steps; step++) {
    await act(client, random, step);
    await server.inspect.advanceWorld(random.int(20_000));
    problems.push(...(await tooFew(client)));
  }
  await uncordon(client);
  await server.inspect.advanceWorld(15 * minute);
  const before = (await server.inspect.stats()).revision;
  await server.inspect.advanceWorld(30 * minute);
  const { revision } = await server.inspect.stats();
  if (revision !== before) problems.push(`a quiet world wrote ${revision - before} times in half an hour`);
  problems.push(...(await unfinished(client)), ...(await orphans(client)));
  return { text: await dump(client), problems, writes: revision };
}

const quietRounds = 25;
const roundMs = 30;

/**
 * Controllers are loaded and list their objects in the time of the machine; the paused world waits until they have
 * nothing more to announce.
 */
async function areNodesReady(server: TestServer, client: Client): Promise<boolean> {
  let before = -1;
  for (let quiet = 0; quiet < quietRounds;) {
    await new Promise((resolve) => setTimeout(resolve, roundMs));
    const { waiting } = await server.inspect.worldTime();
    quiet = waiting === before && waiting > 0 ? quiet + 1 : 0;
    before = waiting;
  }
  await server.inspect.advanceWorld(10_000);
  const { items } = await client.list(nodes);
  return items.every(({ spec }) => (spec as { taints?: unknown } | undefined)?.taints === undefined);
}

const template = (app: string, image: string, more: object = {}) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: "c", image, resources: { requests: { cpu: "100m" } } }], ...more },
});

/** Does one thing that people do. */
async function act(client: Client, random: Random, step: number): Promise<void> {
  const app = `app-${random.int(3)}`;
  const image = `app:${random.int(4)}`;
  const ignore = (error: unknown): void => {
    if (!isNotFound(error)) throw error;
  };
  switch (random.int(7)) {
    case 0:
    case 1: {
      const spec = { replicas: random.int(5), selector: { matchLabels: { app } }, template: template(app, image) };
      const made = { metadata: { name: app }, spec };
      await client.create(deployments, made).catch(() => client.patch(deployments, app, "merge", { spec }));
      return;
    }
    case 2:
      return void (await client.patch(deployments, app, "merge", { spec: { replicas: random.int(6) } }).catch(ignore));
    case 3:
      return void (await client
        .patch(deployments, app, "merge", { spec: { template: template(app, image) } })
        .catch(ignore));
    case 4: {
      const { items } = await client.list(pods);
      const victim = items[random.int(Math.max(items.length, 1))]?.metadata.name;
      if (victim !== undefined) await client.delete(pods, victim).catch(ignore);
      return;
    }
    case 5: {
      const more = { restartPolicy: "Never", containers: [{ name: "c", image, command: ["sleep", "7"] }] };
      const spec = { completions: 2, parallelism: 1 + random.int(2), template: { spec: more } };
      await client.create(jobs, { metadata: { name: `job-${step}` }, spec });
      return;
    }
    default:
      await client.patch(nodes, `node-${1 + random.int(3)}`, "merge", { spec: { unschedulable: random.int(2) === 0 } });
  }
}

async function uncordon(client: Client): Promise<void> {
  for (const { metadata } of (await client.list(nodes)).items)
    await client.patch(nodes, metadata.name ?? "", "merge", { spec: { unschedulable: null } });
}

interface Counted extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly readyReplicas?: number; readonly replicas?: number };
}

/** More pods than the surge allows are too many. */
async function tooFew(client: Client): Promise<readonly string[]> {
  const { items } = await client.list<Counted>(replicaSets);
  return items
    .filter(
      ({ spec = {}, status = {} }) => (status.readyReplicas ?? 0) > Math.max(status.replicas ?? 0, spec.replicas ?? 0),
    )
    .map(({ metadata }) => `${metadata.name ?? ""} has more ready pods than pods`);
}

async function unfinished(client: Client): Promise<readonly string[]> {
  const { items } = await client.list<Counted>(deployments);
  const waiting = items.filter(({ spec = {}, status = {} }) => (status.readyReplicas ?? 0) !== (spec.replicas ?? 0));
  const { items: all } = await client.list(jobs);
  const undone = all.filter(({ status }) => ((status as { succeeded?: number }).succeeded ?? 0) !== 2);
  return [
    ...waiting.map(({ metadata }) => `Deployment ${metadata.name ?? ""} is not ready`),
    ...undone.map(({ metadata }) => `Job ${metadata.name ?? ""} is not done`),
  ];
}

/** Objects whose controller is gone. */
async function orphans(client: Client): Promise<readonly string[]> {
  const lists = await Promise.all([deployments, replicaSets, jobs, pods].map((target) => client.list(target)));
  const all = lists.flatMap(({ items }) => items);
  const uids = new Set(all.map(({ metadata }) => metadata.uid));
  return all
    .filter(({ metadata: { ownerReferences = [] } }) => ownerReferences.some(({ uid }) => !uids.has(uid)))
    .map(({ metadata }) => `${metadata.name ?? ""} has no owner any more`);
}

async function dump(client: Client): Promise<string> {
  const targets = [nodes, deployments, replicaSets, jobs, pods, events];
  const lists = await Promise.all(targets.map((target) => client.list(target)));
  return JSON.stringify(
    lists.map(({ items }) => items),
    undefined,
    1,
  );
}
