import type { Random } from "./random.ts";

const wordRange = 2 ** 32;

/** Returns a cryptographic source of randomness; constructed only in composition roots. */
export function createSystemRandom(): Random {
  const word = new Uint32Array(1);
  const next = (): number => crypto.getRandomValues(word)[0] ?? 0;
  return {
    int: (limit) => {
      const fair = wordRange - (wordRange % limit);
      let value = next();
      while (value >= fair) value = next();
      return value % limit;
    },
    uuid: () => crypto.randomUUID(),
  };
}
