// Measures server-side apply without HTTP and prints its rows as JSON, one a line.
//   node --expose-gc .config/run.mjs e2e/bench/apply-in-process.ts ROUNDS ROUND_MS
import type { Handle } from "../../src/component-base/exchange.ts";
import { openApiServer } from "../../src/node/open-api-server.ts";
import {
  appliedConfigMap,
  appliedCount,
  appliedDeployment,
  applyNamespace,
  managers,
  podPath,
  podWithVariables,
  type AppliedKind,
} from "./apply-objects.ts";
import { paceOf, parsePace, warmUpMs } from "./pace.ts";
import { interleave, type Goal, type Row } from "./row.ts";

const [rounds = 7, roundMs = 300] = process.argv.slice(2).map(Number);
const concurrency = 16;
/** The number of repeats that fill the watch history and all caches, and the number after that. */
const [firstRepeats, moreRepeats] = [60_000, 50_000];
const utf8 = new TextEncoder();
const never = new AbortController().signal;
const json = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
const applyType = new Headers({ Accept: "application/json", "Content-Type": "application/apply-patch+yaml" });
const goal: Goal = { atMost: 20 };

const server = await openApiServer({ storage: "memory", tokenAuthFile: undefined });
const handle: Handle = server.handle;
let counter = 0;
const next = (): number => (counter += 1);

const send = async (method: string, target: string, body: Uint8Array, headers = applyType): Promise<void> => {
  const answer = await handle({ method, target, headers, body, signal: never });
  if (answer.status >= 300)
    throw new Error(`${method} ${target} was answered ${answer.status}: ${String(answer.body)}`);
};
const apply = (path: string, manager: string, config: string): Promise<void> =>
  send("PATCH", path + manager, utf8.encode(config));

await send("POST", "/api/v1/namespaces", utf8.encode(JSON.stringify({ metadata: { name: applyNamespace } })), json);
for (const kind of [appliedConfigMap, appliedDeployment]) await rowsOf(kind);
await growthRow();
await memoryRow();
await server.close();
process.exit(0);

async function rowsOf(kind: AppliedKind): Promise<void> {
  for (let i = 0; i < appliedCount; i += 1) {
    await apply(kind.path(i), managers.first, kind.config(i, 0));
    await apply(kind.path(i), managers.second, kind.other(i));
  }
  const change = (): Promise<void> =>
    apply(kind.path(next() % appliedCount), managers.first, kind.config(counter % appliedCount, counter));
  await row(`apply a change, ${kind.name}`, kind, change);
  for (let i = 0; i < appliedCount; i += 1) await apply(kind.path(i), managers.first, kind.config(i, 0));
  const configs = Array.from({ length: appliedCount }, (_, i) => utf8.encode(kind.config(i, 0)));
  const again = (): Promise<void> =>
    send(
      "PATCH",
      kind.path(next() % appliedCount) + managers.first,
      configs[counter % appliedCount] ?? new Uint8Array(),
    );
  await row(`apply again, ${kind.name}`, kind, again);
}

async function row(name: string, kind: AppliedKind, operation: () => Promise<void>): Promise<void> {
  const text = kind.config(0, 0);
  await paceOf(operation, warmUpMs, concurrency);
  const figures = await interleave(
    rounds,
    () => paceOf(operation, roundMs, concurrency),
    () => parsePace(text, roundMs),
  );
  report({
    name,
    unit: "/s",
    ...figures,
    floorName: `JSON.parse + JSON.stringify of ${(text.length / 1000).toFixed(1)} KB`,
    goal,
    costs: true,
  });
}

function report(row: Omit<Row, "where" | "backend">): void {
  console.log(JSON.stringify({ ...row, where: "in process", backend: "memory" } satisfies Row));
}

/** Compares the time of an apply to a list map of 1,000 items with ten times the time for 100 items. */
async function growthRow(): Promise<void> {
  const applyTo = (variables: number) => (): Promise<void> =>
    apply(podPath(variables), `${managers.first}&force=true`, podWithVariables(variables, next()));
  const [many, few] = [applyTo(1000), applyTo(100)];
  await Promise.all([many(), few()]);
  const figures = await interleave(
    rounds,
    async () => 1000 / (await paceOf(many, roundMs, 1)),
    async () => 10_000 / (await paceOf(few, roundMs, 1)),
  );
  report({
    name: "apply to 1,000 items",
    unit: "ms",
    ...figures,
    floorName: "ten times an apply to 100 items",
    goal: { atMost: 1 },
  });
}

/** Compares the heap after many repeats with the heap when all bounded caches are full. */
async function memoryRow(): Promise<void> {
  const repeat = async (times: number): Promise<number> => {
    for (let i = 0; i < times; i += 1)
      await apply(
        appliedDeployment.path(next() % appliedCount),
        managers.first,
        appliedDeployment.config(counter % appliedCount, counter),
      );
    return heapMegabytes();
  };
  const floor = await repeat(firstRepeats);
  const subject = await repeat(moreRepeats);
  report({
    name: "heap after many applies",
    unit: "MB",
    subject,
    floor,
    floorName: `heap ${moreRepeats.toLocaleString("en-US")} applies earlier`,
    goal: { atMost: 1.05 },
  });
}

function heapMegabytes(): number {
  if (typeof globalThis.gc !== "function") throw new Error("run with --expose-gc");
  for (let i = 0; i < 3; i += 1) globalThis.gc();
  return process.memoryUsage().heapUsed / 1e6;
}
