import type { Goal } from "../../../lessons/lesson.ts";
import type { GoalPartReport, LessonRun } from "../../../lessons/run-lesson.ts";
import { onWrites, type ToldPage } from "../../state/writes.ts";

/** After a check, the next one is at the earliest after this time, however much is written. */
const restMs = 250;
/** Roles and policies take effect a moment after they are written: one more check follows the last write. */
const settledMs = 1500;

/** Where goals are checked: a page that tells of writes to the lesson's server, and the run of the lesson. */
export interface CheckedWorld {
  readonly page: ToldPage;
  readonly run: Pick<LessonRun, "checkGoal">;
}

/**
 * Checks goals after writes to the lesson's server, whoever writes: steps, the terminal, the page or controllers.
 * `wanted` says which goals are open, and `told` gets what became of each. Ends when the world is closed.
 */
export class GoalWatch {
  readonly #world: CheckedWorld;
  readonly #wanted: () => readonly Goal[];
  readonly #told: (goal: Goal, reports: readonly GoalPartReport[]) => void;
  readonly #stop: () => void;
  #cancel: () => void = () => undefined;
  #isBusy = false;
  #isDue = false;
  #isOver = false;

  constructor(
    world: CheckedWorld,
    wanted: () => readonly Goal[],
    told: (goal: Goal, reports: readonly GoalPartReport[]) => void,
  ) {
    this.#world = world;
    this.#wanted = wanted;
    this.#told = told;
    this.#stop = onWrites(world.page, () => this.#written());
  }

  /** Checks the goals soon. */
  check(): void {
    if (this.#isOver) return;
    this.#isDue = true;
    if (!this.#isBusy) void this.#work();
  }

  close(): void {
    this.#isOver = true;
    this.#cancel();
    this.#stop();
  }

  #written(): void {
    this.check();
    this.#cancel();
    this.#cancel = this.#world.page.clock.after(settledMs, () => this.check());
  }

  async #work(): Promise<void> {
    [this.#isBusy, this.#isDue] = [true, false];
    for (const goal of this.#wanted()) {
      const reports = await this.#world.run.checkGoal(goal);
      if (this.#isOver) return;
      this.#told(goal, reports);
    }
    this.#world.page.clock.after(restMs, () => {
      this.#isBusy = false;
      if (this.#isDue && !this.#isOver) void this.#work();
    });
  }
}
