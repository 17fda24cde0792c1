import { describe, expect, it } from "vitest";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { Client } from "./client.ts";
import { InformedQueue } from "./informed-queue.ts";
import { FakeApi, served } from "./testing/fake-api.ts";

const pods = { group: "", version: "v1", resource: "pods", namespace: "default" };

describe("InformedQueue", () => {
  it.each(["its signal is aborted", "it is closed"])(
    "works on what the informer's handler adds, until %s",
    async (how) => {
      const api = new FakeApi([served("", "v1", "pods", "Pod")]);
      const client = new Client({ handle: api.handle, userAgent: "test" });
      const [stop, clock, done] = [new AbortController(), new FakeClock(), new Array<string>()];
      const signals: AbortSignal[] = [];
      const queue = new InformedQueue({
        client,
        clock,
        target: pods,
        workers: 1,
        handler: { add: ({ metadata: { name = "" } }) => queue.add(name) },
        process: (key, signal) => (done.push(key), signals.push(signal), Promise.resolve()),
        ended: () => done.push("ended"),
      });
      await client.create(pods, { metadata: { name: "a" } });
      queue.start(stop.signal);
      await queue.idle();
      queue.addAfter("later", 10);
      if (how === "it is closed") queue.close();
      else stop.abort();
      queue.add("b");
      await queue.idle();
      expect([...new Set(done)]).toEqual(["a", "ended"]);
      expect(signals[0]?.aborted).toBe(true);
      expect(clock.pending).toBe(0);
    },
  );
});
