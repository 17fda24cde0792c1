/** A run of lines that differ: from where to where in the old and in the new text. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** The lines of a text. */
export const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/**
 * The hunks of two texts as `diff -u` prints them, without the names of files; "" for equal texts. Lines with the same
 * key are equal.
 */
export function unifiedDiff(before: string, after: string, context = 3, key = (line: string): string => line): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes = changesOf(old, now, key);
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && change.from - last.to <= 2 * context) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups.map((group) => hunk(group, old, now, context)).join("");
}

function hunk(group: readonly Change[], old: readonly string[], now: readonly string[], context: number): string {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return "";
  const lead = Math.min(context, first.from);
  const end = Math.min(old.length, last.to + context);
  const newEnd = last.newTo + (end - last.to);
  const lines: string[] = [];
  let at = first.from - lead;
  for (const change of group) {
    for (const line of old.slice(at, change.from)) lines.push(` ${line}\n`);
    for (const line of old.slice(change.from, change.to)) lines.push(`-${line}\n`);
    for (const line of now.slice(change.newFrom, change.newTo)) lines.push(`+${line}\n`);
    at = change.to;
  }
  for (const line of old.slice(at, end)) lines.push(` ${line}\n`);
  const head = `@@ -${range(first.from - lead, end)} +${range(first.newFrom - lead, newEnd)} @@\n`;
  return head + lines.join("");
}

/** A range of lines in a hunk's head: `3,2`, `3` for one line, and the line before for none. */
function range(from: number, to: number): string {
  const count = to - from;
  return count === 1 ? `${from + 1}` : `${count === 0 ? from : from + 1},${count}`;
}

/**
 * The changes between two lists of lines: a shortest script, whose runs are as far down as they can be. Lines with the
 * same key are equal.
 */
export function changesOf(
  before: readonly string[],
  after: readonly string[],
  key: (line: string) => string,
): readonly Change[] {
  const [old, now] = [before.map(key), after.map(key)];
  const { deleted, inserted } = shortestScript(old, now);
  slideDown(old, deleted, inserted);
  slideDown(now, inserted, deleted);
  const changes: Change[] = [];
  for (let [i, j] = [0, 0]; i < old.length || j < now.length; i++, j++) {
    const [from, newFrom] = [i, j];
    while (deleted[i] === true) i++;
    while (inserted[j] === true) j++;
    if (i > from || j > newFrom) changes.push({ from, to: i, newFrom, newTo: j });
  }
  return changes;
}

/** Marks the lines that a shortest script deletes and inserts (E. Myers, An O(ND) Difference Algorithm). */
function shortestScript(old: readonly string[], now: readonly string[]) {
  const deleted = old.map(() => false);
  const inserted = now.map(() => false);
  const trails: Map<number, number>[] = [];
  let reach = new Map([[1, 0]]);
  for (let cost = 0; ; cost++) {
    trails.push(reach);
    const next = new Map<number, number>();
    for (let diagonal = -cost; diagonal <= cost; diagonal += 2) {
      let x = comesDown(reach, diagonal, cost) ? (reach.get(diagonal + 1) ?? 0) : (reach.get(diagonal - 1) ?? 0) + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x < old.length || x - diagonal < now.length) continue;
      mark(trails, diagonal, deleted, inserted);
      return { deleted, inserted };
    }
    reach = next;
  }
}

/** Reports whether the furthest path to a diagonal comes by an insertion. */
const comesDown = (reach: ReadonlyMap<number, number>, diagonal: number, cost: number): boolean =>
  diagonal === -cost || (diagonal !== cost && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));

/** Walks a shortest script back from its end. */
function mark(trails: readonly ReadonlyMap<number, number>[], end: number, deleted: boolean[], inserted: boolean[]) {
  let diagonal = end;
  for (let cost = trails.length - 1; cost > 0; cost--) {
    const reach = trails[cost] ?? new Map<number, number>();
    const down = comesDown(reach, diagonal, cost);
    diagonal += down ? 1 : -1;
    const x = reach.get(diagonal) ?? 0;
    if (down) inserted[x - diagonal] = true;
    else deleted[x] = true;
  }
}

/**
 * Moves each run of marked lines down while the line after it equals its first, so that runs that then touch become
 * one, and back up to where the other text has a change, if it passed one (GNU diff's shift_boundaries).
 */
function slideDown(lines: readonly string[], marked: boolean[], other: readonly boolean[]): void {
  const runs = new Runs(lines, marked, other);
  while (runs.next()) runs.settle();
}

/** A run of marked lines that moves, and the place in the other text that is beside its end. */
class Runs {
  readonly #lines: readonly string[];
  readonly #marked: boolean[];
  readonly #other: readonly boolean[];
  #start = 0;
  #end = 0;
  #beside = 0;

  constructor(lines: readonly string[], marked: boolean[], other: readonly boolean[]) {
    this.#lines = lines;
    this.#marked = marked;
    this.#other = other;
  }

  #isMarked(at: number): boolean {
    return at >= 0 && at < this.#lines.length && this.#marked[at] === true;
  }

  /** Goes to the next run; false if there is none. */
  next(): boolean {
    while (this.#end < this.#lines.length && !this.#isMarked(this.#end)) {
      while (this.#other[this.#beside++] === true);
      this.#end++;
    }
    if (this.#end >= this.#lines.length) return false;
    this.#start = this.#end;
    while (this.#isMarked(++this.#end));
    while (this.#other[this.#beside] === true) this.#beside++;
    return true;
  }

  /** Moves the run to its place. */
  settle(): void {
    let [length, corresponding] = [0, 0];
    do {
      length = this.#end - this.#start;
      while (this.#start > 0 && this.#lines[this.#start - 1] === this.#lines[this.#end - 1]) this.#up();
      corresponding = this.#other[this.#beside - 1] === true ? this.#end : this.#lines.length;
      while (this.#end < this.#lines.length && this.#lines[this.#start] === this.#lines[this.#end])
        if (this.#down()) corresponding = this.#end;
    } while (length !== this.#end - this.#start);
    while (corresponding < this.#end) this.#back();
  }

  #back(): void {
    this.#marked[--this.#start] = true;
    this.#marked[--this.#end] = false;
    while (this.#other[--this.#beside] === true);
  }

  #up(): void {
    this.#marked[--this.#start] = true;
    this.#marked[--this.#end] = false;
    while (this.#isMarked(this.#start - 1)) this.#start--;
    while (this.#other[--this.#beside] === true);
  }

  /** Moves the run down by a line; true if it then stands beside a change of the other text. */
  #down(): boolean {
    this.#marked[this.#start++] = false;
    this.#marked[this.#end++] = true;
    while (this.#isMarked(this.#end)) this.#end++;
    let isBeside = false;
    while (this.#other[++this.#beside] === true) isBeside = true;
    return isBeside;
  }
}
