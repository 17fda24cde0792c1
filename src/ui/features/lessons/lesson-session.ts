import { createStore } from "zustand/vanilla";
import { LessonError } from "../../../lessons/lesson-error.ts";
import type { Lesson, Step } from "../../../lessons/lesson.ts";
import { parseLesson, withStepText } from "../../../lessons/parse-lesson.ts";
import type { StepReport } from "../../../lessons/run-lesson.ts";
import { inWords } from "../../data/send.ts";
import type { Page } from "../../state/page.ts";
import { type LessonWorld, openLessonWorld } from "./lesson-world.ts";
import type { KeptRun, LessonKeep, LessonProgress } from "./progress.ts";
import type { SeenEvent } from "./watch-events.ts";

/** A step as its reader sees it. */
export interface StepState {
  readonly phase: "waiting" | "running" | "passed" | "failed";
  readonly report: StepReport | undefined;
  /** The newest events of the watches that it opened. */
  readonly events: readonly SeenEvent[];
  /** The reader's own text; undefined for the lesson's. */
  readonly text: string | undefined;
  /** The chosen answer of its question. */
  readonly choice: number | undefined;
  /** Why its text cannot be run. */
  readonly problem: string;
}

export interface SessionState {
  readonly phase: "idle" | "starting" | "restoring" | "ready" | "failed";
  /** Why there is no server. */
  readonly problem: string;
  /** How many of the steps of an earlier visit have been repeated. */
  readonly restored: { readonly done: number; readonly total: number };
  readonly steps: readonly StepState[];
  readonly world: LessonWorld | undefined;
}

const fresh: StepState = {
  phase: "waiting",
  report: undefined,
  events: [],
  text: undefined,
  choice: undefined,
  problem: "",
};

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
      world: undefined,
    }));
  }

  /** The step to do next; the number of steps at the end. */
  get next(): number {
    const { steps } = this.state.getState();
    const open = steps.findIndex(({ phase }) => phase !== "passed");
    return open < 0 ? steps.length : open;
  }

  /** Opens the world, and repeats the steps of an earlier visit. */
  async start(): Promise<void> {
    await this.#ready();
  }

  /** Runs a step, after those before it that have not run yet; stops at one that does not hold. */
  async run(index: number): Promise<void> {
    if (this.isBusy || this.#stepOf(index) === undefined) return;
    this.#change(index, { phase: "running" });
    const world = await this.#ready();
    if (world === undefined) return this.#change(index, { phase: "waiting" });
    const epoch = this.#epoch;
    for (let i = 0; i < index; i++) {
      const before = this.state.getState().steps[i];
      if (before?.phase !== "waiting" || epoch !== this.#epoch) continue;
      await this.#perform(world, i);
      if (epoch === this.#epoch && this.state.getState().steps[i]?.phase === "failed")
        return this.#change(index, { phase: "waiting" });
    }
    if (epoch === this.#epoch) await this.#perform(world, index);
  }

  /** Runs the steps from the next one to the end, until one does not hold. */
  async runAll(): Promise<void> {
    for (let i = this.next; i < this.lesson.steps.length; i++) {
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
    this.state.setState({ phase: "idle", problem: "", steps: this.lesson.steps.map(() => fresh), world: undefined });
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
      if (epoch === this.#epoch) this.state.setState({ phase: "ready" });
      return epoch === this.#epoch ? world : undefined;
    } catch (error) {
      if (epoch !== this.#epoch) return undefined;
      this.#opening = undefined;
      this.state.setState({ phase: "failed", problem: inWords(error) });
      return undefined;
    }
  }

  /** The server ended without being asked to: what was done is done again on the next one. */
  #lost(epoch: number, reason: string): void {
    if (epoch !== this.#epoch) return;
    this.#end();
    this.state.setState(({ steps }) => ({
      phase: "failed",
      problem: reason,
      world: undefined,
      steps: steps.map((step) => ({ ...step, phase: "waiting", report: undefined, events: [] })),
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
    const { steps } = this.state.getState();
    const entries = <T>(pick: (step: StepState) => T | undefined): ReadonlyMap<number, T> =>
      new Map(steps.flatMap((step, i) => (pick(step) === undefined ? [] : [[i, pick(step) as T] as const])));
    keep?.write({
      print: "",
      runs: this.#runs,
      texts: entries(({ text }) => text),
      choices: entries((one) => one.choice),
    });
    onProgress?.({ passed: steps.filter(({ phase }) => phase === "passed").length, steps: steps.length });
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
