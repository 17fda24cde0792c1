import { describe, expect, it } from "vitest";
import { nextTask } from "../../component-base/event-loop.ts";
import { FanOut, fanOutSlice, type Sleeper } from "./fan-out.ts";

/** Sleepers that record when they are woken: in the turn of the commit, or in which task after it. */
function setUp(count: number) {
  const fanOut = new FanOut();
  const woken: number[] = [];
  let task = 0;
  const sleepers = Array.from({ length: count }, (): Sleeper => ({
    wake: () => void woken.push(task),
  }));
  const commit = (): void => {
    fanOut.begin();
    for (const sleeper of sleepers) if (fanOut.admit(sleeper)) sleeper.wake();
  };
  const runTasks = async (): Promise<void> => {
    for (task = 1; task < 20; task++) await nextTask();
    task = 0;
  };
  return { woken, commit, runTasks };
}

describe("the fan-out", () => {
  it("wakes few sleepers at once, commit by commit", () => {
    const { woken, commit } = setUp(fanOutSlice);
    commit();
    commit();
    expect(woken).toEqual(Array.from({ length: 2 * fanOutSlice }, () => 0));
  });

  it("wakes a slice in each task where there are many, so that other tasks run in between", async () => {
    const { woken, commit, runTasks } = setUp(4 * fanOutSlice + 1);
    commit();
    expect(woken).toHaveLength(fanOutSlice);
    await runTasks();
    const tasks = [...new Set(woken)];
    expect(tasks).toEqual(tasks.toSorted((a, b) => a - b));
    const counts = tasks.map((task) => woken.filter((of) => of === task).length);
    expect(counts).toEqual([...Array<number>(4).fill(fanOutSlice), 1]);
    commit();
    expect(woken).toHaveLength(5 * fanOutSlice + 1);
  });
});
