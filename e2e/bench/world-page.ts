import type { Kubepad } from "../../src/worker/kubepad.ts";

// Runs inside the app's page. Every function that is exported can be called from outside.

const namespace = "bench-world";
const collection = `/apis/apps/v1/namespaces/${namespace}/deployments`;
const json = "application/json";

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

/** Creates simulated nodes and Deployments of 100 pods, and waits until all pods are ready. */
export async function createWorld(nodes: number, pods: number): Promise<void> {
  const { inspect } = kubepad();
  await inspect.changeWorldTime({ paused: false, speed: 100 });
  await send("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const have = JSON.parse(await send("GET", "/api/v1/nodes")) as { readonly items: readonly unknown[] };
  for (let i = have.items.length; i < nodes; i += 1)
    await send("POST", "/api/v1/nodes", {
      metadata: { name: `bench-${i}`, labels: { "simulation.kubepad.dev/node": "true" } },
    });
  for (let i = 0; i < pods / 100; i += 1) await send("POST", collection, deployment(`web-${i}`));
  for (let ready = 0; ready < pods; await pause(2000)) {
    const list = JSON.parse(await send("GET", collection)) as { readonly items: readonly Deployment[] };
    ready = list.items.reduce((sum, { status }) => sum + (status.readyReplicas ?? 0), 0);
  }
  await inspect.changeWorldTime({ paused: false, speed: 1 });
}

interface Deployment {
  readonly status: { readonly readyReplicas?: number };
}

function deployment(name: string): object {
  const labels = { app: name };
  const spec = { containers: [{ name: "app", image: "nginx:1.29" }] };
  return {
    metadata: { name, labels },
    spec: { replicas: 100, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

/** Opens the world, scrolls through it while pods are patched. Returns the longest time between two frames. */
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

async function patchPods(count: number): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const list = JSON.parse(await send("GET", `${path}?limit=${count}`)) as {
    readonly items: readonly { readonly metadata: { readonly name: string } }[];
  };
  const names = list.items.map(({ metadata }) => metadata.name);
  const work = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop())
      await send(
        "PATCH",
        `${path}/${name}`,
        { metadata: { annotations: { "simulation.kubepad.dev/exit-code": "1", bench: String(performance.now()) } } },
        "application/merge-patch+json",
      );
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

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
