import { afterEach, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { testContext } from "../testing/strategy-context.ts";
import { ipAddressStrategy } from "./ip-address.ts";

it("an address keeps its parent, which is told as Go prints it", () => {
  const address = (name: string) => ({
    metadata: { name: "10.1.0.9" },
    spec: { parentRef: { resource: "services", namespace: "n", name } },
  });
  expect(ipAddressStrategy.validateUpdate?.(address("b"), address("a"), testContext()).map(errorMessage)).toEqual([
    'spec.parentRef: Invalid value: {"Group":"","Resource":"services","Namespace":"n","Name":"b"}: field is immutable',
  ]);
});

const addresses = { group: "networking.k8s.io", version: "v1", resource: "ipaddresses" };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

it("an address with generateName has that name", async () => {
  const parts = { backend: createMemoryBackend(), clock: new FakeClock(), random: createSystemRandom() };
  const server = await createApiServer(parts);
  closing.push(() => server.close());
  const client = new Client({ handle: server.handle, userAgent: "test" });
  const spec = { parentRef: { resource: "services", namespace: "n", name: "s" } };
  const created = await client.create(addresses, { metadata: { generateName: "10.1.0.9" }, spec });
  expect(created.metadata).toMatchObject({ name: "10.1.0.9", generateName: "10.1.0.9" });
});
