// Evaluates each of the loads in cel-loads.ts at the cost limit of one evaluation, and prints those that take the
// processor for longer than HUNT_MOST (250) ms or more than 300 MB; with texts as arguments, those whose names contain
// one of them. The name of the present load goes to standard error, for the case that it does not end.
import type { Value } from "../../src/cel/values/value.ts";
import { jsonValue } from "../../src/cel/values/json.ts";
import { printValue } from "../../src/cel/values/print.ts";
import { createThreadTime } from "../hunt/thread-time.ts";
import { celInputs, celLoads, createLoadRunner } from "./cel-loads.ts";

const most = Number(process.env["HUNT_MOST"] ?? 250);
const mostMegabytes = 300;
const only = process.argv.slice(2);
const evaluate = createLoadRunner();
const threadMs = createThreadTime();
let [count, slow] = [0, 0];

for (const [name, make] of Object.entries(celInputs)) {
  const self = jsonValue(make());
  for (const load of celLoads) {
    if (only.length > 0 && !only.some((text) => load.name.includes(text))) continue;
    process.stderr.write(`${name} ${load.name}\n`);
    count++;
    const { elapsed, megabytes, outcome } = run(load.expression, self);
    const isSlow = elapsed > most || megabytes > mostMegabytes;
    if (isSlow) slow++;
    if (isSlow || only.length > 0)
      console.log(`${name} ${load.name}: ${elapsed.toFixed(0)} ms, ${megabytes.toFixed(0)} MB: ${outcome}`);
  }
}
console.log(`${count} expressions, ${slow} above ${most} ms or ${mostMegabytes} MB`);
if (slow > 0) process.exitCode = 1;

/** Evaluates an expression; its time is that of the processor, which other processes do not change much. */
function run(expression: string, self: Value) {
  const memory = process.memoryUsage().rss;
  const start = threadMs();
  const { value, cost, effort } = evaluate(expression, self);
  const elapsed = threadMs() - start;
  return {
    elapsed,
    megabytes: (process.memoryUsage().rss - memory) / 1e6,
    outcome: `cost ${cost}, effort ${effort}: ${printValue(value).slice(0, 60)}`,
  };
}
