import { createStore } from "zustand/vanilla";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { LessonError } from "../../../lessons/lesson-error.ts";
import type { Goal, Lesson, Step } from "../../../lessons/lesson.ts";
import { parseLesson, withStepText } from "../../../lessons/parse-lesson.ts";
import type { Page } from "../../state/page.ts";
import { doneOf, freshGoal, goalOfStep, type GoalState, isOpen, nextThing, type NextThing } from "./goal-state.ts";
import { GoalWatch } from "./goal-watch.ts";
import { type LessonWorld, openLessonWorld } from "./lesson-world.ts";
import type { KeptRun, LessonKeep, LessonProgress } from "./progress.ts";
import { fresh, type StepState } from "./step-state.ts";
import type { SeenEvent } from "./watch-events.ts";

export interface SessionState {
  readonly phase: "idle" | "starting" | "restoring" | "ready" | "failed";
  /** Why there is no server. */
  readonly problem: string;
  /** How many of the steps of an earlier visit have been repeated. */
  readonly restored: { readonly done: number; readonly total: number };
  readonly steps: readonly StepState[];
  readonly goals: readonly GoalState[];
  readonly world: LessonWorld | undefined;
}

/** The most events that are shown of the watches of a step. */
const shownEvents = 200;

export interface SessionOptions {
  /** The page whose tab hosts the server. */
  readonly page: Page;
  readonly lesson: Lesson;
  readonly text: string;
  /** Where runs, texts and answers are kept; undefined for a lesson that is being written. */
  readonly keep?: LessonKeep | undefined;
  readonly onProgress?: (progress: LessonProgress) => void;
}

/** A lesson under way: its world, and what was done in it. Steps run one at a time. */
export class LessonSession {
  readonly lesson: Lesson;
  /** The Markdown of the lesson. */
  readonly text: string;
  readonly state;
  readonly #options: SessionOptions;
  #opening: Promise<LessonWorld | undefined> | undefined;
  /** Counts the worlds; what belongs to an earlier one is dropped. */
  #epoch = 0;
  #runs: readonly KeptRun[];
  /** The step that opens watches. */
  #at = 0;
  #goals: GoalWatch | undefined;

  constructor(options: SessionOptions) {
    const { lesson, text, keep } = options;
    this.#options = options;
    this.lesson = lesson;
    this.text = text;
    const kept = keep?.read();
    this.#runs = (kept?.runs ?? []).filter(({ step }) => step < lesson.steps.length);
    const done = new Set(this.#runs.map(({ step }) => step));
    this.state = createStore<SessionState>(() => ({
      phase: "idle",
      problem: "",
      restored: { done: 0, total: done.size },
      steps: lesson.steps.map(({ index, prediction }) => {
        const choice = kept?.choices.get(index);
        const known = choice !== undefined && choice < (prediction?.choices.length ?? 0) ? choice : undefined;
        return { ...fresh, text: kept?.texts.get(index), choice: known };
      }),
      goals: lesson.goals.map(({ index, way }) => ({
        ...freshGoal,
        isReached: kept?.reached.includes(index) === true,
        isWayShown: this.#runs.some(({ step }) => way.first <= step && step < way.end),
      })),
      world: undefined,
    }));
  }

  /** What to do next; undefined at the end. */
  get next(): NextThing | undefined {
    const { steps, goals } = this.state.getState();
    return nextThing(this.lesson, steps, goals);
  }

  /** How much there is to do, and how much is done. */
  get done(): { readonly passed: number; readonly steps: number } {
    const { steps, goals } = this.state.getState();
    return doneOf(this.lesson, steps, goals);
  }

  /** Unfolds the next hint of a goal, or after the last one its way. */
  help({ index, hints }: Goal): void {
    const shown = this.state.getState().goals[index]?.hints ?? 0;
    this.#changeGoal(index, shown < hints.length ? { hints: shown + 1 } : { isWayShown: true });
  }

  /** Opens the world, and repeats the steps of an earlier visit. */
  async start(): Promise<void> {
    await this.#ready();
  }

  /** Runs a step, after those before it that have not run yet, without the ways of goals; stops at one that fails. */
  async run(index: number): Promise<void> {
    if (this.isBusy || this.#stepOf(index) === undefined) return;
    this.#change(index, { phase: "running" });
    const world = await this.#ready();
    if (world === undefined) return this.#change(index, { phase: "waiting" });
    const epoch = this.#epoch;
    for (let i = 0; i < index; i++) {
      const before = this.state.getState().steps[i];
      const goal = goalOfStep(this.lesson, i);
      if (before?.phase !== "waiting" || epoch !== this.#epoch) continue;
      if (goal !== undefined && goal !== goalOfStep(this.lesson, index)) continue;
      await this.#perform(world, i);
      if (epoch === this.#epoch && this.state.getState().steps[i]?.phase === "failed")
        return this.#change(index, { phase: "waiting" });
    }
    if (epoch === this.#epoch) await this.#perform(world, index);
  }

  /** Runs the steps that have not passed, those of ways as well, until one does not hold. */
  async runAll(): Promise<void> {
    for (const i of this.lesson.steps.keys()) {
      if (this.state.getState().steps[i]?.phase === "passed") continue;
      await this.run(i);
      if (this.state.getState().steps[i]?.phase !== "passed") return;
    }
  }

  /** Whether a step is running or the world is being restored. */
  get isBusy(): boolean {
    const { phase, steps } = this.state.getState();
    return phase === "restoring" || steps.some((step) => step.phase === "running");
  }

  /** Changes the text of a step; undefined puts the lesson's back. */
  edit(index: number, text: string | undefined): void {
    const own = text === this.lesson.steps[index]?.source ? undefined : text;
    this.#change(index, { text: own, problem: "" });
    this.#keep();
  }

  /** Takes an answer to the question of a step. */
  choose(index: number, choice: number): void {
    this.#change(index, { choice });
    this.#keep();
  }

  /** Begins anew with a fresh world. */
  async reset(): Promise<void> {
    this.#end();
    this.#runs = [];
    this.state.setState({
      phase: "idle",
      problem: "",
      steps: this.lesson.steps.map(() => fresh),
      goals: this.lesson.goals.map(() => freshGoal),
      world: undefined,
    });
    this.#keep();
    await this.start();
  }

  close(): void {
    this.#end();
    this.state.setState({ phase: "idle", world: undefined });
  }

  #end(): void {
    this.#epoch++;
    this.#opening = undefined;
    this.#goals?.close();
    this.#goals = undefined;
    this.state.getState().world?.close();
  }

  #ready(): Promise<LessonWorld | undefined> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<LessonWorld | undefined> {
    const epoch = ++this.#epoch;
    this.state.setState({ phase: "starting", problem: "" });
    try {
      const world = await openLessonWorld(this.#options.page, this.lesson, () => this.#listen());
      if (epoch !== this.#epoch) {
        world.close();
        return undefined;
      }
      void world.server.closed.then((reason) => this.#lost(epoch, reason));
      this.state.setState({ world });
      await this.#restore(world);
      if (epoch === this.#epoch) {
        this.state.setState({ phase: "ready" });
        this.#watchGoals(world);
      }
      return epoch === this.#epoch ? world : undefined;
    } catch (error) {
      if (epoch !== this.#epoch) return undefined;
      this.#opening = undefined;
      this.state.setState({ phase: "failed", problem: messageOf(error) });
      return undefined;
    }
  }

  /** The server ended without being asked to: what was done is done again on the next one. */
  #lost(epoch: number, reason: string): void {
    if (epoch !== this.#epoch) return;
    this.#end();
    this.state.setState(({ steps, goals }) => ({
      phase: "failed",
      problem: reason,
      world: undefined,
      steps: steps.map((step) => ({ ...step, phase: "waiting", report: undefined, events: [] })),
      goals: goals.map((goal) => ({ ...goal, reports: undefined })),
    }));
  }

  #watchGoals(world: LessonWorld): void {
    const { goals } = this.lesson;
    if (goals.length === 0) return;
    const open = (): readonly Goal[] => goals.filter((goal) => isOpen(this.lesson, goal, this.state.getState().steps));
    this.#goals = new GoalWatch(world, open, ({ index }, reports) => {
      const wasReached = this.state.getState().goals[index]?.isReached === true;
      const isReached = wasReached || reports.every(({ holds }) => holds);
      this.#changeGoal(index, { reports, isReached });
      if (isReached !== wasReached) this.#keep();
    });
    this.#goals.check();
  }

  #changeGoal(index: number, part: Partial<GoalState>): void {
    this.state.setState(({ goals }) => ({
      goals: goals.map((goal, i) => (i === index ? { ...goal, ...part } : goal)),
    }));
  }

  async #restore(world: LessonWorld): Promise<void> {
    const epoch = this.#epoch;
    const runs = this.#runs;
    for (const [done, { step, text }] of runs.entries()) {
      if (epoch !== this.#epoch) return;
      this.state.setState({ phase: "restoring", restored: { done, total: runs.length } });
      const said = readStep(this.lesson, this.text, step, text);
      if ("step" in said) await this.#report(world, said.step);
    }
  }

  async #perform(world: LessonWorld, index: number): Promise<void> {
    const step = this.#stepOf(index);
    if (step === undefined) return;
    const { text } = this.state.getState().steps[index] ?? fresh;
    const isCurrent = await this.#report(world, step);
    if (!isCurrent) return;
    this.#runs = [...this.#runs, text === undefined ? { step: index } : { step: index, text }];
    this.#keep();
  }

  /** Runs a step and shows what came of it. Resolves with whether its world is still there. */
  async #report(world: LessonWorld, step: Step): Promise<boolean> {
    const epoch = this.#epoch;
    this.#at = step.index;
    this.#change(step.index, { phase: "running", events: [], problem: "" });
    const report = await world.run.runStep(step);
    if (epoch !== this.#epoch) return false;
    this.#change(step.index, { phase: report.outcome, report });
    this.#goals?.check();
    return true;
  }

  /** The step as it is written now; undefined if it cannot be run, which its state then says. */
  #stepOf(index: number): Step | undefined {
    const said = readStep(this.lesson, this.text, index, this.state.getState().steps[index]?.text);
    if ("step" in said) return said.step;
    this.#change(index, { problem: said.problem, phase: "failed", report: undefined });
    return undefined;
  }

  #listen(): (events: readonly SeenEvent[]) => void {
    const [at, epoch] = [this.#at, this.#epoch];
    return (events) => {
      if (epoch !== this.#epoch) return;
      const known = this.state.getState().steps[at]?.events ?? [];
      this.#change(at, { events: [...known, ...events].slice(-shownEvents) });
    };
  }

  #change(index: number, part: Partial<StepState>): void {
    this.state.setState(({ steps }) => ({
      steps: steps.map((step, i) => (i === index ? { ...step, ...part } : step)),
    }));
  }

  #keep(): void {
    const { keep, onProgress } = this.#options;
    const { steps, goals } = this.state.getState();
    const entries = <T>(pick: (step: StepState) => T | undefined): ReadonlyMap<number, T> =>
      new Map(steps.flatMap((step, i) => (pick(step) === undefined ? [] : [[i, pick(step) as T] as const])));
    keep?.write({
      print: "",
      runs: this.#runs,
      texts: entries(({ text }) => text),
      choices: entries((one) => one.choice),
      reached: goals.flatMap(({ isReached }, i) => (isReached ? [i] : [])),
    });
    onProgress?.(this.done);
  }
}

/** Reads a step with a text in place of the lesson's own. Says why if that is not a step of the lesson any more. */
export function readStep(
  lesson: Lesson,
  text: string,
  index: number,
  changed: string | undefined,
): { readonly step: Step } | { readonly problem: string } {
  const step = lesson.steps[index];
  if (step === undefined) return { problem: "The lesson has no such step." };
  if (changed === undefined) return { step };
  try {
    const { steps } = parseLesson(lesson.file, withStepText(text, step, changed));
    const own = steps[index];
    if (own === undefined || steps.length !== lesson.steps.length)
      return { problem: "This has to stay one block that runs." };
    return { step: own };
  } catch (error) {
    if (!(error instanceof LessonError)) throw error;
    return { problem: `Line ${Math.max(1, error.line - step.place.line + 1)}: ${error.words}` };
  }
}
