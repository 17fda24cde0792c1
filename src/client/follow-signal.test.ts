import { expect, test } from "vitest";
import { followSignal } from "./follow-signal.ts";

test("it aborts with the first of its signals, for that signal's reason", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const own = followSignal(first.signal, second.signal);
  expect(own.signal.aborted).toBe(false);
  second.abort("second");
  first.abort("first");
  expect(own.signal.reason).toBe("second");
});

test("it is aborted from the start where one of its signals is", () => {
  const gone = AbortSignal.abort("gone");
  expect(followSignal(new AbortController().signal, gone).signal.reason).toBe("gone");
});

test("it stops listening once it is aborted itself", () => {
  const listening = new Set<unknown>();
  const { signal } = new AbortController();
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener, options: AddEventListenerOptions): void => {
    listening.add(listener);
    options.signal?.addEventListener("abort", () => listening.delete(listener));
    add(type, listener, options);
  };
  const own = followSignal(signal, new AbortController().signal);
  expect(listening.size).toBe(1);
  own.abort();
  expect(listening.size).toBe(0);
});
