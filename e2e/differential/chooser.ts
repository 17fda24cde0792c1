import { createDice } from "../../src/apiserver/codec/testing/generate-object.ts";

/** Random choices that a seed determines. */
export interface Chooser {
  /** Returns true with the given probability. */
  chance(probability: number): boolean;
  /** Returns an integer from 0 to below the limit. */
  below(limit: number): number;
  pick<const T extends readonly [unknown, ...unknown[]]>(from: T): T[number];
  pick<T>(from: readonly [T, ...T[]]): T;
  /** Returns each item with the given probability, in their order. */
  some<T>(from: readonly T[], probability: number): readonly T[];
}

/** Creates the choices of a seed. */
export function createChooser(seed: number): Chooser {
  const dice = createDice(seed);
  const below = (limit: number): number => Math.floor(dice() * limit);
  return {
    below,
    chance: (probability) => dice() < probability,
    pick: <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0],
    some: (from, probability) => from.filter(() => dice() < probability),
  };
}
