import type { Random } from "./random.ts";

const wordRange = 2 ** 32;

/**
 * Returns a deterministic source of randomness, for tests: equal seeds give equal names and UIDs. The words are those
 * of splitmix32.
 */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state ^ (state >>> 16);
    word = Math.imul(word, 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
  const hex = (): string => next().toString(16).padStart(8, "0");
  return {
    int: (limit) => Math.floor((next() / wordRange) * limit),
    uuid: () => {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()];
      const variant = "89ab".charAt(Number.parseInt(c.charAt(0), 16) & 3);
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
    },
  };
}
