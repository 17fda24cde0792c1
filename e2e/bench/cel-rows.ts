import type { JsonObject } from "../../src/apimachinery/json/value.ts";
import { celEs, celJs, compiling, parsing, withCost, withoutCost, type Engine } from "./cel-engines.ts";
import { rules, typicalRule } from "./cel-rules.ts";
import { median, type Goal, type Row } from "./row.ts";

const batch = 64;
/** Many short turns, so that noise from other processes affects all candidates equally. */
const turnMs = 15;
const turnsPerRound = 3;
const warmUpMs = 80;
/** Longer than for evaluation, since compilation runs more code. */
const compileWarmUpMs = 2000;

/** Returns the evaluations per second over a time in milliseconds. */
function throughput(run: () => unknown, ms: number): number {
  const start = performance.now();
  let [done, elapsed] = [0, 0];
  do {
    for (let i = 0; i < batch; i += 1) run();
    done += batch;
    elapsed = performance.now() - start;
  } while (elapsed < ms);
  return done / (elapsed / 1000);
}

/** Runs all candidates in turn in each round and returns their medians. */
function inTurns(rounds: number, runs: readonly (() => unknown)[]): readonly number[] {
  const figures = runs.map((): number[] => []);
  for (let turn = 0; turn < rounds * turnsPerRound; turn += 1)
    runs.forEach((run, i) => figures[i]?.push(throughput(run, turnMs)));
  return figures.map(median);
}

const geometricMean = (figures: readonly number[]): number =>
  Math.exp(figures.reduce((sum, figure) => sum + Math.log(figure), 0) / figures.length);

function rowOf(name: string, subject: number, floor: number, floorName: string, goal?: Goal): Row {
  return { name, where: "in process", backend: "memory", unit: "/s", subject, floor, floorName, ...(goal && { goal }) };
}

function prepared(engine: Engine, expr: string, variables: JsonObject): () => unknown {
  const run = engine.prepare(expr, variables);
  const answer = run();
  if (answer !== true) throw new Error(`${engine.name} answers ${expr} with ${String(answer)}`);
  return run;
}

const others = [celJs, celEs];

/**
 * Measures the evaluation of ten rules in this engine, with and without cost tracking, and in the other engines, on the
 * same JSON; then measures the compilation of one rule.
 */
export function celRows(rounds: number, report: (row: Row) => void): void {
  const all = rules.map(({ expr, variables }) =>
    [withCost, withoutCost, ...others].map((engine) => prepared(engine, expr, variables as JsonObject)),
  );
  for (let pass = 0; pass < 2; pass += 1) for (const run of all.flat()) throughput(run, warmUpMs);
  const figures = all.map((runs) => inTurns(rounds, runs));
  const fastest = figures.map(([, , ...peers]) => Math.max(...peers));
  for (const [i, [tracked = 0, untracked = 0, ...peers]] of figures.entries()) {
    const best = fastest[i] ?? 0;
    const name = others[peers.indexOf(best)]?.name ?? "";
    report(rowOf(`CEL rule ${i + 1}, with cost`, tracked, best, name));
    report(rowOf(`CEL rule ${i + 1}`, untracked, best, name));
  }
  const mean = (engine: number): number => geometricMean(figures.map((figure) => figure[engine] ?? 0));
  const floor = geometricMean(fastest);
  report(rowOf("CEL rules, with cost", mean(0), floor, "the fastest on each rule, geometric mean", { atLeast: 1.5 }));
  report(rowOf("CEL rules", mean(1), floor, "the fastest on each rule, geometric mean", { atLeast: 3 }));
  compileRow(rounds, report);
}

function compileRow(rounds: number, report: (row: Row) => void): void {
  const variables: JsonObject = { self: {} };
  const runs = [compiling(typicalRule, variables), ...parsing.map((engine) => engine.prepare(typicalRule, variables))];
  for (const run of runs) throughput(run, compileWarmUpMs);
  const [compile = 0, ...parses] = inTurns(rounds, runs);
  const slower = Math.min(...parses);
  report(rowOf("CEL compile", compile, slower, parsing[parses.indexOf(slower)]?.name ?? "", { atLeast: 1 }));
}
