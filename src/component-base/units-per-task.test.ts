import { expect, test } from "vitest";
import { UnitsPerTask } from "./units-per-task.ts";

test("what spends more units than a task may have waits for the next one, with all that come after it", async () => {
  const tasks: (() => void)[] = [];
  const perTask = new UnitsPerTask(10, () => new Promise((resolve) => tasks.push(resolve)));
  expect([perTask.spend(4), perTask.spend(5)]).toEqual([undefined, undefined]);
  const [waiting, later] = [perTask.spend(100), perTask.spend(1)];
  expect(waiting).toBe(later);
  expect(tasks).toHaveLength(1);
  tasks[0]?.();
  await waiting;
  expect([perTask.spend(9), perTask.spend(1) === undefined]).toEqual([undefined, false]);
});
