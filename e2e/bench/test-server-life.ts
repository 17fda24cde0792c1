// The life of a server for one test: imported, created, asked once, closed. Prints milliseconds as JSON.
//   node .config/run.mjs e2e/bench/test-server-life.ts subject|floor ROUNDS
import type { Handle } from "../../src/component-base/exchange.ts";

/** A server as each of the two offers it. */
interface ShortServer {
  readonly handle: Handle;
  close(): Promise<void>;
}

const [which = "subject", rounds = "50"] = process.argv.slice(2);

/** Imports the library; resolves with a function that creates a server. */
async function load(): Promise<() => Promise<ShortServer>> {
  if (which === "subject") return (await import("../../src/testing.ts")).createTestServer;
  const library = await import("../../src/index.ts");
  return () =>
    library.createApiServer({
      backend: library.createMemoryBackend(),
      clock: library.createSystemClock(),
      random: library.createSystemRandom(),
    });
}

const never = new AbortController().signal;
const headers = new Headers({ Accept: "application/json" });

async function live(create: () => Promise<ShortServer>): Promise<number> {
  const start = performance.now();
  const server = await create();
  const exchange = { method: "GET", target: "/api/v1/namespaces/default", headers, body: null, signal: never };
  const { status } = await server.handle(exchange);
  if (status !== 200) throw new Error(`the first answer was ${status}`);
  await server.close();
  return performance.now() - start;
}

const start = performance.now();
const create = await load();
const imported = performance.now() - start;
const first = await live(create);
const warm: number[] = [];
for (let round = 0; round < Number(rounds); round += 1) warm.push(await live(create));
console.log(JSON.stringify({ imported, first, warm: warm.slice(warm.length >> 1) }));
process.exit(0);
