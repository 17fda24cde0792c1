import { describe, expect, test } from "vitest";
import { createTestServer } from "./test-server.ts";
import { type ActorServer, interleavings, type InterleavedWorld, type InterleavingOptions } from "./interleavings.ts";
import type { Actor } from "./interleavings.ts";

const path = "/api/v1/namespaces/default/configmaps";
const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { count: "0" } };
const seed = [settings];

const json = (method: string, body: object) => ({
  method,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Adds one to a count, by reading and writing. */
async function increment(server: ActorServer, isChecked: boolean): Promise<number> {
  const object = await server.get(settings);
  const data = { count: String(Number(object.data.count) + 1) };
  const { resourceVersion: _, ...metadata } = object.metadata;
  const body = { ...object, metadata: isChecked ? object.metadata : metadata, data };
  const answer = await server.fetch(`${path}/settings`, json("PUT", body));
  return answer.status;
}

async function collect<T>(
  actors: Readonly<Record<string, Actor>>,
  options: InterleavingOptions,
  look: (world: InterleavedWorld) => T | Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  for await (const world of interleavings(actors, options)) found.push(await look(world));
  return found;
}

describe("all interleavings", () => {
  test("show a lost update, and that a resourceVersion prevents it", async () => {
    const counts = (isChecked: boolean) =>
      collect(
        { a: (server) => increment(server, isChecked), b: (server) => increment(server, isChecked) },
        { seed },
        async ({ server, outcomes }) => ({
          count: (await server.get(settings)).data.count,
          statuses: [outcomes["a"]?.result, outcomes["b"]?.result],
        }),
      );
    const lost = (await counts(false)).filter(({ count, statuses }) => count === "1" && !statuses.includes(409));
    expect(lost.length).toBeGreaterThan(0);
    const checked = await counts(true);
    expect(checked.every(({ count, statuses }) => (count === "2") === !statuses.includes(409))).toBe(true);
    expect(checked.some(({ statuses }) => statuses.includes(409))).toBe(true);
  });

  test("come in the same order with the same objects each time", async () => {
    const apply = (manager: string, count: string) => ({
      method: "PATCH",
      path: `${path}/settings?fieldManager=${manager}`,
      type: "application/apply-patch+yaml",
      body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { count } },
    });
    const run = () =>
      collect({ a: [apply("a", "1")], b: [apply("b", "2")] }, {}, async ({ server, order, outcomes }) => ({
        order: order.join(", "),
        statuses: Object.values(outcomes).map(({ answers }) => answers.map(({ status }) => status)),
        object: await server.get(settings),
      }));
    const [first, again] = [await run(), await run()];
    expect(first).toEqual(again);
    expect(new Set(first.map(({ order }) => order)).size).toBe(first.length);
    expect(first.length).toBe(6);
    // one of them creates the object, the other one has a conflict
    for (const { statuses } of first) expect(statuses.flat().toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test("overshoot no quota", async () => {
    const quota = {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: "few" },
      spec: { hard: { "count/secrets": "1" } },
      status: { hard: { "count/secrets": "1" }, used: { "count/secrets": "0" } },
    };
    const secrets = "/api/v1/namespaces/default/secrets";
    const create = (name: string) => ({ method: "POST", path: secrets, body: { metadata: { name } } });
    await using server = await createTestServer({ controllers: false, seed: [quota] });
    await server.fetch("/api/v1/namespaces/default/resourcequotas/few/status", json("PUT", quota));
    const runs = await collect(
      { a: [create("first")], b: [create("second")] },
      { server, steps: ["begin", "write"] },
      async (world) => ({
        count: (await (await world.server.fetch(secrets)).json()).items.length,
        statuses: Object.values(world.outcomes).flatMap(({ answers }) => answers.map(({ status }) => status)),
      }),
    );
    expect(runs.length).toBeGreaterThan(1);
    for (const { count, statuses } of runs) {
      expect(count).toBe(1);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 403]);
    }
  });

  test("deliver events of watches as steps, and tell who waits for one that does not come", async () => {
    const watch = async (server: ActorServer) => {
      const answer = await server.fetch(`${path}?watch=1&resourceVersion=0`);
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        text += part.value;
        if (text.includes('"MODIFIED"')) return "seen";
      }
      return "ended";
    };
    const write = { method: "PATCH", path: `${path}/settings`, type: "application/merge-patch+json" };
    const seen = await collect(
      { watcher: watch, writer: [{ ...write, body: { data: { count: "9" } } }] },
      { seed, steps: ["begin", "write", "event"] },
      ({ outcomes, waiting, order }) => [outcomes["watcher"]?.result, waiting, order.includes("watcher event")],
    );
    expect(seen.length).toBeGreaterThan(1);
    // a watch that begins after the write sees it as the first state, and waits for ever
    expect(seen).toContainEqual(["seen", [], true]);
    expect(seen).toContainEqual([undefined, ["watcher"], true]);
  });

  test("end with an error where there are more than the limit, unless the cut is allowed", async () => {
    const actors = { a: (server: ActorServer) => increment(server, true), b: [{ path }], c: [{ path }] };
    await expect(collect(actors, { seed, limit: 5 }, () => 1)).rejects.toThrow(
      "there are more than 5 interleavings: name fewer steps, or allow the cut",
    );
    expect(await collect(actors, { seed, limit: 5, allowCut: true }, () => 1)).toHaveLength(5);
  });

  test("tell what an actor throws", async () => {
    const [error] = await collect(
      { a: (server) => server.get({ ...settings, metadata: { name: "nothing" } }) },
      { seed },
      ({ outcomes }) => outcomes["a"]?.error,
    );
    expect(String(error)).toContain('configmaps "nothing" not found');
  });
});
