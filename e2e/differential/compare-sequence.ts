import { cleanUp } from "./generate-sequence.ts";
import { runSequence, type Patience, type Send } from "./run-sequence.ts";
import { acceptedDifferences, type AcceptedDifference } from "./accepted-differences.ts";
import { isSame, MatchedNames } from "./matched-names.ts";
import { shrink } from "./shrink.ts";
import type { Answer, Difference, Exchange, Step } from "./sequence.ts";

/** The reference server and the server under test. */
export interface Pair {
  readonly reference: Send;
  readonly tested: Send;
  /** Returns the name of a new run. */
  readonly nextRun: () => string;
  readonly patience: Patience;
  readonly accepted?: readonly AcceptedDifference[];
}

/** The result of a sequence: its exchanges up to the first unexplained difference. */
export interface Comparison {
  readonly exchanges: number;
  readonly difference: Difference | undefined;
  /** The names of accepted differences that were met. */
  readonly accepted: readonly string[];
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Sends a sequence to both servers and compares the answers, up to the first difference that is not accepted. */
export async function compareSequence(steps: readonly Step[], pair: Pair): Promise<Comparison> {
  const run = pair.nextRun();
  const play = (played: readonly Step[]) =>
    [pair.reference, pair.tested].map((send) => runSequence(played, send, run, pair.patience));
  const results = await Promise.allSettled(play(steps));
  await Promise.all(play(cleanUp(steps))); // whatever failed, since policies would meet other sequences
  const [reference, tested] = results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
  return compareAnswers(steps, reference ?? new Map(), tested ?? new Map(), pair.accepted ?? acceptedDifferences);
}

/** Compares the answers of two servers to a sequence. */
export function compareAnswers(
  steps: readonly Step[],
  reference: ReadonlyMap<string, Answer>,
  tested: ReadonlyMap<string, Answer>,
  accepting: readonly AcceptedDifference[],
): Comparison {
  const accepted: string[] = [];
  const done: Exchange[] = [];
  const names = new MatchedNames();
  for (const step of steps) {
    const [expected, received] = [reference.get(step.id), tested.get(step.id)];
    if (expected === undefined || received === undefined) continue;
    const actual = names.renamed(expected, received);
    const exchange = { step, reference: expected, tested: actual };
    done.push(exchange);
    if (isSame(expected, actual)) continue;
    const explanation = accepting.find(({ explains }) => explains(exchange, { steps, exchanges: done }));
    if (explanation === undefined)
      return { exchanges: done.length, difference: exchange, accepted, answers: reference };
    accepted.push(explanation.name);
    const changesObjects = expected.status < 400 && step.method !== "GET";
    if (changesObjects || explanation.isFinal === true) break; // later answers depend on it
  }
  return { exchanges: done.length, difference: undefined, accepted, answers: reference };
}

/** Returns all differences between the answers of two servers to a sequence. */
export const differencesOf = (
  steps: readonly Step[],
  expected: ReadonlyMap<string, Answer>,
  actual: ReadonlyMap<string, Answer>,
): readonly Difference[] =>
  steps.flatMap((step) => {
    const [reference, tested] = [expected.get(step.id), actual.get(step.id)];
    return reference === undefined || tested === undefined || isSame(reference, tested)
      ? []
      : [{ step, reference, tested }];
  });

/** Returns a smallest sequence with a difference of the same kind. */
export async function shrinkDifference(steps: readonly Step[], pair: Pair, budget?: number): Promise<readonly Step[]> {
  const first = await compareSequence(steps, pair);
  if (first.difference === undefined) return steps;
  const kind = kindOf(first.difference);
  const end = steps.indexOf(first.difference.step) + 1;
  return shrink(
    steps.slice(0, end),
    async (tried) => {
      const result = await compareSequence(tried, pair).catch(() => undefined);
      return result?.difference !== undefined && kindOf(result.difference) === kind;
    },
    budget,
  );
}

/** Names a kind of difference: the request's form, both statuses, and the text around the first byte that differs. */
export function kindOf({ step, reference, tested }: Difference): string {
  const way = `${step.method}${/\/(status|scale)\b/.exec(step.path)?.[0] ?? ""} ${step.headers?.["Content-Type"] ?? ""}`;
  if (reference.status !== tested.status) return `${way} ${reference.status} -> ${tested.status}`;
  for (const name of new Set([...Object.keys(reference.headers), ...Object.keys(tested.headers)]))
    if (reference.headers[name] !== tested.headers[name]) return `${way} ${reference.status} header ${name}`;
  return `${way} ${reference.status} body ${placeOf(reference.body, tested.body)}`;
}

/** Returns the text around the first byte in which two texts differ. */
export function placeOf(a: string, b: string, before = 0, after = 14): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const from = Math.max(at - before, 0);
  return `${a.slice(from, at + after)} -> ${b.slice(from, at + after)}`;
}
