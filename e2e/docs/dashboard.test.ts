import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { Client } from "../../src/client/client.ts";
import { createApiServer, type ApiServer } from "../../src/kube-apiserver/server.ts";
import dashboard from "../../docs/dashboard.json" with { type: "json" };

/** What Prometheus adds to every series of a target. */
const ofTargets = new Set(["job", "instance"]);

const queries = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));

let server: ApiServer;
let lines: readonly string[];

beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    admissionWebhooks: new Map([["a.example.com", async () => ({ allowed: true })]]),
  });
  const client = new Client({ handle: server.handle, userAgent: "test" });
  await client.create(
    { group: "admissionregistration.k8s.io", version: "v1", resource: "validatingwebhookconfigurations" },
    {
      metadata: { name: "a" },
      webhooks: [
        {
          name: "a.example.com",
          clientConfig: { url: "https://a.example.com" },
          rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
        },
      ],
    },
  );
  const maps = { group: "", version: "v1", resource: "configmaps", namespace: "default" };
  const stop = new AbortController();
  const watching = client.watch(maps, {}, stop.signal).next();
  await client.create(maps, { metadata: { name: "a" } });
  await watching;
  stop.abort();
  lines = (await (await server.fetch("/metrics")).text()).split("\n");
});
afterAll(() => server.close());

/** The metrics of a query with the labels that it names for them. */
function seriesOf(query: string): readonly (readonly [name: string, labels: readonly string[]])[] {
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(", "));
  return [...query.matchAll(/\b([a-z_]+)\{([^}]*)\}/g)].map(([, name = "", matchers = ""]) => {
    const matched = [...matchers.matchAll(/(\w+)(?:!?=|=~)/g)].map(([, label = ""]) => label);
    return [name, [...grouped, ...matched].filter((label) => !ofTargets.has(label))] as const;
  });
}

it.each(queries)("the query of the panel %s finds metrics that the server has, with their labels", (_, query) => {
  const series = seriesOf(query);
  expect(series.length).toBeGreaterThan(0);
  const missing = series.flatMap(([name, labels]) => {
    const found = lines.filter((line) => line.startsWith(`${name}{`));
    if (found.length === 0) return lines.some((line) => line.startsWith(`# TYPE ${name} `)) ? [] : [name];
    return labels
      .filter((label) => !found.some((line) => line.includes(`${label}="`)))
      .map((label) => `${name} ${label}`);
  });
  expect(missing).toEqual([]);
});
