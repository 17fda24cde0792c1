// Lets WORLD_COUNT (100) worlds live three times by random scripts from FUZZ_SEED on, the third time with a server that
// is killed in the middle. Fails when one ends badly, is not quiet then, or is another one the second or third time.
import { liveWorld, scriptSteps } from "./worlds.ts";

const count = Number(process.env["WORLD_COUNT"] ?? 100);
const seed = Number(process.env["FUZZ_SEED"] ?? 1);
const started = performance.now();
let failed = 0;
let writes = 0;
for (let i = 0; i < count; i++) {
  const first = await liveWorld(seed + i);
  const second = await liveWorld(seed + i);
  const killed = await liveWorld(seed + i, (seed + i) % scriptSteps);
  writes += first.writes;
  const problems = [
    ...first.problems,
    ...(first.text === second.text ? [] : ["is another world the second time"]),
    ...killed.problems.map((problem) => `with a server that was killed: ${problem}`),
    ...(first.essence === killed.essence ? [] : ["is another world where the server was killed"]),
  ];
  if (problems.length > 0) failed += 1;
  for (const problem of problems) console.log(`✗ seed ${seed + i}: ${problem}`);
  if (i % 10 === 9 && i < count - 1) console.log(`${i + 1} worlds, ${failed} failed`);
}
console.log(
  `worlds: seed ${seed}: ${count} lived three times, ${writes} writes, ${failed} failed after ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
if (failed > 0) process.exitCode = 1;
