import { LongText } from "./long-text.ts";

/** How a long computation does its steps: at once, or with pauses between them. */
export interface Steps {
  /** Runs a loop that fills what it returns. A step that pauses within is called again, so its effects come last. */
  readonly each: <T extends object>(length: number, begin: () => T, step: (made: T, index: number) => void) => T;
  /** Counts units of work, of half a microsecond each. */
  readonly charge: (units: number) => void;
}

/** The steps of ordinary computations. */
export const stepsAtOnce: Steps = {
  each(length, begin, step) {
    const made = begin();
    for (let i = 0; i < length; i++) step(made, i);
    return made;
  },
  charge: () => undefined,
};

const partLength = 1 << 14;
const charactersPerUnit = 16;

const joinedPerUnit = 64;

/** Returns the units of joining a text of a length from others; a longer one is made in steps, which count theirs. */
export const unitsOfText = (length: number): number => Math.min(length, 4 * partLength) / joinedPerUnit;

/** Returns what a function makes of the parts of a text, joined. Pairs of surrogates are not divided. */
export function joinParts(text: string, make: (part: string) => string, steps = stepsAtOnce): string {
  if (text.length <= partLength) return make(text);
  const add = (made: LongText, i: number): void => {
    made.add(make(partAt(text, i)));
    steps.charge(partLength / charactersPerUnit);
  };
  return steps.each(Math.ceil(text.length / partLength), () => new LongText(), add).toString();
}

/** Yields the parts of a text. Pairs of surrogates are not divided. */
export function* partsOf(text: string): Generator<string> {
  const count = Math.ceil(text.length / partLength);
  for (let i = 0; i < count; i++) yield partAt(text, i);
}

const partAt = (text: string, i: number): string =>
  text.slice(cutBefore(text, i * partLength), cutBefore(text, (i + 1) * partLength));

/** Returns the place at or before one where a text can be divided. */
function cutBefore(text: string, at: number): number {
  const isWithinPair = (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return isWithinPair ? at - 1 : at;
}
