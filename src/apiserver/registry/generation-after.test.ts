import { expect, it } from "vitest";
import { generationAfter } from "./object-meta.ts";

// oxfmt-ignore
it.each<readonly [number | bigint, number | bigint]>([
  [1, 2],
  [Number.MAX_SAFE_INTEGER, 9007199254740992n],
  [9223372036854775807n, -9223372036854775808n],
])("the generation after %d is %d, as Go counts", (generation, next) => expect(generationAfter(generation)).toBe(next));
