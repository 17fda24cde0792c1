import type { Random } from "./random.ts";

const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const randomLength = 5;
const maxNameLength = 63;

/** Random characters that make no words: no vowels, no look-alikes (util/rand.String). */
function randomSuffix(length: number, random: Random): string {
  let out = "";
  for (let i = 0; i < length; i++) out += alphabet.charAt(random.int(alphabet.length));
  return out;
}

/** A name from `generateName`: at most 58 characters of it and five random ones (names.SimpleNameGenerator). */
export const generateName = (base: string, random: Random): string =>
  base.slice(0, maxNameLength - randomLength) + randomSuffix(randomLength, random);
