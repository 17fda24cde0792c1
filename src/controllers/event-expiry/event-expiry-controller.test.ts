import { describe, expect, it } from "vitest";
import { Client } from "../../client/client.ts";
import { FakeApi, served } from "../../client/testing/fake-api.ts";
import { until } from "../../client/testing/until.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createEventExpiryController } from "./event-expiry-controller.ts";

const events = { group: "", version: "v1", resource: "events", namespace: "x" };
const minute = 60_000;
const start = Date.UTC(2026, 0, 1, 12);

const setUp = (...more: readonly object[]) => setUpWith(undefined, ...more);

async function setUpWith(ttlMs: number | undefined, ...more: readonly object[]) {
  const api = new FakeApi([served("", "v1", "events", "Event")]);
  const client = new Client({ handle: api.handle, userAgent: "test" });
  const clock = new FakeClock(start);
  const controller = createEventExpiryController({ handle: api.handle, clock, ttlMs });
  const stop = new AbortController();
  await client.create(events, { metadata: { name: "old", creationTimestamp: "2026-01-01T11:30:00Z" } });
  await client.create(events, {
    metadata: {
      name: "old-changed",
      creationTimestamp: "2026-01-01T10:00:00Z",
      managedFields: [{ time: "2026-01-01T11:45:00Z" }],
    },
  });
  for (const metadata of more) await client.create(events, { metadata });
  controller.start(stop.signal);
  await until(() => api.store("events").watchers.size === 1);
  const names = () => [...api.store("events").objects.keys()].map((key) => key.slice(2)).sort();
  const pass = async (ms: number) => {
    clock.advance(ms);
    for (let i = 0; i < 50; i++) await Promise.resolve();
    await controller.idle();
    for (let i = 0; i < 50; i++) await Promise.resolve();
  };
  return { api, client, clock, stop, names, pass, controller };
}

describe("event expiry", () => {
  it("deletes events an hour after their last write", async () => {
    const { client, names, pass, clock } = await setUp();
    await client.create(events, { metadata: { name: "new", creationTimestamp: "2026-01-01T12:00:00Z" } });
    await pass(29 * minute);
    expect(names()).toEqual(["new", "old", "old-changed"]);
    await client.patch(events, "new", "merge", { count: 2 });
    await pass(0);
    await pass(2 * minute);
    expect(names()).toEqual(["new", "old-changed"]);
    await pass(30 * minute);
    expect(names()).toEqual(["new"]);
    await pass(29 * minute);
    expect(names()).toEqual([]);
    await pass(minute);
    expect(clock.pending).toBe(0);
  });

  it("deletes events after another time, or never", async () => {
    const soon = await setUpWith(40 * minute);
    await soon.pass(11 * minute);
    expect(soon.names()).toEqual(["old-changed"]);
    const never = await setUpWith(0);
    await never.pass(1000 * minute);
    expect(never.names()).toEqual(["old", "old-changed"]);
  });

  it("deletes events of before the clock went backwards an hour after the start", async () => {
    const { names, pass } = await setUp({ name: "ahead", creationTimestamp: "2026-01-02T12:00:00Z" });
    await pass(31 * minute);
    await pass(28 * minute);
    expect(names()).toContain("ahead");
    await pass(2 * minute);
    expect(names()).toEqual([]);
  });

  it("sleeps until the next event expires", async () => {
    const { clock, api, pass } = await setUp();
    expect(clock.pending).toBe(1);
    api.requests.length = 0;
    await pass(20 * minute);
    expect(api.requests).toEqual([]);
  });

  it("leaves an event alone that was written while it was being deleted", async () => {
    const { api, client, names, pass } = await setUp();
    let changed = false;
    api.intercept = ({ method, target }) => {
      if (method === "DELETE" && target.endsWith("/old") && !changed) {
        changed = true;
        const store = api.store("events");
        store.update("x/old", { ...store.get("x/old"), count: 2 });
      }
      return undefined;
    };
    await pass(31 * minute);
    expect(changed).toBe(true);
    expect(names()).toContain("old");
    await client.list(events);
    await pass(61 * minute);
    expect(names()).toEqual([]);
  });

  it("stops with its signal", async () => {
    const { clock, stop, controller } = await setUp();
    stop.abort();
    await controller.idle();
    expect(clock.pending).toBe(0);
  });
});
