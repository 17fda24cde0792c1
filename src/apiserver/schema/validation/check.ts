import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Work } from "../../../component-base/work.ts";
import type { Correlation } from "./correlation.ts";
import { Findings } from "./findings.ts";
import type { Place } from "./place.ts";
import type { ValidationSource } from "./validation-source.ts";

/** The check of values by a schema. */
export interface ValueCheck {
  /** Validates a value; on updates, `correlation` provides the old value. May pause its work. */
  check(value: JsonValue, place: Place, correlation: Correlation | undefined, work: Work): Findings;
  /**
   * Returns the check of values of this one's kind, if it looks at nothing inside of them and at no list of
   * alternatives: what most values need, of which a list may have a million under hundreds of alternatives. It makes
   * nothing but what it finds, and does not pause.
   */
  flat(value: JsonValue): FlatPart | undefined;
}

/** Returns a check whose schema is compiled when it first validates a value. */
export type CompileLazily = (source: () => ValidationSource) => ValueCheck;

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

/** A part of the check of a value that does not look inside of it, and so never pauses. */
export type FlatPart<V = JsonValue> = (value: V, place: Place, findings: Findings, work: Work) => void;

/** A part of the check of a value. A part without a loop ends at once; a loop counts `run.step`. */
export type CheckPart<V = JsonValue> = (value: V, place: Place, run: CheckRun, work: Work) => void;

/** Tries flat checks, of which it keeps only whether a value fits and the matches. */
export class Trial extends Findings {
  constructor() {
    super(0);
  }

  /** Returns itself with what a check comes to. */
  of(check: FlatPart, value: JsonValue, place: Place, work: Work): this {
    this.forgive();
    this.matches = 0;
    check(value, place, this, work);
    return this;
  }
}
