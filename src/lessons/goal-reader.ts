import type { Goal, LessonBlock, MarkdownNode, WantedObject } from "./lesson.ts";
import type { SourceFile } from "./source-lines.ts";

/** The most parts of the goals of a lesson: they are read after each write. */
const mostParts = 50;

interface OpenGoal extends Goal {
  readonly parts: WantedObject[];
  readonly hints: MarkdownNode[];
  readonly way: { readonly blocks: LessonBlock[]; first: number; end: number };
}

/**
 * Reads the goals of a lesson: blocks that say what is to hold, then hints, then the way, which ends at a heading or
 * at the next goal. Methods throw a LessonError for what stands elsewhere.
 */
export class GoalReader {
  readonly goals: OpenGoal[] = [];
  readonly #source: SourceFile;
  #phase: "none" | "parts" | "way" = "none";
  #hintAt: number | undefined;
  #parts = 0;
  #wayAt = 0;
  #hasHeading = false;

  constructor(source: SourceFile) {
    this.#source = source;
  }

  /** The blocks of the way that is open. */
  get way(): LessonBlock[] | undefined {
    return this.#phase === "way" ? this.goals.at(-1)?.way.blocks : undefined;
  }

  /** Takes the parts of a block; returns the index of a goal that begins with it. */
  add(parts: readonly WantedObject[], title: string, line: number, steps: number): number | undefined {
    this.endWay(steps);
    this.expectNoHint();
    this.#parts += parts.length;
    if (this.#parts > mostParts)
      throw this.#source.error(line, `the goals of a lesson have ${mostParts} parts at most`);
    const open = this.#phase === "parts" ? this.goals.at(-1) : undefined;
    if (open !== undefined) {
      if (open.hints.length > 0) throw this.#source.error(line, "hints stand below all of their goal");
      open.parts.push(...parts);
      return undefined;
    }
    const index = this.goals.length;
    this.goals.push({
      index,
      title,
      line,
      parts: [...parts],
      hints: [],
      way: { blocks: [], first: steps, end: steps },
    });
    this.#phase = "parts";
    return index;
  }

  /** Reads a comment that announces a hint or the way. */
  mark(word: "hint" | "way", line: number, steps: number): void {
    this.expectNoHint();
    const goal = this.#phase === "parts" ? this.goals.at(-1) : undefined;
    if (goal === undefined) throw this.#source.error(line, `no goal comes before this ${word}`);
    if (word === "hint") {
      this.#hintAt = line;
      return;
    }
    [this.#phase, this.#wayAt, this.#hasHeading] = ["way", line, false];
    goal.way.first = steps;
  }

  /** Takes a node if a comment has announced it as a hint. */
  takesHint(node: MarkdownNode): boolean {
    if (this.#hintAt === undefined) return false;
    this.#hintAt = undefined;
    this.goals.at(-1)?.hints.push(node);
    return true;
  }

  expectNoHint(): void {
    if (this.#hintAt !== undefined) throw this.#source.error(this.#hintAt, "no text follows this comment");
  }

  /** A heading ends a way, except one at its beginning. */
  heading(steps: number): void {
    const goal = this.goals.at(-1);
    const isFirst = goal?.way.first === steps && !this.#hasHeading;
    this.#hasHeading = true;
    if (this.#phase === "way" && !isFirst) this.endWay(steps);
  }

  /** Called before a step: none may stand between a goal and its way. */
  step(line: number): void {
    this.expectNoHint();
    if (this.#phase === "parts")
      throw this.#source.error(line, "this step stands between a goal and its way: <!-- way -->");
  }

  /** Ends a way with the steps that there are. */
  endWay(steps: number): void {
    const goal = this.goals.at(-1);
    if (this.#phase !== "way" || goal === undefined) return;
    if (goal.way.first === steps) throw this.#source.error(this.#wayAt, "there is no step in this way");
    goal.way.end = steps;
    this.#phase = "none";
  }

  /** Called at the end of the file. */
  end(steps: number): void {
    this.expectNoHint();
    this.endWay(steps);
    if (this.#phase === "parts")
      throw this.#source.error(
        this.goals.at(-1)?.line ?? 1,
        "a goal needs a way, which shows that it can be reached: <!-- way -->",
      );
  }
}
