// Runs LINE_COUNT (10,000) random command lines of kubectl from FUZZ_SEED on. Fails when one does not end with a result
// or an error in kubectl's words.
import { fuzzCommandLines } from "./command-lines.ts";

const count = Number(process.env["LINE_COUNT"] ?? 10_000);
const seed = Number(process.env["FUZZ_SEED"] ?? 1);
const started = performance.now();
const { done, refused, failures } = await fuzzCommandLines(count, seed);
for (const { line, reason } of failures.slice(0, 20)) console.log(`✗ ${line}\n  ${reason}`);
console.log(
  `command lines: seed ${seed}: ${done} done, ${refused} refused, ${failures.length} failed after ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
if (failures.length > 0 || done === 0 || refused === 0) process.exitCode = 1;
