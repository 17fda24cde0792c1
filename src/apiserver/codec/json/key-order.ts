import { inByteOrder, sortedKeys } from "../../../apimachinery/json/encode.ts";
import { setMember } from "../../../apimachinery/json/members.ts";
import { forEachKept, phase } from "../../../component-base/work.ts";
import { noteLargeMap } from "./node-codec.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Sorts members in the order in which Go prints a map. Maps of one type mostly have the same members in the same order.
 * An object built up one member at a time is slow to iterate, so a list of keys that occurs twice in a row is turned
 * into a pattern to copy.
 */
export class KeyOrder {
  #last: readonly string[] = [];
  #pattern: Members | undefined;

  /** `many` are the keys of a map of a large request that has many, which is arranged with pauses. */
  arrange(map: Members, many?: readonly string[]): Members {
    if (many !== undefined) return inSlices(map, many);
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

/** Creates an object with all members through the parser, which gives it an efficient layout. */
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

function inSlices(map: Members, keys: readonly string[]): Members {
  const sorted = phase(() => inByteOrder([...keys]));
  const setKey = (arranged: Record<string, unknown>, i: number): void => {
    const key = sorted[i] ?? "";
    setMember(arranged, key, map[key]);
  };
  const arranged = forEachKept(sorted.length, (): Record<string, unknown> => ({}), setKey);
  noteLargeMap(arranged);
  return arranged;
}
