// Measures discovery with many APIServices in processor time, and prints its rows as JSON, one a line.
//   node .config/run.mjs e2e/bench/aggregation-in-process.ts ROUNDS ROUND_MS
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import type { Handle } from "../../src/component-base/exchange.ts";
import { createApiServer, type ApiServer } from "../../src/kube-apiserver/server.ts";
import { processorMs } from "./event-loop-time.ts";
import { tell } from "./progress.ts";
import { interleave, type Row } from "./row.ts";

const [rounds, roundMs] = [Number(process.argv[2] ?? 7), Number(process.argv[3] ?? 300)];
const [count, dead] = [150, 10];
const names = Array.from({ length: count }, (_, at) => `v1.group${at}.test`);
const document = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Answers as a server whose group version has one resource; the first ones never answer. */
const extension: (at: number) => Handle = (at) => () => {
  if (at < dead) return new Promise(() => undefined);
  const resource = { resource: "things", scope: "Namespaced", singularResource: "thing", verbs: ["get", "list"] };
  const items = [{ metadata: { name: `group${at}.test` }, versions: [{ version: "v1", resources: [resource] }] }];
  return Promise.resolve({ status: 200, headers: [["Content-Type", document]], body: JSON.stringify({ items }) });
};

const [bare, aggregated] = [await open(0), await open(count)];
for (const [what, accept] of [
  ["aggregated discovery", document],
  ["the list of groups", "application/json"],
] as const) {
  const timed = (server: ApiServer) => () => perSecond(() => send(server, "GET", "/apis", undefined, accept));
  const row: Row = {
    name: `${what} with ${count} APIServices, ${dead} of them unavailable`,
    where: "in process",
    backend: "memory",
    unit: "/s",
    ...(await interleave(rounds, timed(aggregated), timed(bare))),
    floorName: "without them",
    goal: { atLeast: 0.5 },
  };
  console.log(JSON.stringify(row));
}
process.exit(0);

async function send(server: ApiServer, method: string, target: string, body?: object, accept = "application/json") {
  const headers = new Headers({ Accept: accept, "Content-Type": "application/json" });
  const bytes = body === undefined ? null : new TextEncoder().encode(JSON.stringify(body));
  const answer = await server.handle({ method, target, headers, body: bytes, signal: new AbortController().signal });
  if (answer.status >= 300) throw new Error(`${method} ${target} was answered ${answer.status}`);
  return String(answer.body);
}

/** Opens a server with so many APIServices, and waits until all that answer are known. */
async function open(services: number): Promise<ApiServer> {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    apiServers: new Map(names.map((name, at) => [name, extension(at)])),
  });
  const spec = { type: "ExternalName", externalName: "there.test" };
  await send(server, "POST", "/api/v1/namespaces/default/services", { metadata: { name: "there" }, spec });
  for (const name of names.slice(0, services)) await register(server, name);
  for (let found = 0; found < services - dead;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    found = (await send(server, "GET", "/apis", undefined, document)).split('"resource":"things"').length - 1;
    tell(`aggregation: ${found} of ${services} discovered`);
  }
  return server;
}

function register(server: ApiServer, name: string): Promise<string> {
  return send(server, "POST", "/apis/apiregistration.k8s.io/v1/apiservices", {
    metadata: { name },
    spec: {
      group: name.slice("v1.".length),
      version: "v1",
      service: { namespace: "default", name: "there" },
      insecureSkipTLSVerify: true,
      groupPriorityMinimum: 1000,
      versionPriority: 15,
    },
  });
}

/** Returns how often an operation fits into a second of processor time. */
async function perSecond(operation: () => Promise<unknown>): Promise<number> {
  const start = processorMs();
  let done = 0;
  for (; processorMs() - start < roundMs; done++) await operation();
  return (done / (processorMs() - start)) * 1000;
}
