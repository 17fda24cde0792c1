import type { OpenStep, StepKind, StepRecorder } from "../../component-base/trace.ts";

/** A step of admission as it was recorded. */
export interface RecordedStep {
  readonly kind: StepKind;
  readonly name: string;
  readonly steps: readonly RecordedStep[];
  readonly decision?: string;
  readonly cost?: number;
  /** The texts of the object before and after a step that changed it. */
  readonly before?: string;
  readonly after?: string;
}

/** Records the steps of one evaluation, with the texts that a trace would refer to. */
export class StepRecord implements StepRecorder {
  readonly #steps: RecordedStep[] = [];

  get steps(): readonly RecordedStep[] {
    return this.#steps;
  }

  step(kind: StepKind, name: string): OpenStep {
    const inner = new StepRecord();
    const step: { -readonly [member in keyof RecordedStep]: RecordedStep[member] } = { kind, name, steps: inner.steps };
    this.#steps.push(step);
    return {
      step: (innerKind, innerName) => inner.step(innerKind, innerName),
      decide: (decision) => void (step.decision = decision),
      cost: (cost) => void (step.cost = cost),
      objects(before, after) {
        step.before = before;
        step.after = after;
      },
      end: () => undefined,
    };
  }
}
