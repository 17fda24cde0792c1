import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { crdTwin } from "../../src/declarative-validation/twin/crd-twin.ts";
import { createApiServer, type ApiServer } from "../../src/kube-apiserver/server.ts";
import { declarativeExamples } from "../../src/scenarios/declarative/declarative-examples.ts";

let server: ApiServer;
beforeAll(async () => {
  const [clock, random] = [createSystemClock(), createSystemRandom()];
  server = await createApiServer({ backend: createMemoryBackend(), clock, random });
});
afterAll(() => server.close());

async function post(path: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { "Content-Type": "application/json" };
  const response = await server.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

const definition = (id: string, schema: object) => ({
  metadata: { name: `${id}s.twin.example.com` },
  spec: {
    group: "twin.example.com",
    scope: "Cluster",
    names: { plural: `${id}s`, kind: `K${id}` },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { spec: schema } } },
      },
    ],
  },
});

/** Fixtures that a definition decides otherwise, as a note says. */
const decidedOtherwise = new Set([
  "listType/a key twice",
  "enum/left out",
  "maxLength/6 letters, 12 bytes",
  "isSubresource/as a resource",
  "supportsSubresource/under /other",
  "ifEnabled/enabled",
  "ifDisabled/disabled",
]);

describe.each(declarativeExamples)(
  "the definition that stands for the lesson $id",
  ({ id, source, type, release, fixtures }) => {
    it("is taken by the server, and decides new objects as the tags do", async () => {
      const name = id.toLowerCase();
      const twin = crdTwin(source, type, release);
      const installed = await post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        definition(name, twin?.schema ?? {}),
      );
      expect([installed.status, installed.text.slice(0, 500)]).toEqual([201, expect.anything()]);
      await expect.poll(async () => (await server.fetch(`/apis/twin.example.com/v1/${name}s`)).status).toBe(200);
      const verdicts = fixtures.filter(({ operation }) => operation === "create");
      for (const [index, { name: fixture, object, expect: errors }] of verdicts.entries()) {
        const { status, text } = await post(`/apis/twin.example.com/v1/${name}s`, {
          apiVersion: "twin.example.com/v1",
          kind: `K${name}`,
          metadata: { name: `o-${index}` },
          spec: object,
        });
        const isRefused = errors.length > 0 !== decidedOtherwise.has(`${id}/${fixture}`);
        expect([fixture, status, text.slice(0, 300)]).toEqual([fixture, isRefused ? 422 : 201, expect.anything()]);
      }
    });
  },
);
