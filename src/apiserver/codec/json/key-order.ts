import { sortedKeys } from "../../../apimachinery/json/encode.ts";
import { setMember } from "../../../apimachinery/json/members.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Puts members in the order in which Go prints a map. Maps of one type mostly have the same members in the same order,
 * and an object of
 * many members made one by one is slow to look through ever after: what came twice in a row is copied from a pattern.
 */
export class KeyOrder {
  #last: readonly string[] = [];
  #pattern: Members | undefined;

  arrange(map: Members): Members {
    const keys = Object.keys(map);
    if (!isSame(keys, this.#last)) {
      this.#last = keys;
      this.#pattern = undefined;
      return inOrder(map);
    }
    const arranged: Record<string, unknown> = { ...(this.#pattern ??= patternOf(map)) };
    for (const key of keys) arranged[key] = map[key];
    return arranged;
  }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}

/** An object as a parser makes it: laid out for good, with all members there. */
const patternOf = (map: Members): Members =>
  JSON.parse(
    `{${sortedKeys(map)
      .map((key) => `${JSON.stringify(key)}:""`)
      .join(",")}}`,
  );

function inOrder(map: Members): Members {
  const arranged: Record<string, unknown> = {};
  for (const key of sortedKeys(map)) setMember(arranged, key, map[key]);
  return arranged;
}
