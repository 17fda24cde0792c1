// npm run differential -- --reference URL|PROGRAM [--tested URL] [--seed N] [--count N] [--length N] [--parallel N]
// [--shrink N] [--record FILE [--record-all]]
// Sends random sequences of requests to the reference server and to this one until --count exchanges are compared, and
// prints a smallest case of each kind of difference with both answers, and the sequences that did not differ each time
// or that could not be compared; the latter fail the run, too. --record adds those cases to a file, and with
// --record-all the sequences that were answered equally, too.
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compareSequence, kindOf, placeOf, shrinkDifference, type Pair } from "./compare-sequence.ts";
import { generateSequence } from "./generate-sequence.ts";
import { openPair, pause } from "./servers.ts";
import type { Answer, Difference, RecordedSequence, Step } from "./sequence.ts";

const { values } = parseArgs({
  options: {
    reference: { type: "string" },
    tested: { type: "string" },
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "1000" },
    length: { type: "string", default: "40" },
    parallel: { type: "string", default: "4" },
    shrink: { type: "string", default: "200" },
    record: { type: "string" },
    "record-all": { type: "boolean", default: false },
  },
});

const servers = await openPair(values);
let runs = 0;
const pair: Pair = {
  reference: servers.reference,
  tested: servers.tested,
  nextRun: () => `r${Date.now().toString(36).slice(-5)}${(runs++).toString(36).padStart(4, "0")}x`,
  patience: { attempts: 200, pause: () => pause(100) },
};

const kinds = new Map<string, number[]>();
const accepted = new Map<string, number>();
const unsteady: string[] = [];
const dropped: string[] = [];
const repetitions = 5;
let exchanges = 0;
let seed = Number(values.seed);
const started = Date.now();
await Promise.all(Array.from({ length: Number(values.parallel) }, work));
for (const [kind, seeds] of kinds) console.log(`${seeds.length} × ${kind} (seeds ${seeds.slice(0, 5).join(", ")})`);
for (const [name, times] of accepted) console.log(`accepted ${times} × ${name}`);
for (const line of [...unsteady, ...dropped]) console.log(line);
console.log(
  [
    `seeds ${values.seed} to ${seed - 1}: ${exchanges} exchanges`,
    `${kinds.size} kinds of differences`,
    `${unsteady.length} sequences that did not differ each time`,
    `${dropped.length} sequences dropped`,
    `${((Date.now() - started) / 1000).toFixed(0)} s`,
  ].join(", "),
);
process.exitCode = kinds.size === 0 && dropped.length === 0 ? 0 : 1;
await servers.stop();

/** An error and its causes: fetch tells only there why it failed. */
function said(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? `${String(error)}: ${said(error.cause)}` : String(error);
}

async function work(): Promise<void> {
  while (exchanges < Number(values.count)) {
    const mine = seed++;
    const steps = generateSequence(mine, Number(values.length));
    const result = await compareSequence(steps, pair).catch(
      (error: unknown) => void dropped.push(`dropped seed ${mine}: ${said(error)}`),
    );
    if (result === undefined) continue;
    const thousands = Math.floor(exchanges / 1000);
    exchanges += result.exchanges;
    if (Math.floor(exchanges / 1000) > thousands) console.log(`${exchanges} exchanges, ${kinds.size} kinds`);
    for (const name of result.accepted) accepted.set(name, (accepted.get(name) ?? 0) + 1);
    if (result.difference !== undefined && !(await showsAgain(steps, result.difference)))
      unsteady.push(`seed ${mine} did not differ each time: ${kindOf(result.difference)}\n${print(result.difference)}`);
    else if (result.difference !== undefined)
      await report(mine, steps, kindOf(result.difference)).catch(
        (error: unknown) => void dropped.push(`dropped seed ${mine}: ${said(error)}`),
      );
    else if (values["record-all"]) record(`seed ${mine}`, steps, result.answers);
  }
}

/**
 * Returns whether a difference is there each time: what depends on the time of the request or on the order of Go's maps
 * is not.
 */
async function showsAgain(steps: readonly Step[], { step }: Difference): Promise<boolean> {
  for (let i = 0; i < repetitions; i++) {
    const { difference } = await compareSequence(steps, pair).catch(() => ({ difference: undefined }));
    if (difference?.step.id !== step.id) return false;
  }
  return true;
}

async function report(mine: number, steps: readonly Step[], kind: string): Promise<void> {
  const seeds = kinds.get(kind);
  kinds.set(kind, [...(seeds ?? []), mine]);
  if (seeds !== undefined) return;
  console.log(`seed ${mine} differs: ${kind}`);
  const smallest = await shrinkDifference(steps, pair, Number(values.shrink));
  const { difference, answers } = await compareSequence(smallest, pair);
  console.log(`✗ seed ${mine}: ${kind}`);
  for (const step of smallest) console.log(`    ${describe(step)}`);
  if (difference === undefined) return void console.log("    did not show again");
  console.log(print(difference));
  record(`${kind}, seed ${mine}`, smallest, answers);
}

function record(name: string, steps: readonly Step[], answers: ReadonlyMap<string, Answer>): void {
  const recorded: RecordedSequence = { name, steps, answers: Object.fromEntries(answers) };
  if (values.record !== undefined) appendFileSync(values.record, `${JSON.stringify(recorded)}\n`);
}

function describe({ id, method, path, headers, body, base64Body }: Step): string {
  const about = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return [id, method, path, about.join(", "), body ?? base64Body ?? ""].join(" ").trim();
}

function print({ step, reference, tested }: Difference): string {
  const around = placeOf(reference.body, tested.body, 100, 140);
  return `    ${describe(step)}\n  reference ${printAnswer(reference)}\n  here      ${printAnswer(tested)}\n  around ${around}`;
}

function printAnswer({ status, headers, body }: Answer): string {
  return `${status} ${JSON.stringify(headers)}\n    ${body}`;
}
