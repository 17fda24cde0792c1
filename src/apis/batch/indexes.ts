import { quoteGo } from "../../apimachinery/go-strings.ts";
import { atoi, NumberParseError } from "../../apimachinery/strconv.ts";

/** An interval of indexes of a job, both ends included. */
type Interval = readonly [first: number, last: number];

/** Indexes that are not valid; the message is upstream's. */
class IndexError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "IndexError";
  }
}

function parseIndex(text: string, completions: number): number {
  let index: number;
  try {
    index = Number(atoi(text));
  } catch (error) {
    if (error instanceof NumberParseError)
      throw new IndexError(`cannot convert string to integer for index: ${quoteGo(text)}`);
    throw error;
  }
  if (index >= completions) throw new IndexError(`too large index: ${quoteGo(text)}`);
  return index;
}

function parseInterval(text: string, completions: number): Interval {
  const limits = text.split("-");
  if (limits.length > 2)
    throw new IndexError(
      `the fragment ${quoteGo(text)} violates the requirement that an index interval can have at most two parts separated by '-'`,
    );
  const first = parseIndex(limits[0] ?? "", completions);
  if (limits.length === 1) return [first, first];
  const last = parseIndex(limits[1] ?? "", completions);
  if (first >= last) throw new IndexError(`non-increasing order, previous: ${first}, current: ${last}`);
  return [first, last];
}

function total(text: string, completions: number): number {
  let [count, previous] = [0, -1];
  for (const part of text.split(",")) {
    const [first, last] = parseInterval(part, completions);
    if (count > 0 && previous >= first)
      throw new IndexError(`non-increasing order, previous: ${previous}, current: ${first}`);
    count += last - first + 1;
    previous = last;
  }
  return count;
}

/** Returns how many indexes a list such as `1,3-5` has, or what is wrong with it (validateIndexesFormat). */
export function countIndexes(text: string, completions: number): { readonly count: number; readonly problem?: string } {
  if (text === "") return { count: 0 };
  try {
    return { count: total(text, completions) };
  } catch (error) {
    if (error instanceof IndexError) return { count: 0, problem: error.message };
    throw error;
  }
}

function validIntervals(text: string, completions: number): readonly Interval[] {
  return text.split(",").flatMap((part) => {
    try {
      return [parseInterval(part, completions)];
    } catch (error) {
      if (error instanceof IndexError) return [];
      throw error;
    }
  });
}

/** Returns the first index that is in both lists (validateFailedIndexesNotOverlapCompleted). */
export function overlappingIndex(completed: string, failed: string, completions: number): number | undefined {
  if (completed === "" || failed === "") return undefined;
  const [done, lost] = [validIntervals(completed, completions), validIntervals(failed, completions)];
  let [i, j] = [0, 0];
  for (;;) {
    const [a, b] = [done[i], lost[j]];
    if (a === undefined || b === undefined) return undefined;
    if (a[0] <= b[1] && b[0] <= a[1]) return Math.max(a[0], b[0]);
    if (a[0] <= b[0]) i++;
    else j++;
  }
}
