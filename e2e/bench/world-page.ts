import type { Kubepad } from "../../src/worker/kubepad.ts";
import { manyAtATime } from "./many-at-a-time.ts";

// Runs inside the app's page. Every function that is exported can be called from outside.

const namespace = "bench-world";
const podsPath = `/api/v1/namespaces/${namespace}/pods`;
const json = "application/json";
const mergePatch = "application/merge-patch+json";
const atATime = 16;
const podsOfSet = 100;

const kubepad = (): Kubepad => (globalThis as unknown as { readonly kubepad: Kubepad }).kubepad;

async function send(method: string, target: string, body?: object, type = json): Promise<string> {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": type } };
  const answer = await kubepad().fetch(target, { method, ...init });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${text}`);
  return text;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Creates nodes, and ReplicaSets with pods on them, with the states that controllers and kubelets would write. */
export async function createWorld(nodes: number, pods: number): Promise<void> {
  await send("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  await manyAtATime(atATime, nodes, async (i) => {
    await send("POST", "/api/v1/nodes", { metadata: { name: `bench-${i}` } });
    await setStatus(`/api/v1/nodes/bench-${i}`, { conditions: [isReady] });
  });
  const sets: string[] = [];
  await manyAtATime(atATime, pods / podsOfSet, async (i) => {
    const made = await send("POST", `/apis/apps/v1/namespaces/${namespace}/replicasets`, replicaSet(i));
    sets[i] = (JSON.parse(made) as { readonly metadata: { readonly uid: string } }).metadata.uid;
  });
  await manyAtATime(atATime, pods, async (i) => {
    const set = Math.floor(i / podsOfSet);
    const owner = { apiVersion: "apps/v1", kind: "ReplicaSet", name: `set-${set}`, uid: sets[set], controller: true };
    const metadata = { name: nameOfPod(i), labels: labelsOf(set), ownerReferences: [owner] };
    await send("POST", podsPath, { metadata, spec: { nodeName: `bench-${i % nodes}`, ...podSpec } });
    await setStatus(`${podsPath}/${nameOfPod(i)}`, {
      phase: "Running",
      conditions: [isReady],
      containerStatuses: [containerStatus(true, { running: { startedAt: "2026-01-01T00:00:00Z" } })],
    });
  });
}

const isReady = { type: "Ready", status: "True" };
const podSpec = { containers: [{ name: "app", image: "nginx:1.29" }] };
const nameOfPod = (i: number): string => `pod-${i}`;
const labelsOf = (set: number) => ({ app: `set-${set}` });

const replicaSet = (i: number): object => ({
  metadata: { name: `set-${i}` },
  spec: {
    replicas: podsOfSet,
    selector: { matchLabels: labelsOf(i) },
    template: { metadata: { labels: labelsOf(i) }, spec: podSpec },
  },
});

const containerStatus = (ready: boolean, state: object): object => ({
  name: "app",
  image: "nginx:1.29",
  imageID: "",
  restartCount: ready ? 0 : 1,
  ready,
  state,
});

const setStatus = (target: string, status: object): Promise<string> =>
  send("PATCH", `${target}/status`, { status }, mergePatch);

/** Opens the world, scrolls through it while pods crash. Returns the longest time between two frames. */
export async function visitWorld(changes: number): Promise<number> {
  location.hash = "#/server";
  await pause(1500);
  const stop = watchFrames();
  location.hash = "#/world";
  while (document.querySelectorAll(".kp-world [role=treeitem]").length < 10) await nextFrame();
  await pause(1000);
  await Promise.all([scrollThrough(), patchPods(changes)]);
  await pause(500);
  return stop();
}

async function scrollThrough(): Promise<void> {
  const area = document.querySelector(".kp-map") ?? document.querySelector(".kp-outline");
  if (area === null) throw new Error("the world is not there");
  for (let turn = 0; turn < 2; turn += 1)
    for (let top = 0; top < area.scrollHeight; top += 90) {
      area.scrollTop = top;
      await nextFrame();
    }
}

/** Has pods crash and recover in turns. */
const patchPods = (count: number): Promise<void> =>
  manyAtATime(atATime, count, async (i) => {
    const isBroken = i % 2 === 0;
    const state = isBroken ? { waiting: { reason: "CrashLoopBackOff" } } : { running: {} };
    const status = {
      conditions: [{ type: "Ready", status: isBroken ? "False" : "True" }],
      containerStatuses: [containerStatus(!isBroken, state)],
    };
    await setStatus(`${podsPath}/${nameOfPod((i * 7) % count)}`, status);
  });

/** Walks through views that list many objects. */
export async function visitLists(): Promise<void> {
  for (const address of ["#/objects/core/v1/configmaps", "#/world", "#/objects", "#/objects/core/v1/configmaps"]) {
    location.hash = address;
    await pause(2500);
    const table = document.querySelector(".kp-table, .kp-outline");
    for (let top = 0; table !== null && top < 20_000; top += 800) {
      table.scrollTop = top;
      await nextFrame();
    }
  }
}

/** Notes the longest time between two frames until the returned function is called. */
function watchFrames(): () => number {
  let [last, longest, over] = [performance.now(), 0, false];
  const frame = (now: number): void => {
    longest = Math.max(longest, now - last);
    last = now;
    if (!over) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return () => {
    over = true;
    return longest;
  };
}

/** When the page was first painted, in milliseconds after its navigation began. */
export const firstPaint = (): number =>
  performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
