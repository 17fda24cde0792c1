import { expect, it } from "vitest";
import { fitsWildcards } from "./wildcards.ts";

it.each([
  ["redis-cli *", "redis-cli ping", true],
  ["redis-cli *", "redis-cli", false],
  ["*b*", "abc", true],
  ["a*a", "a", false],
  ["a*a", "aa", true],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-c-b", false],
  ["same", "same", true],
  ["same", "same or more", false],
  ["*", "", true],
])("%j and %j fit: %s", (written, text, fits) => expect(fitsWildcards(written, "*", text)).toBe(fits));
