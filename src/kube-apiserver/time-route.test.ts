import { expect, it } from "vitest";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { WorldClock } from "../component-base/world-clock.ts";
import { createApiServer } from "./server.ts";

async function start() {
  const host = new FakeClock(Date.UTC(2030, 0, 1));
  const world = new WorldClock({ host, settle: () => Promise.resolve() });
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: host,
    world,
    random: createSeededRandom(1),
  });
  const post = (body: unknown) => server.fetch("/kubepad/time", { method: "POST", body: JSON.stringify(body) });
  const create = async (name: string): Promise<string> => {
    const answer = await server.fetch("/api/v1/namespaces", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name } }),
    });
    return ((await answer.json()) as { metadata: { creationTimestamp: string } }).metadata.creationTimestamp;
  };
  return { host, server, post, create };
}

it("objects carry the time of the world, and are written while it is paused", async () => {
  const { host, post, create } = await start();
  expect(await create("a")).toBe("2030-01-01T00:00:00Z");
  await post({ paused: true });
  host.advance(60_000);
  expect(await create("b")).toBe("2030-01-01T00:00:00Z");
  await post({ advance: "1h" });
  expect(await create("c")).toBe("2030-01-01T01:00:00Z");
  await post({ paused: false, speed: 100 });
  host.advance(36_000);
  expect(await create("d")).toBe("2030-01-01T02:00:00Z");
});

it("the time is read, and changed by requests that are right", async () => {
  const { server, post } = await start();
  expect(await (await server.fetch("/kubepad/time")).json()).toMatchObject({ paused: false, speed: 1, waiting: 0 });
  expect(await (await post({ speed: 10 })).json()).toMatchObject({ speed: 10 });
  expect(await (await post({ steps: 2 })).json()).toMatchObject({ paused: true, speed: 10 });
  expect((await server.fetch("/kubepad/time", { method: "PUT" })).status).toBe(405);
});

it.each([
  [{ speed: 0 }, "the speed must be from 0.01 to 1000"],
  [{ speed: "10" }, "speed must be a number"],
  [{ paused: 1 }, "paused must be true or false"],
  [{ steps: 1.5 }, "steps must be a number from 0 to 1000"],
  [{ faster: true }, 'unknown field "faster"'],
  [[], "the body must be a JSON object"],
])("%j is refused", async (body, message) => {
  const { post } = await start();
  const answer = await post(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message });
});

it("a server without a world clock has no such path", async () => {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: new FakeClock(),
    random: createSeededRandom(1),
  });
  expect((await server.fetch("/kubepad/time")).status).toBe(404);
  await expect(server.inspect.stepWorld()).rejects.toThrow("the time of this server cannot be changed");
});
