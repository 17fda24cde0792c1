import { describe, expect, test, vi } from "vitest";
import { importModule } from "./held-messages.ts";

const send = (scope: EventTarget, data: unknown, ports: MessagePort[] = []): boolean =>
  scope.dispatchEvent(new MessageEvent("message", { data, ports }));

describe("a worker's script", () => {
  test("gives the module the messages that came before it was loaded, in their order and with their ports", async () => {
    const scope = new EventTarget();
    const heard: unknown[] = [];
    const { port1, port2 } = new MessageChannel();
    let loaded = (): void => undefined;
    const imported = importModule(scope, async () => {
      await new Promise<void>((resolve) => (loaded = resolve));
      scope.addEventListener("message", (event) => {
        if (event instanceof MessageEvent) heard.push([event.data, event.ports.length]);
      });
      // a message between the end of the module and that of its import
      send(scope, "third");
    });
    send(scope, "first");
    send(scope, "second", [port1]);
    expect(heard).toEqual([]);
    loaded();
    await imported;
    send(scope, "fourth");
    expect(heard).toEqual([
      ["first", 0],
      ["second", 1],
      ["third", 0],
      ["fourth", 0],
    ]);
    port1.close();
    port2.close();
  });

  test("reports a module that cannot be loaded as an error of the script", async () => {
    vi.useFakeTimers();
    try {
      const error = new Error("no such file");
      await importModule(new EventTarget(), () => Promise.reject(error));
      expect(() => vi.runAllTimers()).toThrow(error);
    } finally {
      vi.useRealTimers();
    }
  });
});
