import { createStore } from "zustand/vanilla";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { Memory } from "../../platform/storage.ts";
import { defineSlice } from "../../state/page.ts";

/** How far a reader is in a lesson. */
export interface LessonProgress {
  readonly passed: number;
  readonly steps: number;
  /** When it was done to its end, in milliseconds since 1970; undefined if it was not, or before that was kept. */
  readonly at?: number | undefined;
}

/** What is known of lessons, by their slugs. */
export type KnownLessons = Readonly<Record<string, LessonProgress>>;

interface Progress {
  readonly lessons: KnownLessons;
  readonly set: (slug: string, progress: Pick<LessonProgress, "passed" | "steps">) => void;
}

/** The reader's progress by lesson. It belongs to the page, whichever server the page shows. */
export const progress = defineSlice<Progress>((page) => {
  const read = (): KnownLessons =>
    Object.fromEntries(
      Object.entries(page.memory.read("lessons", isRecord) ?? {}).flatMap(([slug, value]) =>
        isProgress(value) ? [[slug, value] as const] : [],
      ),
    );
  const store = createStore<Progress>((set, get) => ({
    lessons: read(),
    set(slug, now) {
      // Other tabs may have gone on with other lessons.
      const known = { ...get().lessons, ...read() };
      // The first time counts.
      const at = known[slug]?.at ?? (isDone(now) ? page.clock.now() : undefined);
      const lessons = { ...known, [slug]: at === undefined ? now : { ...now, at } };
      set({ lessons });
      page.memory.write("lessons", lessons);
    },
  }));
  page.memory.onChange("lessons", () => store.setState({ lessons: { ...store.getState().lessons, ...read() } }));
  return store;
});

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isProgress = (value: unknown): value is LessonProgress =>
  isRecord(value) &&
  isCount(value["passed"]) &&
  isCount(value["steps"]) &&
  (value["at"] === undefined || isCount(value["at"]));

/** Whether a lesson was done to its end. */
export const isDone = (known: LessonProgress | undefined): boolean =>
  known !== undefined && known.steps > 0 && known.passed >= known.steps;

/** Whether a lesson was done to its end at any time: beginning anew takes nothing away. */
export const wasDone = (known: LessonProgress | undefined): boolean => known?.at !== undefined || isDone(known);

/** A step that was run; its text, if the reader had changed it. */
export interface KeptRun {
  readonly step: number;
  readonly text?: string;
}

/** What a reader has done in a lesson, from which its world is restored. */
export interface KeptLesson {
  /** Of the text of the lesson. What was kept of another text does not fit. */
  readonly print: string;
  readonly runs: readonly KeptRun[];
  /** The changed texts and the chosen answers by step. */
  readonly texts: ReadonlyMap<number, string>;
  readonly choices: ReadonlyMap<number, number>;
  /** The goals that were reached. */
  readonly reached: readonly number[];
}

/** The most runs that are kept. A world is restored up to there. */
const mostRuns = 300;

/** Where a lesson's runs, texts and answers are kept. */
export interface LessonKeep {
  read(): KeptLesson;
  write(kept: KeptLesson): void;
}

/** Keeps a lesson in the memory of a page. */
export function createLessonKeep(memory: Memory, slug: string, text: string): LessonKeep {
  const print = printOf(text);
  const nothing: KeptLesson = { print, runs: [], texts: new Map(), choices: new Map(), reached: [] };
  return {
    read() {
      const value = memory.read(`lesson.${slug}`, isRecord);
      if (value === undefined || value["print"] !== print) return nothing;
      const { runs, texts, choices, reached } = value;
      return {
        print,
        runs: Array.isArray(runs) ? runs.filter(isRun) : [],
        texts: new Map(Array.isArray(texts) ? texts.filter(isTextEntry) : []),
        choices: new Map(Array.isArray(choices) ? choices.filter(isCountEntry) : []),
        reached: Array.isArray(reached) ? reached.filter(isCount) : [],
      };
    },
    write: ({ runs, texts, choices, reached }) =>
      memory.write(`lesson.${slug}`, {
        print,
        runs: runs.slice(0, mostRuns),
        texts: [...texts],
        choices: [...choices],
        reached,
      }),
  };
}

const isRun = (value: unknown): value is KeptRun =>
  isRecord(value) && isCount(value["step"]) && (value["text"] === undefined || typeof value["text"] === "string");
const isTextEntry = (value: unknown): value is [number, string] =>
  Array.isArray(value) && isCount(value[0]) && typeof value[1] === "string";
const isCountEntry = (value: unknown): value is [number, number] =>
  Array.isArray(value) && isCount(value[0]) && isCount(value[1]);

/** Returns a short text that differs for different texts (FNV-1a). */
export function printOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `${text.length}.${(hash >>> 0).toString(36)}`;
}
