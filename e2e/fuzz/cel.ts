// FUZZ_COUNT=100000 FUZZ_SEED=1 node .config/run.mjs e2e/fuzz/cel.ts
// Compiles, estimates and evaluates random CEL expressions; fails where one crashes, costs more than its limit, or
// depends on how it is evaluated.
import { createEnvSet } from "../../src/cel/env/kubernetes.ts";
import { re2Engine } from "../../src/cel/library/re2-engine.ts";
import { installRegexEngine } from "../../src/cel/library/regex-engine.ts";
import { runRandom } from "../../src/cel/testing/run-random.ts";

const count = Number(process.env["FUZZ_COUNT"] ?? 100_000);
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
const started = performance.now();
console.log(`cel: seed ${seed}`);
installRegexEngine(re2Engine);
const { compiled, refused, exceeded, overrun, unequal } = runRandom(createEnvSet().storedExpressions, seed, count);
for (const expr of [...overrun, ...unequal].slice(0, 10)) console.log(`✗ ${JSON.stringify(expr)}`);
const failed = overrun.length + unequal.length;
console.log(
  `cel: seed ${seed}: ${compiled} evaluated, ${exceeded} ended at their limit, ${refused} refused, ${failed} failed in ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
if (failed > 0 || compiled === 0 || exceeded === 0) process.exitCode = 1;
