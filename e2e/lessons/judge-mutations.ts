import type { Clock } from "../../src/apimachinery/clock.ts";
import { groupBy } from "../../src/apimachinery/group-by.ts";
import { sleep } from "../../src/component-base/sleep.ts";
import { checkPrediction, problemOf } from "../../src/lessons/judge-step.ts";
import type { Goal, Lesson, Step, WantedObject } from "../../src/lessons/lesson.ts";
import { LessonError } from "../../src/lessons/lesson-error.ts";
import type { Finding } from "../../src/lessons/match.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { LessonRun } from "../../src/lessons/run-lesson.ts";
import type { Attempt, Judge } from "../../src/lessons/step-services.ts";
import { isWatching } from "../../src/lessons/run-commands.ts";
import { mutate, type Mutation } from "../../src/lessons/testing/mutations.ts";
import type { Variables } from "../../src/lessons/variables.ts";
import { openLessonServer } from "../../src/node/open-lesson-server.ts";
import { patient } from "./patient.ts";

/** A lesson with the text that it was read from. */
export interface LessonText {
  readonly file: string;
  readonly text: string;
  readonly lesson: Lesson;
}

/** A lesson with one claim changed, and what has been seen of it. */
interface Changed {
  readonly mutation: Mutation;
  readonly lesson: Lesson;
  /** What a run of it would come to, for each row of a step with cases. */
  readonly seen: Map<number, Seen>;
}

interface Seen {
  /** Whether all that is claimed held once: a run would have gone on then. */
  held: boolean;
  /** The lines of what did not hold the last time. */
  lines: ReadonlySet<number>;
}

/** How long a claim is looked at that waits for what it says, in milliseconds of the clock. */
const lookMs = 6000;
const everyMs = 50;

/**
 * Runs a lesson once, and judges by it what each changed claim would have come to: a step with a changed claim does the
 * same and is answered the same, and what waits for its claims is looked at again for as long as it would wait.
 * Resolves with those that would go unnoticed, or cannot be told by this; undefined if the lesson itself does not pass
 * then.
 */
export async function doubtful(
  { file, text, lesson }: LessonText,
  mutations: readonly Mutation[],
  clock: Clock,
): Promise<readonly Mutation[] | undefined> {
  const left: Mutation[] = [];
  const changed: Changed[] = [];
  for (const mutation of mutations) {
    const parsed = parsedWith(file, text, mutation);
    if (parsed === "refused at its line") continue;
    if (parsed === undefined || needsRun(mutation, lesson)) left.push(mutation);
    else changed.push({ mutation, lesson: parsed, seen: new Map() });
  }
  const judging = new Judging(lesson, changed);
  const server = await openLessonServer(lesson, clock, patient.requestMs);
  const bounds = { ...patient, requests: Infinity };
  const run = new LessonRun(lesson, { ...server, clock, bounds, onAttempt: (attempt) => judging.note(attempt) });
  try {
    await run.seed();
    for (const step of lesson.steps) if (!(await judging.runStep(run, step, clock))) return undefined;
  } finally {
    run.close();
    await server.close();
  }
  return [...left, ...changed.filter((one) => !isNoticed(one)).map(({ mutation }) => mutation)];
}

function parsedWith(file: string, text: string, mutation: Mutation): Lesson | "refused at its line" | undefined {
  try {
    return parseLesson(file, mutate(text, mutation));
  } catch (error) {
    if (!(error instanceof LessonError)) throw error;
    return error.line === mutation.place.line ? "refused at its line" : undefined;
  }
}

/** Whether what a step sees depends on its claims: a line is watched until it has printed them, entries are counted. */
function needsRun({ claimant, replacement }: Mutation, { steps }: Lesson): boolean {
  const step = claimant.kind === "step" ? steps[claimant.index] : undefined;
  if (step?.action.kind === "wait" && step.cases !== undefined) return true;
  if (step?.action.kind === "commands" && step.action.commands.some((command) => isWatching(command.text))) return true;
  return replacement === "[]" && step?.expectations.some(({ content }) => content?.kind === "audit") === true;
}

const isNoticed = ({ mutation, seen }: Changed): boolean =>
  [...seen.values()].some(({ held, lines }) => !held && lines.has(mutation.place.line));

class Judging {
  readonly #ofSteps: ReadonlyMap<number, readonly Changed[]>;
  readonly #ofGoals: ReadonlyMap<number, readonly Changed[]>;
  readonly #goals: readonly Goal[];

  constructor({ goals }: Lesson, changed: readonly Changed[]) {
    const of = (kind: Mutation["claimant"]["kind"]): ReadonlyMap<number, readonly Changed[]> =>
      groupBy(
        changed.filter(({ mutation }) => mutation.claimant.kind === kind),
        ({ mutation }) => mutation.claimant.index,
      );
    this.#ofSteps = of("step");
    this.#ofGoals = of("goal");
    this.#goals = goals;
  }

  /** Judges the changed claims of a step that was performed. */
  async note({ step, variables, judge }: Attempt): Promise<void> {
    if (step.action.kind === "wait") return;
    const row = Math.max(0, step.cases?.findIndex((each) => each === variables.row) ?? 0);
    for (const one of this.#ofSteps.get(step.index) ?? []) {
      const other = one.lesson.steps[step.index];
      if (other === undefined) continue;
      const values = variables.for(other.cases?.[row]);
      const findings = await judged(judge, other, values);
      see(one, row, [...checkPrediction(other), ...findings]);
    }
  }

  /** Runs a step with what goes on around it. Resolves with whether it has passed. */
  async runStep(run: LessonRun, step: Step, clock: Clock): Promise<boolean> {
    const changed = this.#ofSteps.get(step.index) ?? [];
    for (const goal of this.#goals) if (goal.way.first === step.index) await this.#beforeWay(run, goal);
    const waits = step.action.kind === "wait" ? look(run, changed, wantedOf, clock) : undefined;
    const { outcome } = await run.testStep(step);
    await waits;
    if (outcome !== "passed") return false;
    if (step.options.until) await this.#again(run, step, clock);
    for (const goal of this.#goals)
      if (goal.way.end === step.index + 1) await look(run, this.#ofGoals.get(goal.index) ?? [], partsOf, clock);
    return true;
  }

  /** A goal that holds before its way is refused at each of its parts. */
  async #beforeWay(run: LessonRun, goal: Goal): Promise<void> {
    for (const one of this.#ofGoals.get(goal.index) ?? []) {
      const parts = await run.checkGoal({ ...goal, parts: partsOf(one) });
      if (parts.every(({ holds }) => holds))
        one.seen.set(-1, { held: false, lines: new Set(partsOf(one).map(({ place }) => place.line)) });
    }
  }

  /** Repeats a step that is repeated until its claims hold, as long as a changed claim has it repeated. */
  async #again(run: LessonRun, step: Step, clock: Clock): Promise<void> {
    const deadline = clock.monotonic() + lookMs;
    const once = { ...step, options: { ...step.options, until: false } };
    const changed = this.#ofSteps.get(step.index) ?? [];
    while (clock.monotonic() < deadline && changed.some(({ seen }) => [...seen.values()].some(({ held }) => !held))) {
      await sleep(clock, everyMs, new AbortController().signal);
      await run.runStep(once);
    }
  }
}

/** Looks at objects until a changed claim about them holds, as long as a run would wait for it. */
async function look(
  run: LessonRun,
  changed: readonly Changed[],
  wanted: (one: Changed) => readonly WantedObject[],
  clock: Clock,
): Promise<void> {
  const deadline = clock.monotonic() + lookMs;
  let open = changed.filter((one) => !isNoticed(one));
  while (open.length > 0) {
    for (const one of open) {
      const reports = await run.checkGoal({ ...noGoal, parts: wanted(one) });
      see(
        one,
        0,
        reports.flatMap(({ findings }) => findings),
      );
    }
    open = open.filter(({ seen }) => seen.get(0)?.held !== true);
    if (clock.monotonic() >= deadline) return;
    await sleep(clock, everyMs, new AbortController().signal);
  }
}

const noGoal: Goal = { index: 0, title: "", line: 0, parts: [], hints: [], way: { blocks: [], first: 0, end: 0 } };

const wantedOf = ({ mutation, lesson }: Changed): readonly WantedObject[] => {
  const action = lesson.steps[mutation.claimant.index]?.action;
  return action?.kind === "wait" ? action.wanted : [];
};

const partsOf = ({ mutation, lesson }: Changed): readonly WantedObject[] =>
  lesson.goals[mutation.claimant.index]?.parts ?? [];

function see({ seen }: Changed, row: number, findings: readonly Finding[]): void {
  const failing = findings.filter(({ holds }) => !holds);
  const held = seen.get(row)?.held === true || failing.length === 0;
  seen.set(row, { held, lines: new Set(linesOf(failing)) });
}

/** Returns the lines that findings are reported at. */
export const linesOf = (findings: readonly Finding[]): readonly number[] =>
  findings.flatMap(({ place, row }) => [place.line, ...(row === undefined ? [] : [row.line])]);

/** What cannot be compared, since a value in it is not known, stops a step. */
async function judged(judge: Judge, step: Step, variables: Variables): Promise<readonly Finding[]> {
  try {
    return await judge(step, variables);
  } catch (error) {
    return [problemOf(step, error)];
  }
}
