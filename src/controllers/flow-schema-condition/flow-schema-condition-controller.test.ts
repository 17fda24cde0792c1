import { afterEach, expect, it } from "vitest";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { createFlowSchemaConditionController } from "./flow-schema-condition-controller.ts";

const group = { group: "flowcontrol.apiserver.k8s.io", version: "v1" };
const schemas = { ...group, resource: "flowschemas" };
const levels = { ...group, resource: "prioritylevelconfigurations" };
const fieldManager = "api-priority-and-fairness-config-consumer-v1";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start() {
  const clock = new FakeClock();
  const server = await createApiServer({ backend: createMemoryBackend(), clock, random: createSystemRandom() });
  const controller = createFlowSchemaConditionController({ handle: server.handle, clock });
  controller.start(new AbortController().signal);
  closing.push(async () => {
    controller.close();
    await server.close();
  });
  const client = new Client({ handle: server.handle, userAgent: "test" });
  const createSchema = () =>
    client.create(schemas, { metadata: { name: "a" }, spec: { priorityLevelConfiguration: { name: "l" } } });
  const createLevel = () =>
    client.create(levels, {
      metadata: { name: "l" },
      spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } },
    });
  const seen = async () => (await client.get(schemas, "a"))["status"];
  return { clock, client, controller, createSchema, createLevel, seen };
}

const named = 'This FlowSchema references the PriorityLevelConfiguration object named "l"';
const status = (clock: FakeClock, text: "True" | "False") => ({
  conditions: [
    {
      type: "Dangling",
      status: text,
      lastTransitionTime: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z"),
      reason: text === "True" ? "NotFound" : "Found",
      message: text === "True" ? `${named} but there is no such object` : `${named} and it exists`,
    },
  ],
});

it("a schema dangles until its level is there, and again when the level is gone", async () => {
  const { clock, client, createSchema, createLevel, seen } = await start();
  await createSchema();
  await expect.poll(seen).toEqual(status(clock, "True"));
  clock.advance(5000);
  await createLevel();
  await expect.poll(seen).toEqual(status(clock, "False"));
  clock.advance(5000);
  await client.delete(levels, "l");
  await expect.poll(seen).toEqual(status(clock, "True"));
});

it("the condition is applied by the consumer of the configuration", async () => {
  const { clock, client, createSchema, seen } = await start();
  await createSchema();
  await expect.poll(seen).toEqual(status(clock, "True"));
  expect((await client.get(schemas, "a")).metadata.managedFields).toContainEqual(
    expect.objectContaining({ manager: fieldManager, operation: "Apply", subresource: "status" }),
  );
});

it("schemas that a server makes when it starts are left as they are", async () => {
  const { client, controller } = await start();
  const before = (await client.list(schemas)).items.map(({ metadata }) => metadata.resourceVersion);
  await controller.idle();
  expect((await client.list(schemas)).items.map(({ metadata }) => metadata.resourceVersion)).toEqual(before);
});

it("a condition that others keep changing is written six times a minute", async () => {
  const { clock, client, controller, createSchema, seen } = await start();
  const wrong = { status: { conditions: [{ type: "Dangling", status: "Unknown" }] } };
  const overwrite = () => client.patch(schemas, "a", "merge", wrong, { subresource: "status" });
  await createSchema();
  for (let i = 0; i < 6; i++) {
    await expect.poll(seen).toEqual(status(clock, "True"));
    await overwrite();
  }
  await controller.idle();
  expect(await seen()).toMatchObject({ conditions: [{ status: "Unknown" }] });
  clock.advance(60_000);
  await expect.poll(seen).toEqual(status(clock, "True"));
});
