import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Work } from "../../../component-base/work.ts";
import type { Correlation } from "./correlation.ts";
import { Findings } from "./findings.ts";
import type { Place } from "./place.ts";
import type { ValidationSource } from "./validation-source.ts";

/** Validates a value; on updates, `correlation` provides the old value. May pause its work. */
export type CheckValue = (value: JsonValue, place: Place, correlation: Correlation | undefined, work: Work) => Findings;

/** Returns a check whose schema is compiled when it first validates a value. */
export type CompileLazily = (source: () => ValidationSource) => CheckValue;

/** The validation of one value with its findings and how far it has come: a frame of its work. */
export class CheckRun extends Findings {
  readonly correlation: Correlation | undefined;
  /** The part of the check that is under way, and the step of its loop. */
  part = 0;
  step = 0;
  /** What the part under way keeps from step to step. */
  kept: unknown;

  constructor(correlation: Correlation | undefined) {
    super();
    this.correlation = correlation;
  }

  nextPart(): void {
    this.part++;
    this.step = 0;
    this.kept = undefined;
  }
}

/** A part of the check of a value. A part without a loop ends at once; a loop counts `run.step`. */
export type CheckPart<V = JsonValue> = (value: V, place: Place, run: CheckRun, work: Work) => void;
