import { createSeededRandom } from "../../apimachinery/seeded-random.ts";
import { generateValidators, type DeclarativeValidators } from "../generate.ts";
import { GenerationError } from "../generator/generation-error.ts";
import { GoPanic } from "../validate/go-panic.ts";
import { JsonDecodeError } from "../validate/json-value.ts";
import { RandomSource } from "./random-source.ts";

/** What became of random sources. */
export interface RandomOutcomes {
  accepted: number;
  refused: number;
  /** How many objects were validated. */
  validated: number;
  readonly failures: { readonly source: string; readonly reason: string }[];
}

const reasonOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function generated(source: string, index: number, outcomes: RandomOutcomes): DeclarativeValidators | undefined {
  try {
    const validators = generateValidators(source, index % 2 === 0 ? "1.34" : "1.35");
    outcomes.accepted += 1;
    return validators;
  } catch (error) {
    if (error instanceof GenerationError && error.message !== "") outcomes.refused += 1;
    else outcomes.failures.push({ source, reason: reasonOf(error) });
    return undefined;
  }
}

function validated(
  source: string,
  validators: DeclarativeValidators,
  draw: RandomSource,
  outcomes: RandomOutcomes,
): void {
  for (const type of validators.allTypes) {
    const [object, oldObject] = [draw.value(), draw.value()];
    try {
      validators.validate({ type, operation: "create", object });
      validators.validate({ type, operation: "update", object, oldObject, options: ["X"] });
      outcomes.validated += 1;
    } catch (error) {
      if (error instanceof GoPanic || error instanceof JsonDecodeError) continue;
      outcomes.failures.push({ source, reason: reasonOf(error) });
    }
  }
}

/** Generates validators for random sources and runs them; anything but a typed error is a failure. */
export function runRandom(seed: number, count: number): RandomOutcomes {
  const draw = new RandomSource(createSeededRandom(seed));
  const outcomes: RandomOutcomes = { accepted: 0, refused: 0, validated: 0, failures: [] };
  for (let index = 0; index < count; index++) {
    const source = draw.file();
    const validators = generated(source, index, outcomes);
    if (validators !== undefined) validated(source, validators, draw, outcomes);
  }
  return outcomes;
}
