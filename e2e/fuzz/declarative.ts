// FUZZ_COUNT=100000 FUZZ_SEED=1 node .config/run.mjs e2e/fuzz/declarative.ts
// Generates validators for random Go types with random tags, and validates random objects; fails where one crashes.
import { runRandom } from "../../src/declarative-validation/testing/run-random.ts";

const count = Number(process.env["FUZZ_COUNT"] ?? 100_000);
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
const started = performance.now();
const { accepted, refused, validated, failures } = runRandom(seed, count);
for (const { source, reason } of failures.slice(0, 10)) console.log(`✗ ${JSON.stringify(source)}\n  ${reason}`);
console.log(
  `declarative: seed ${seed}: ${accepted} accepted, ${refused} refused, ${validated} objects validated, ${failures.length} failed in ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
if (failures.length > 0 || accepted === 0 || refused === 0) process.exitCode = 1;
