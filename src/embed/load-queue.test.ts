import { expect, test } from "vitest";
import { LoadQueue } from "./load-queue.ts";

/** Asks for turns, and lists who has begun to load. */
function ask(names: string) {
  const queue = new LoadQueue();
  const loading: string[] = [];
  const timeouts: AbortController[] = [];
  const timeout = (): AbortSignal => {
    const control = new AbortController();
    timeouts.push(control);
    return control.signal;
  };
  const done = [...names].map((name) => queue.ask(() => loading.push(name), timeout));
  return { loading, done, timeouts };
}

test("the first embed loads alone, then the others a few at a time, in their order", () => {
  const { loading, done } = ask("abcdef");
  expect(loading.join("")).toBe("a");
  done[0]?.();
  expect(loading.join("")).toBe("abcd");
  done[2]?.();
  expect(loading.join("")).toBe("abcde");
  done[2]?.();
  expect(loading.join("")).toBe("abcde");
});

test("an embed that is removed before its turn does not load", () => {
  const { loading, done } = ask("abc");
  done[1]?.();
  done[0]?.();
  expect(loading.join("")).toBe("ac");
});

test("an embed that never becomes ready does not keep the others waiting", () => {
  const { loading, timeouts } = ask("ab");
  timeouts[0]?.abort();
  expect(loading.join("")).toBe("ab");
});
