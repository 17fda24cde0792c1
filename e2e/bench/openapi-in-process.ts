// Measures OpenAPI documents of many definitions in processor time, and prints its rows as JSON, one a line.
//   node .config/run.mjs e2e/bench/openapi-in-process.ts ROUNDS
import type { AnswerBody } from "../../src/component-base/exchange.ts";
import { openDefinitionServer } from "./install-definition.ts";
import { changedDefinition, generateDefinitionSet } from "./definition-set.ts";
import { loopTimeOf, processorMs, type LoopTime } from "./event-loop-time.ts";
import { tell } from "./progress.ts";
import { median, type Goal, type Row } from "./row.ts";

const rounds = Number(process.argv[2] ?? 7);
const shape = { groups: 40, kinds: 5, size: 50_000 };
const resource = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const json = new Headers({ Accept: "application/json", "Content-Type": "application/json" });

const definitions = generateDefinitionSet(shape);
const count = definitions.length;
const server = await openDefinitionServer();
await send("GET", "/openapi/v3");
for (const [i, definition] of definitions.entries()) {
  await server.install(definition);
  if (i % 20 === 0) tell(`openapi: ${i} of ${count} definitions installed`);
}

reportTime(`OpenAPI v3 of ${count} definitions`, await timed("/openapi/v3"), { atMost: 20 });
reportTime(`OpenAPI v2 of ${count} definitions`, await timed("/openapi/v2"));
const times: LoopTime[] = [];
for (let round = 0; round < rounds; round += 1) {
  await change(round);
  times.push(await timed("/openapi/v3"));
}
reportTime(
  "OpenAPI v3 after one changes",
  { busy: median(times.map(({ busy }) => busy)), longest: median(times.map(({ longest }) => longest)) },
  { atMost: 1 },
);
await server.close();
process.exit(0);

async function send(method: string, target: string, text?: string): Promise<AnswerBody> {
  const { status, body } = await server.handle({
    method,
    target,
    headers: json,
    body: text === undefined ? null : new TextEncoder().encode(text),
    signal: new AbortController().signal,
  });
  if (status >= 300) throw new Error(`${method} ${target} was answered ${status}`);
  return body;
}

function textOf(body: AnswerBody): string {
  return Array.isArray(body) ? body.join("") : String(body);
}

/** Writes the schema of a definition anew, and waits until the server serves it. */
async function change(round: number): Promise<void> {
  const definition = definitions[round % count];
  if (definition === undefined) return;
  const target = `${resource}/${definition.plural}.${definition.group}`;
  const live = JSON.parse(textOf(await send("GET", target))) as {
    readonly metadata: { readonly resourceVersion: string };
  };
  const changed = JSON.parse(changedDefinition(definition, `changed ${round}`).text) as { readonly metadata: object };
  const { resourceVersion } = live.metadata;
  await send("PUT", target, JSON.stringify({ ...changed, metadata: { ...changed.metadata, resourceVersion } }));
}

async function timed(target: string): Promise<LoopTime> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return loopTimeOf(() => send("GET", target));
}

function reportTime(name: string, { busy, longest }: LoopTime, goal?: Goal): void {
  report(name, busy, goal);
  report("  its longest task", longest, { atMost: 1 });
}

function report(name: string, subject: number, goal?: Goal): void {
  const row: Row = {
    name,
    where: "in process",
    backend: "memory",
    unit: "ms",
    subject,
    floor: parseAll(),
    floorName: "JSON.parse of all definitions",
    ...(goal && { goal }),
  };
  console.log(JSON.stringify(row));
}

/** The processor time in milliseconds that JSON.parse takes for all definitions. */
function parseAll(): number {
  const start = processorMs();
  for (const { text } of definitions) JSON.parse(text);
  return processorMs() - start;
}
