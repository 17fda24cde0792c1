/** A deterministic pseudorandom generator. */
export interface SeededRandom {
  /** Returns an integer from 0 to below the limit. */
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
