// npm run differential:builtin -- KUBE-APISERVER [--seed N] [--count N] [--length N] [--kind REGEXP] [--show N]
// [--record FILE [--record-all]]
// Sends sequences of requests about objects of built-in kinds to kube-apiserver 1.34, which is started with the etcd in
// PATH, and to this server until --count exchanges are compared as bytes. The seeds go through the kinds in turn, of
// --kind only. Prints the kinds of differences, each with --show cases. --record adds a smallest sequence of each kind
// to a file, and with --record-all those that were answered equally, too.
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { groupBy } from "../../../src/apimachinery/group-by.ts";
import { createChooser } from "../chooser.ts";
import { runSequence } from "../run-sequence.ts";
import type { Answer, Difference, Step } from "../sequence.ts";
import { pause } from "../servers.ts";
import { shrink } from "../shrink.ts";
import { compareBuiltin, describeDifference } from "./builtin-differences.ts";
import { builtinSamples, isStorable, type BuiltinSample } from "./builtin-samples.ts";
import { builtinSequence, cleanUpSteps } from "./builtin-sequence.ts";
import { KnownValues } from "./field-values.ts";
import { readPublishedKinds } from "./published-schemas.ts";
import type { RecordedBuiltin } from "./recorded-builtin.ts";
import { openPair } from "./servers.ts";
import { setUpSteps } from "./set-up-steps.ts";
import { convertedSamples, storedForm } from "./stored-forms.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "1000" },
    length: { type: "string", default: "8" },
    kind: { type: "string", default: ".*" },
    show: { type: "string", default: "1" },
    record: { type: "string" },
    "record-all": { type: "boolean", default: false },
  },
});
const [program] = positionals;
if (program === undefined) throw new Error("say the path of kube-apiserver 1.34");

const servers = await openPair(program);
const both = [servers.reference, servers.tested];
const patience = { attempts: 1, pause: () => pause(0) };
const published = await readPublishedKinds(servers.reference);
await Promise.all(both.map((send) => runSequence(setUpSteps, send, "set-up", patience)));
const direct = builtinSamples(published);
const samples = [...direct, ...(await convertedSamples(direct, servers.reference, published))];
const known = new KnownValues();
for (const { object, schema } of samples) known.note(object, schema, published.schemas);
const groups = [...groupBy(samples, ({ apiVersion, kind }) => `${apiVersion} ${kind}`).values()];
// A seed stands for the same sequence whatever kinds are wanted.
const wanted = new RegExp(`^(?:${values.kind})$`);
const isWanted = ([sample]: readonly BuiltinSample[]): boolean => sample !== undefined && wanted.test(sample.kind);
if (!groups.some(isWanted)) throw new Error(`--kind: there is no kind ${values.kind}`);
console.log(`${samples.length} samples of ${groups.length} kinds and versions`);

interface Found {
  count: number;
  readonly cases: string[];
}
const kinds = new Map<string, Found>();
const accepted = new Map<string, number>();
const totals = { exchanges: 0, succeeded: 0, sequences: 0, runs: 0 };
const first = Number(values.seed);
let seed = first;
for (; totals.exchanges < Number(values.count); seed++) await playSeed(seed);

const sorted = [...kinds].sort(([, a], [, b]) => b.count - a.count);
for (const [kind, { count, cases }] of sorted) console.log(`${count} × ${kind}\n${cases.join("\n")}`);
for (const [name, times] of accepted) console.log(`accepted ${times} × ${name}`);
console.log(
  `seeds ${first} to ${seed - 1}: ${totals.sequences} sequences, ${totals.exchanges} exchanges, ${totals.succeeded} of which succeed, ${sorted.length} kinds of differences`,
);
process.exitCode = sorted.length === 0 ? 0 : 1;
await servers.stop();

async function playSeed(mine: number): Promise<void> {
  const choose = createChooser(mine);
  const group = groups[mine % groups.length] ?? [];
  const [sample, ...others] = group;
  if (sample === undefined || !isWanted(group)) return;
  const chosen = choose.pick([sample, ...others]);
  const stored = isStorable(chosen) ? await storedForm(chosen, servers.reference) : undefined;
  const context = { sample: chosen, stored, choose, known, schemas: published.schemas, byKind: published.byKind };
  const steps = builtinSequence(context, Number(values.length));
  const { answers, comparison } = await play(steps, chosen);
  totals.sequences++;
  totals.exchanges += comparison.exchanges;
  totals.succeeded += comparison.succeeded;
  for (const name of comparison.accepted) accepted.set(name, (accepted.get(name) ?? 0) + 1);
  for (const difference of comparison.differences) await report(mine, chosen, steps, difference);
  const { apiVersion, kind } = chosen;
  if (comparison.differences.length === 0 && values["record-all"])
    record(`${apiVersion} ${kind}, seed ${mine}`, chosen, steps, answers);
}

/** Sends a sequence to both servers, removes what it has left, and compares the answers. */
async function play(steps: readonly Step[], sample: BuiltinSample) {
  const run = `r${Date.now().toString(36).slice(-5)}${(totals.runs++).toString(36).padStart(4, "0")}x`;
  const [reference = new Map<string, Answer>(), tested = new Map<string, Answer>()] = await Promise.all(
    both.map((send) => runSequence(steps, send, run, patience)),
  );
  await Promise.all(both.map((send) => runSequence(cleanUpSteps(sample), send, run, patience)));
  return { answers: reference, comparison: compareBuiltin(steps, reference, tested) };
}

async function report(mine: number, sample: BuiltinSample, steps: readonly Step[], difference: Difference) {
  const { kind, detail } = describeDifference(sample.kind, difference);
  const found = kinds.get(kind) ?? { count: 0, cases: [] };
  kinds.set(kind, found);
  if (found.count++ >= Number(values.show)) return;
  const { step, reference, tested } = difference;
  const request = `${step.method} ${step.path}\n    ${(step.body ?? "").slice(0, 3000)}`;
  found.cases.push(
    `  seed ${mine}: ${request}\n  kube-apiserver ${printAnswer(reference)}\n  here ${printAnswer(tested)}\n    ${detail}`,
  );
  if (values.record === undefined || found.count > 1) return;
  const smallest = await shrink(steps.slice(0, steps.indexOf(step) + 1), (tried) => shows(tried, sample, kind), 60);
  const { answers } = await play(smallest, sample);
  record(`${kind}, seed ${mine}`, sample, smallest, answers);
}

async function shows(tried: readonly Step[], sample: BuiltinSample, kind: string): Promise<boolean> {
  const { comparison } = await play(tried, sample);
  return comparison.differences.some((difference) => describeDifference(sample.kind, difference).kind === kind);
}

function printAnswer({ status, body }: Answer): string {
  return `${status} ${body.slice(0, 600)}`;
}

function record(
  name: string,
  sample: BuiltinSample,
  steps: readonly Step[],
  answers: ReadonlyMap<string, Answer>,
): void {
  if (values.record === undefined) return;
  const { kind } = sample;
  const recorded: RecordedBuiltin = {
    name,
    kind,
    steps,
    cleanUp: cleanUpSteps(sample),
    answers: Object.fromEntries(answers),
  };
  appendFileSync(values.record, `${JSON.stringify(recorded)}\n`);
}
