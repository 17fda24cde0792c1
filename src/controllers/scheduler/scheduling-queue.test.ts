import { expect, it } from "vitest";
import { podInfoOf } from "../framework/scheduling/node-info.ts";
import { type QueuedPod, SchedulingQueue } from "./scheduling-queue.ts";

function queued(name: string, order: string, { priority = 0, nominatedNodeName = "" } = {}): QueuedPod {
  const spec = { priority, containers: [] };
  const info = podInfoOf({ metadata: { name }, spec, status: { nominatedNodeName } });
  return { info, order, attempts: 0, triedAt: 0, message: "" };
}

function queueOf(...pods: readonly QueuedPod[]): SchedulingQueue {
  const queue = new SchedulingQueue();
  for (const pod of pods) {
    queue.set(pod.info.key, pod);
    queue.activate(pod.info.key);
  }
  return queue;
}

const namesOf = (queue: SchedulingQueue): readonly string[] => {
  const names: string[] = [];
  for (let next = queue.takeActive(); next !== undefined; next = queue.takeActive()) names.push(next.info.key);
  return names;
};

it("gives the active pods by priority, then by age", () => {
  const queue = queueOf(queued("a", "3"), queued("b", "1"), queued("c", "4", { priority: 2 }), queued("d", "2"));
  expect(namesOf(queue)).toEqual(["c", "b", "d", "a"]);
  expect([queue.hasActive, queue.idleCount]).toEqual([false, 4]);
});

it("gives a pod as it is now and once, and none that is gone", () => {
  const queue = queueOf(queued("a", "1"), queued("b", "2"), queued("c", "3"));
  const changed = queued("a", "1", { priority: -1 });
  queue.set("a", changed);
  queue.activate("a");
  queue.delete("b");
  expect(queue.takeActive()?.info.key).toBe("c");
  expect(queue.takeActive()).toBe(changed);
  expect(queue.takeActive()).toBeUndefined();
  queue.activate("b");
  expect(queue.hasActive).toBe(false);
});

it("knows the pods that are promised a node", () => {
  const queue = queueOf(queued("a", "1"), queued("b", "2", { nominatedNodeName: "n" }), queued("c", "3"));
  const names = (): readonly string[] => [...queue.nominated()].map(({ info }) => info.key);
  expect(names()).toEqual(["b"]);
  queue.set("c", queued("c", "3", { nominatedNodeName: "n" }));
  queue.set("b", queued("b", "2"));
  expect(names()).toEqual(["c"]);
  queue.delete("c");
  expect(names()).toEqual([]);
});
