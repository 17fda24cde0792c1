import type { KubeObject } from "../../src/apimachinery/meta.ts";
import { createSeededRandom } from "../../src/apimachinery/seeded-random.ts";
import type { Client } from "../../src/client/client.ts";
import { simulatedNodes } from "../../src/controllers/simulated-nodes/node-status.ts";
import { checkInvariants } from "./world-invariants.ts";
import { act, mend } from "./world-script.ts";
import { WorldServer } from "./world-server.ts";
import { targetNames, targets, type Workload } from "./world-targets.ts";
import { type WorldWrite, WorldWrites } from "./world-writes.ts";

const minute = 60_000;
/** How many things people do in a world. */
export const scriptSteps = 16;

/** What became of a world: its objects as text, and what is wrong with it. */
export interface WorldResult {
  readonly text: string;
  /**
   * What of it does not hang on how often the server was started: all objects but events, without revisions and times.
   * Back-offs begin anew with the server, as those of a kubelet do.
   */
  readonly essence: string;
  /** What was created, placed on a node, became ready and was deleted, a line each, in the order of the writes. */
  readonly story: string;
  readonly problems: readonly string[];
  /** How many writes each check of invariants had to judge. */
  readonly judged: Readonly<Record<string, number>>;
  readonly writes: number;
}

const mostStarts = 5;

/**
 * Lets a world live by a random script, and looks at what became of it. Equal seeds give equal scripts. After the step
 * `killedAfter`, the server is killed and started again. A world whose controllers were not loaded in time, as happens
 * to the first one of a process, is begun anew.
 */
export async function liveWorld(seed: number, killedAfter?: number): Promise<WorldResult> {
  for (let start = 0; start < mostStarts; start++) {
    const result = await beginWorld(seed, killedAfter);
    if (result !== undefined) return result;
  }
  throw new Error("the nodes do not become ready");
}

async function beginWorld(seed: number, killedAfter?: number): Promise<WorldResult | undefined> {
  const start = Date.UTC(2030, 0, 1);
  await using server = await WorldServer.open(seed, start, simulatedNodes(3));
  const { client } = server;
  const writes = new WorldWrites(server.clientFor("observer"));
  if (!(await areNodesReady(server, client))) return undefined;
  const random = createSeededRandom(seed + 1);
  const deleted = new Set<string>();
  for (let step = 0; step < scriptSteps; step++) {
    await act({ client, random, step, deleted });
    await server.inspect.advanceWorld(random.int(20_000));
    if (step !== killedAfter) continue;
    await server.restart();
    await atRest(server);
    await server.inspect.advanceWorld(0); // all controllers have looked around before people go on
  }
  await mend({ client, deleted });
  await server.inspect.advanceWorld(20 * minute);
  const problems = await quietProblems(server, writes);
  problems.push(...(await unfinished(client)), ...(await orphans(client)));
  const invariants = checkInvariants(writes.inOrder, deleted);
  problems.push(...invariants.problems);
  writes.close();
  const { text, essence } = await dump(client);
  const { judged } = invariants;
  const story = storyOf(writes.inOrder);
  return { text, essence, story, problems, judged, writes: (await server.inspect.stats()).revision };
}

const quietRounds = 25;
const roundMs = 30;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Controllers are loaded and list their objects in the time of the machine; the paused world waits until they have
 * nothing more to announce.
 */
async function atRest(server: WorldServer): Promise<void> {
  let before = -1;
  for (let quiet = 0; quiet < quietRounds;) {
    await pause(roundMs);
    const { waiting } = await server.inspect.worldTime();
    quiet = waiting === before && waiting > 0 ? quiet + 1 : 0;
    before = waiting;
  }
}

async function areNodesReady(server: WorldServer, client: Client): Promise<boolean> {
  await atRest(server);
  await server.inspect.advanceWorld(10_000);
  const { items } = await client.list(targets.nodes);
  return items.every(({ spec }) => (spec as { taints?: unknown } | undefined)?.taints === undefined);
}

/** Reports whether a write is of a CronJob, its Jobs, their pods, or an event about one of them. */
function isOfCronJob({ object }: WorldWrite): boolean {
  const { name = "" } = (object["involvedObject"] ?? object["regarding"] ?? object.metadata) as { name?: string };
  return /^cron\b/.test(name);
}

/** Reports whether a write is an event by which an autoscaler says, again and again, that there are no metrics. */
function isOfMissingMetrics({ of, object }: WorldWrite): boolean {
  const { kind = "" } = (object["involvedObject"] ?? {}) as { kind?: string };
  return of === "events" && kind === "HorizontalPodAutoscaler";
}

const mostTold = 20;

/** Lets an hour pass, in which only CronJobs may write, and autoscalers. Events that expire are no writes upstream. */
async function quietProblems(server: WorldServer, writes: WorldWrites): Promise<string[]> {
  const before = (await server.inspect.stats()).revision;
  await server.inspect.advanceWorld(60 * minute);
  const { revision } = await server.inspect.stats();
  await pause(roundMs);
  const later = writes.inOrder.filter((write) => write.revision > before);
  const isExpiry = ({ of, type }: WorldWrite): boolean => of === "events" && type === "DELETED";
  const others = later.filter((write) => !isOfCronJob(write) && !isOfMissingMetrics(write) && !isExpiry(write));
  const told = new Set(others.map(({ of, object }) => `${of}/${object.metadata.name ?? ""}`));
  const unseen = revision - before - later.length;
  return [
    ...(others.length > 0
      ? [`a quiet world wrote ${others.length} times in an hour: ${[...told].slice(0, mostTold).join(", ")}`]
      : []),
    ...(unseen > 0 ? [`a quiet world wrote ${unseen} times in an hour to what is not watched`] : []),
  ];
}

/** Workloads that are not what they should be. */
async function unfinished(client: Client): Promise<readonly string[]> {
  const list = async (target: (typeof targets)[keyof typeof targets]): Promise<readonly Workload[]> =>
    (await client.list<Workload>(target)).items;
  const isScaled = ({ spec = {}, status = {} }: Workload): boolean =>
    (status.readyReplicas ?? 0) === (spec.replicas ?? 0) && (status.updatedReplicas ?? 0) === (spec.replicas ?? 0);
  const isPlaced = ({ status = {} }: Workload): boolean =>
    status.numberReady === status.desiredNumberScheduled && status.updatedNumberScheduled === status.numberReady;
  const isOfCron = ({ metadata }: Workload): boolean => metadata.ownerReferences !== undefined;
  const waiting = [
    ...[...(await list(targets.deployments)), ...(await list(targets.statefulsets))].filter((one) => !isScaled(one)),
    ...(await list(targets.daemonsets)).filter((one) => !isPlaced(one)),
    ...(await list(targets.jobs)).filter((job) => !isOfCron(job) && job.status?.succeeded !== 2),
  ];
  return waiting.map(({ metadata }) => `${metadata.name ?? ""} is not finished`);
}

/** Objects whose owner is gone. */
async function orphans(client: Client): Promise<readonly string[]> {
  const lists = await Promise.all(targetNames.map((name) => client.list(targets[name])));
  const all = lists.flatMap(({ items }) => items);
  const uids = new Set(all.map(({ metadata }) => metadata.uid));
  return all
    .filter(({ metadata: { ownerReferences = [] } }) => ownerReferences.some(({ uid }) => !uids.has(uid)))
    .map(({ metadata }) => `${metadata.name ?? ""} has no owner any more`);
}

function storyOf(writes: readonly WorldWrite[]): string {
  const before = new Map<string, string>();
  const lines = writes.flatMap(({ of, type, object }) => {
    const { name = "", uid = "", deletionTimestamp, labels } = object.metadata;
    const isReady = object.status?.conditions?.some((one) => one.type === "Ready" && one.status === "True") === true;
    const facts = [object.spec?.nodeName, object.spec?.replicas, labels?.["controller-revision-hash"]];
    const state = [...facts, isReady && "ready", deletionTimestamp !== undefined && "leaving"]
      .filter(Boolean)
      .join(" ");
    const isSame = before.get(uid) === state && type === "MODIFIED";
    before.set(uid, state);
    return of === "events" || isSame ? [] : [`${type} ${of}/${name} ${state}`];
  });
  return lines.join("\n");
}

async function dump(client: Client): Promise<Pick<WorldResult, "text" | "essence">> {
  const lists = await Promise.all(targetNames.map((name) => client.list(targets[name])));
  const print = (objects: unknown): string => JSON.stringify(objects, undefined, 1);
  const essence = lists.flatMap(({ items }, i) => (targetNames[i] === "events" ? [] : items.map(essenceOf)));
  const text = print(lists.map(({ items }) => items));
  return { text, essence: print(essence).replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"some time"') };
}

/** An object without what counts writes. */
function essenceOf({
  metadata: { resourceVersion: _version, managedFields: _fields, ...metadata },
  ...rest
}: KubeObject) {
  return { metadata, ...rest };
}
