import type { Kubepad } from "../../src/worker/kubepad.ts";
import { manyAtATime } from "./many-at-a-time.ts";

// Runs inside the app's page. Every function that is exported can be called from outside.

const namespace = "bench-overview";
const atATime = 16;

/** What opening an Overview cost the page, in milliseconds. */
export interface Opened {
  /** From the click on a row until the state of its object was painted. */
  readonly ms: number;
  /** The longest task of the page until a second later, when everything about the object has been read. */
  readonly longestTaskMs: number;
}

const kubepad = (): Kubepad => (globalThis as unknown as { readonly kubepad: Kubepad }).kubepad;

async function post(target: string, body: unknown): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const answer = await kubepad().fetch(target, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${target}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Creates pods that nobody schedules, each with a ConfigMap that it refers to. */
export async function createPods(count: number): Promise<void> {
  await post("/api/v1/namespaces", { metadata: { name: namespace } });
  await post(`/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: "default" } }).catch(
    () => undefined,
  );
  await manyAtATime(atATime, count, async (i) => {
    const name = `pod-${String(i).padStart(5, "0")}`;
    const container = { name: "app", image: "nginx:1.27", envFrom: [{ configMapRef: { name: "settings" } }] };
    await post(`/api/v1/namespaces/${namespace}/pods`, {
      metadata: { name, namespace, labels: { app: "bench" } },
      spec: { containers: [container] },
    });
  });
}

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Waits for the next paint: what runs after a frame's callbacks in a task of its own. */
const painted = async (): Promise<void> => {
  await nextFrame();
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
};

async function until(found: () => boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!found()) {
    if (performance.now() > end) throw new Error("what was waited for did not come");
    await nextFrame();
  }
}

/** Opens the list of all pods, and waits until it is complete. */
export async function openList(count: number): Promise<void> {
  location.hash = "#/objects/core/v1/pods";
  const rows = () => document.querySelector("[role=table][aria-label=Pod]")?.getAttribute("aria-rowcount");
  await until(() => rows() === String(count + 1));
}

/** Clicks on the n-th of the rows that are in sight, and waits until the state of its object is painted. */
export async function openOverview(n: number): Promise<Opened> {
  const row = document.querySelectorAll<HTMLElement>("[role=table][aria-label=Pod] [data-clickable]")[n];
  const name = /pod-\d+/.exec(row?.textContent ?? "")?.[0];
  if (row === undefined || name === undefined) throw new Error("no row is there");
  let longestTaskMs = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
  });
  tasks.observe({ type: "longtask" });
  const start = performance.now();
  row.click();
  const isShown = () =>
    document.querySelector(`section[aria-label="${name}"] .kp-diagnosis-sentence`)?.textContent !== undefined &&
    document.querySelector(`section[aria-label="${name}"] .kp-diagnosis-sentence`)?.textContent !== "";
  await until(isShown);
  await painted();
  const ms = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  tasks.disconnect();
  return { ms, longestTaskMs };
}
