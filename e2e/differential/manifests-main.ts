// npm run differential:manifests -- --reference URL|PROGRAM [--tested URL] [--samples N] [--damaged N] [--seed N]
// [--show N] FOLDER...
// Sends the custom resource definitions and samples in the YAML files of each folder to the reference server and to
// this one, with damaged copies, and compares all answers as bytes.
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { acceptedDifferences } from "./accepted-differences.ts";
import { kindOf, placeOf, differencesOf } from "./compare-sequence.ts";
import { manifestSteps } from "./manifest-steps.ts";
import { readManifests } from "./read-manifests.ts";
import { runSequence } from "./run-sequence.ts";
import { openPair, pause } from "./servers.ts";
import type { Difference } from "./sequence.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    reference: { type: "string" },
    tested: { type: "string" },
    seed: { type: "string", default: "1" },
    samples: { type: "string", default: "20" },
    damaged: { type: "string", default: "4" },
    show: { type: "string", default: "3" },
  },
});

const servers = await openPair(values);
const patience = { attempts: 300, pause: () => pause(100) };
const limits = { samples: Number(values.samples), damaged: Number(values.damaged) };
const totals = { definitions: 0, samples: 0, exchanges: 0, differences: 0 };
const kinds = new Map<string, number>();

for (const folder of positionals) await compareFolder(folder);
console.log(
  `${positionals.length} folders: ${totals.definitions} definitions, ${totals.samples} samples, ${totals.exchanges} exchanges, ${totals.differences} differences of ${kinds.size} kinds`,
);
for (const [kind, count] of kinds) console.log(`${count} × ${kind}`);
process.exitCode = totals.differences === 0 ? 0 : 1;
await servers.stop();

async function compareFolder(folder: string): Promise<void> {
  const { steps, cleanUp, definitions, samples } = manifestSteps(readManifests(folder), Number(values.seed), limits);
  const both = [servers.reference, servers.tested];
  const run = `manifests${totals.exchanges}`;
  try {
    const [expected = new Map(), actual = new Map()] = await Promise.all(
      both.map((send) => runSequence(steps, send, run, patience)),
    );
    const differences = differencesOf(steps, expected, actual).filter(
      (difference) => !acceptedDifferences.some(({ explains }) => explains(difference, { steps, exchanges: [] })),
    );
    totals.definitions += definitions;
    totals.samples += samples;
    totals.exchanges += expected.size;
    totals.differences += differences.length;
    console.log(
      `${basename(folder)}: ${definitions} definitions, ${samples} samples, ${expected.size} exchanges, ${differences.length} differences`,
    );
    for (const difference of differences) report(difference);
  } catch (error) {
    console.log(`${basename(folder)}: ${String(error)}`);
    totals.differences++;
  }
  await Promise.all(both.map((send) => runSequence(cleanUp, send, run, patience)));
}

function report(difference: Difference): void {
  const kind = kindOf(difference);
  const count = kinds.get(kind) ?? 0;
  kinds.set(kind, count + 1);
  if (count >= Number(values.show)) return;
  const { step, reference: expected, tested: actual } = difference;
  console.log(`✗ ${step.method} ${step.path}\n  ${(step.body ?? "").slice(0, 4000)}`);
  console.log(`  ${expected.status} ${actual.status} ${kind}`);
  console.log(`  around ${placeOf(expected.body, actual.body, 300, 300)}`);
}
