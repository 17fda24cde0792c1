import { expect, test } from "vitest";
import type { Exchange, Handle } from "../../component-base/exchange.ts";
import { RequestTurns } from "./request-turns.ts";

const answer = { status: 200, headers: [], body: "" };
const exchangeOf = (target: string): Exchange => ({ target }) as Exchange;

/** Turns whose tasks a test runs. */
function inTasks(most: number) {
  const tasks: (() => void)[] = [];
  const seen: string[] = [];
  const handle: Handle = async ({ target }) => {
    seen.push(target);
    return answer;
  };
  const turns = new RequestTurns(most, () => new Promise((resolve) => tasks.push(resolve)));
  const runTask = async (): Promise<readonly string[]> => {
    tasks.shift()?.();
    for (let i = 0; i < 10; i++) await Promise.resolve();
    return seen.splice(0);
  };
  return { turns, handle, seen, tasks, runTask };
}

const sendMany = (handle: Handle, name: string, count: number): readonly Promise<unknown>[] =>
  Array.from({ length: count }, (_, i) => handle(exchangeOf(`${name}${i}`)));

test("between two tasks begin no more requests of controllers than allowed", async () => {
  const { turns, handle, seen, runTask } = inTasks(3);
  const all = sendMany(turns.of(handle), "a", 8);
  expect(seen.splice(0)).toEqual(["a0", "a1", "a2"]);
  expect(await runTask()).toEqual(["a3", "a4", "a5"]);
  expect(await runTask()).toEqual(["a6", "a7"]);
  await Promise.all(all);
});

test("controllers take turns, and a later one does not wait for the end of an earlier one's requests", async () => {
  const { turns, handle, seen, runTask } = inTasks(2);
  const [many, few] = [turns.of(handle), turns.of(handle)];
  void sendMany(many, "a", 6);
  void sendMany(few, "b", 2);
  expect(seen.splice(0)).toEqual(["a0", "a1"]);
  expect(await runTask()).toEqual(["a2", "b0"]);
  expect(await runTask()).toEqual(["a3", "b1"]);
  expect(await runTask()).toEqual(["a4", "a5"]);
});

test("requests of others do not wait", async () => {
  const { turns, handle, seen } = inTasks(1);
  void sendMany(turns.of(handle), "a", 3);
  await handle(exchangeOf("other"));
  expect(seen).toEqual(["a0", "other"]);
});

test("a request alone goes through at once, and nothing goes on without requests", async () => {
  const { turns, handle, seen, tasks, runTask } = inTasks(2);
  void sendMany(turns.of(handle), "a", 1);
  expect(seen.splice(0)).toEqual(["a0"]);
  await runTask();
  expect(tasks).toEqual([]);
  void sendMany(turns.of(handle), "b", 2);
  expect(seen.splice(0)).toEqual(["b0", "b1"]);
});
