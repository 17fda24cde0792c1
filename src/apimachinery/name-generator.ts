import type { Random } from "./random.ts";

const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const randomLength = 5;
const maxNameLength = 63;

/** Returns random characters that form no words: no vowels and no easily confused ones (util/rand.String). */
function randomSuffix(length: number, random: Pick<Random, "int">): string {
  let out = "";
  for (let i = 0; i < length; i++) out += alphabet.charAt(random.int(alphabet.length));
  return out;
}

/**
 * Generates a name from `generateName`: at most 58 of its characters and five random ones (names.SimpleNameGenerator).
 */
export const generateName = (base: string, random: Pick<Random, "int">): string =>
  base.slice(0, maxNameLength - randomLength) + randomSuffix(randomLength, random);
