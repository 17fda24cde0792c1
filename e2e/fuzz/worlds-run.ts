// Lets WORLD_COUNT (100) worlds live three times by random scripts from FUZZ_SEED on, the third time with a server that
// is killed in the middle. Fails when one ends badly, is not quiet then, or is another one the second or third time, or
// when an invariant was never put to the test. With WORLD_DIFF=1, tells where the stories of worlds begin to differ.
import { liveWorld, scriptSteps, type WorldResult } from "./worlds.ts";

const count = Number(process.env["WORLD_COUNT"] ?? 100);
const seed = Number(process.env["FUZZ_SEED"] ?? 1);
const showsDifference = process.env["WORLD_DIFF"] === "1";
/** So many worlds put every invariant to the test. */
const enough = 10;
const linesShown = 12;
const started = performance.now();
const judged = new Map<string, number>();
let failed = 0;
let writes = 0;

/** Returns the lines of two stories around the first one that differs. */
function difference(first: WorldResult, second: WorldResult): string {
  const [before, after] = [first.story.split("\n"), second.story.split("\n")];
  const at = before.findIndex((line, i) => line !== after[i]);
  const part = (lines: readonly string[]): string =>
    lines.slice(Math.max(at - linesShown, 0), at + linesShown).join("\n");
  return `\n${part(before)}\n--- became\n${part(after)}`;
}

function* compare(first: WorldResult, second: WorldResult, what: "text" | "essence", how: string): Iterable<string> {
  if (first[what] !== second[what]) yield `is another world ${how}${showsDifference ? difference(first, second) : ""}`;
}

for (let i = 0; i < count; i++) {
  const first = await liveWorld(seed + i);
  const second = await liveWorld(seed + i);
  const killed = await liveWorld(seed + i, (seed + i) % scriptSteps);
  writes += first.writes;
  for (const [name, times] of Object.entries(first.judged)) judged.set(name, (judged.get(name) ?? 0) + times);
  const problems = [
    ...first.problems,
    ...compare(first, second, "text", "the second time"),
    ...killed.problems.map((problem) => `with a server that was killed: ${problem}`),
    ...compare(first, killed, "essence", "where the server was killed"),
  ];
  if (problems.length > 0) failed += 1;
  for (const problem of problems) console.log(`✗ seed ${seed + i}: ${problem}`);
  if (i % 5 === 4 && i < count - 1) console.log(`${i + 1} worlds, ${failed} failed`);
}
console.log(`judged: ${[...judged].map(([name, times]) => `${name} ${times}`).join(", ")}`);
const untested = [...judged].filter(([, times]) => times === 0).map(([name]) => name);
if (count >= enough && untested.length > 0) {
  failed += 1;
  console.log(`✗ never put to the test: ${untested.join(", ")}`);
}
console.log(
  `worlds: seed ${seed}: ${count} lived three times, ${writes} writes, ${failed} failed after ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
if (failed > 0) process.exitCode = 1;
