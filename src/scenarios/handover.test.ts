import { expect, test } from "vitest";
import { Client } from "../client/client.ts";
import { createMemoryBackend, createSystemClock, createSystemRandom, createApiServer } from "../index.ts";
import { createHandover } from "./handover.ts";
import { runScenario } from "./scenario.ts";

test("the replicas change hands as the lesson says, request by request", async () => {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  const scenario = createHandover("handover-test");
  const outcomes = await runScenario(new Client({ handle: server.handle, userAgent: "test/1" }), scenario);
  expect(outcomes.flatMap(({ claims }) => claims).filter(({ holds }) => !holds)).toEqual([]);
  expect(outcomes.map(({ answer }) => answer.status)).toEqual([201, 201, 200, 409, 200, 200]);
  await server.close();
});

test("a lesson ends where it goes otherwise than told", async () => {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  const client = new Client({ handle: server.handle, userAgent: "test/1" });
  await runScenario(client, createHandover("twice"));
  const again = await runScenario(client, createHandover("twice"));
  expect(again.map(({ answer, claims }) => [answer.status, claims.map(({ holds }) => holds)])).toEqual([
    [409, [false]],
  ]);
  await server.close();
});
