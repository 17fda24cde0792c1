import type { Kubepad } from "../../src/worker/kubepad.ts";
import { manyAtATime } from "./many-at-a-time.ts";
import { collectionPath, configMap, mergePatch } from "./objects.ts";

// Runs inside the app's page. Every function that is exported can be called from outside.

const namespace = "bench-watch";
const atATime = 16;

/** The cost of a burst of changes for the page. */
export interface Burst {
  /** Until every watch showed every event. */
  readonly ms: number;
  /** The longest time between two frames. */
  readonly longestFrameMs: number;
  readonly frames: number;
  /** Rows in the document at the end, of all watches. */
  readonly rows: number;
}

const kubepad = (): Kubepad => (globalThis as unknown as { readonly kubepad: Kubepad }).kubepad;

const send = async (method: string, target: string, type: string, body: string): Promise<void> => {
  const answer = await kubepad().fetch(target, { method, body, headers: { "Content-Type": type } });
  if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
};

/** Creates the given number of 2-KB ConfigMaps. */
export async function createObjects(count: number): Promise<void> {
  const json = "application/json";
  await send("POST", "/api/v1/namespaces", json, JSON.stringify({ metadata: { name: namespace } }));
  await manyAtATime(atATime, count, (i) =>
    send("POST", collectionPath(namespace), json, JSON.stringify(configMap(namespace, `watched-${i}`))),
  );
}

/**
 * Opens the given number of watches on all objects, and waits until each reported every object. Their label leaves out
 * what controllers create in the namespace.
 */
export async function openWatches(count: number, objects: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const target = `${collectionPath(namespace)}?watch=true&labelSelector=${encodeURIComponent(`app=bench,none!=${i}`)}`;
    location.hash = `#/watches?open=${encodeURIComponent(target)}`;
    while (document.querySelectorAll(".kp-watch").length <= i) await nextFrame();
  }
  await untilAllTell(count, objects);
}

/** Patches the objects sequentially, and waits until all watches reported the given number of events. */
export async function patchAll(patches: number, watches: number, events: number): Promise<Burst> {
  const stop = watchFrames();
  const start = performance.now();
  const [merge, path] = ["application/merge-patch+json", collectionPath(namespace)];
  await manyAtATime(atATime, patches, (i) =>
    send("PATCH", `${path}/watched-${i}`, merge, mergePatch(Math.trunc(start) + i)),
  );
  if (watches > 0) await untilAllTell(watches, events);
  const ms = performance.now() - start;
  await nextFrame();
  return { ms, ...stop(), rows: document.querySelectorAll(".kp-timeline li").length };
}

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** How long watches may tell the same before a measurement is given up. */
const longestRestMs = 60_000;

/** Waits for the event count in the header of each watch. Throws if the counts come to rest before. */
async function untilAllTell(watches: number, events: number): Promise<void> {
  const words = `${events.toLocaleString("en-US")} events`;
  const told = () => [...document.querySelectorAll(".kp-watch .quiet.small")].map(({ textContent }) => textContent);
  let [before, since] = ["", performance.now()];
  for (;;) {
    const now = told();
    if (now.filter((text) => text === words).length >= watches) return;
    if (now.join() !== before) [before, since] = [now.join(), performance.now()];
    else if (performance.now() - since > longestRestMs)
      throw new Error(`the watches tell ${[...new Set(now)].join(", ")} instead of ${words}`);
    await nextFrame();
  }
}

/** Records the duration of each frame until the returned function is called. */
function watchFrames(): () => Pick<Burst, "longestFrameMs" | "frames"> {
  let [last, longestFrameMs, frames, over] = [performance.now(), 0, 0, false];
  const frame = (now: number): void => {
    longestFrameMs = Math.max(longestFrameMs, now - last);
    last = now;
    frames += 1;
    if (!over) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return () => {
    over = true;
    return { longestFrameMs, frames };
  };
}
