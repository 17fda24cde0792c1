/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** A sequence of Marsaglia's xorshift. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = (seed * 2654435761 + 1) >>> 0 || 1;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state % limit;
  };
  return { below, pick: (from) => from[below(from.length)] ?? from[0] };
}
