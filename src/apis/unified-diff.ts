import { ErrorRoom } from "../apimachinery/field-error.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { Double } from "../apimachinery/json/value.ts";
import { LongText } from "../apimachinery/long-text.ts";
import { call, eachInSteps, pausePoint, type Walk } from "../apimachinery/walk.ts";
import { walkRunning } from "../component-base/work.ts";
import { goJson } from "./go-print.ts";

const context = 3;

/** A run of lines that both texts have: where it begins in each, and its length. */
interface Block {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

type Places = ReadonlyMap<string, readonly number[]>;

/** Returns the places of each line of a text. In long texts, lines that are found often are left out. */
function* placesOf(lines: readonly string[]): Walk<Places> {
  const places = new Map<string, number[]>();
  yield* eachInSteps(lines, (line, i) => {
    const found = places.get(line);
    if (found === undefined) places.set(line, [i]);
    else found.push(i);
  });
  if (lines.length < 200) return places;
  const most = Math.floor(lines.length / 100) + 1;
  for (const [line, found] of places) if (found.length > most) places.delete(line);
  return places;
}

/** The parts of two texts that are compared. */
interface Window {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** The places of a line that are looked at in one step. */
const placesOfStep = 8;

/** Compares two texts by their longest common runs of lines, as Python's difflib does (SequenceMatcher). */
class Matcher {
  readonly #a: readonly string[];
  readonly #b: readonly string[];
  readonly #places: Places;

  constructor(a: readonly string[], b: readonly string[], placesInB: Places) {
    this.#a = a;
    this.#b = b;
    this.#places = placesInB;
  }

  /** Returns the common runs in order, adjacent ones joined, and an empty one at the end. */
  *blocks(): Walk<readonly Block[]> {
    const found: Block[] = [];
    yield* this.#collect({ aStart: 0, aEnd: this.#a.length, bStart: 0, bEnd: this.#b.length }, found);
    const joined: Block[] = [];
    yield* eachInSteps(found, (block) => {
      const last = joined.at(-1);
      if (last !== undefined && last.a + last.size === block.a && last.b + last.size === block.b)
        joined[joined.length - 1] = { ...last, size: last.size + block.size };
      else joined.push(block);
    });
    return [...joined, { a: this.#a.length, b: this.#b.length, size: 0 }];
  }

  *#collect(window: Window, found: Block[]): Walk<void> {
    const best = yield* this.#longest(window);
    if (best.size === 0) return;
    const { aStart, aEnd, bStart, bEnd } = window;
    yield* call(this.#collect({ aStart, aEnd: best.a, bStart, bEnd: best.b }, found));
    found.push(best);
    yield* call(this.#collect({ aStart: best.a + best.size, aEnd, bStart: best.b + best.size, bEnd }, found));
  }

  *#longest(window: Window): Walk<Block> {
    const { aStart, aEnd, bStart, bEnd } = window;
    let best: Block = { a: aStart, b: bStart, size: 0 };
    let lengths = new Map<number, number>();
    for (let i = aStart; i < aEnd; i++) {
      yield pausePoint;
      const next = new Map<number, number>();
      for (const j of this.#places.get(this.#a[i] ?? "") ?? []) {
        if (j < bStart) continue;
        if (j >= bEnd) break;
        const size = (lengths.get(j - 1) ?? 0) + 1;
        next.set(j, size);
        if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
        if (next.size % placesOfStep === 0) yield pausePoint;
      }
      lengths = next;
    }
    return this.#extended(best, window);
  }

  #extended({ a, b, size }: Block, { aStart, aEnd, bStart, bEnd }: Window): Block {
    while (a > aStart && b > bStart && this.#a[a - 1] === this.#b[b - 1]) {
      a--;
      b--;
      size++;
    }
    while (a + size < aEnd && b + size < bEnd && this.#a[a + size] === this.#b[b + size]) size++;
    return { a, b, size };
  }
}

/** A step from one text to the other: lines kept, or lines that replace others. */
interface Step extends Window {
  readonly kept: boolean;
}

function stepsOf(blocks: readonly Block[]): readonly Step[] {
  const steps: Step[] = [];
  let [a, b] = [0, 0];
  for (const block of blocks) {
    if (a < block.a || b < block.b) steps.push({ kept: false, aStart: a, aEnd: block.a, bStart: b, bEnd: block.b });
    [a, b] = [block.a + block.size, block.b + block.size];
    if (block.size > 0) steps.push({ kept: true, aStart: block.a, aEnd: a, bStart: block.b, bEnd: b });
  }
  return steps;
}

const firstLines = (step: Step): Step => ({
  ...step,
  aEnd: Math.min(step.aEnd, step.aStart + context),
  bEnd: Math.min(step.bEnd, step.bStart + context),
});
const lastLines = (step: Step): Step => ({
  ...step,
  aStart: Math.max(step.aStart, step.aEnd - context),
  bStart: Math.max(step.bStart, step.bEnd - context),
});

/** Groups the changes that are close to each other, with the lines around them. */
function hunksOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const hunks: Step[][] = [];
  let hunk: Step[] = [];
  for (const [i, step] of steps.entries()) {
    const [isFirst, isLast] = [i === 0, i === steps.length - 1];
    if (!step.kept) hunk.push(step);
    else if (isFirst) hunk.push(lastLines(step));
    else if (isLast) hunk.push(firstLines(step));
    else if (step.aEnd - step.aStart <= 2 * context) hunk.push(step);
    else {
      hunks.push([...hunk, firstLines(step)]);
      hunk = [lastLines(step)];
    }
  }
  hunks.push(hunk);
  return hunks.filter((group) => group.some(({ kept }) => !kept));
}

const range = (start: number, end: number): string => {
  const length = end - start;
  if (length === 1) return String(start + 1);
  return `${length === 0 ? start : start + 1},${length}`;
};

/** Returns how two texts differ, in the unified format, without names of files. */
export function* unifiedDiff(a: readonly string[], b: readonly string[]): Walk<string> {
  const text = new LongText();
  const add = (sign: string, lines: readonly string[]): Walk<void> =>
    eachInSteps(lines, (line) => text.add(`${sign}${line}\n`));
  const blocks = yield* new Matcher(a, b, yield* placesOf(b)).blocks();
  for (const hunk of hunksOf(stepsOf(blocks))) {
    const [first, last] = [hunk[0], hunk.at(-1)];
    if (first === undefined || last === undefined) continue;
    text.add(`@@ -${range(first.aStart, last.aEnd)} +${range(first.bStart, last.bEnd)} @@\n`);
    for (const { kept, aStart, aEnd, bStart, bEnd } of hunk)
      if (kept) yield* add(" ", a.slice(aStart, aEnd));
      else {
        yield* add("-", a.slice(aStart, aEnd));
        yield* add("+", b.slice(bStart, bEnd));
      }
  }
  return text.toString();
}

/** The lines of a value, as many as an error may tell. */
class Lines {
  readonly texts: string[] = [];
  readonly #room = new ErrorRoom();
  isCut = false;

  add(line: string): void {
    if (this.#room.isLeft) this.texts.push(line);
    else this.isCut = true;
    this.#room.take(line.length);
  }
}

/** Adds the lines of a value's JSON with what stands before and after it, indented by a space for each level. */
function* addLines(lines: Lines, value: unknown, indent: string, before = "", after = ""): Walk<void> {
  if (lines.isCut) return;
  yield pausePoint;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const members = membersOf(value);
  if (members.length === 0) return void lines.add(`${indent}${before}${goJson(value)}${after}`);
  lines.add(`${indent}${before}${open}`);
  for (const [i, [name, member]] of members.entries())
    yield* call(addLines(lines, member, `${indent} `, name, i < members.length - 1 ? "," : ""));
  lines.add(`${indent}${close}${after}`);
}

/** Returns the items of a list, or the members of an object with their names as they are printed. */
function membersOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown) => ["", item ?? null]);
  if (!isRecord(value) || value instanceof Double) return [];
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [`${goJson(name)}: `, member]);
}

function* diffOf(a: unknown, b: unknown): Walk<string> {
  const [before, after] = [new Lines(), new Lines()];
  yield* addLines(before, a, "");
  yield* addLines(after, b, "");
  const diff = yield* unifiedDiff(before.texts, after.texts);
  return before.isCut || after.isCut ? `${diff}and more\n` : diff;
}

/**
 * Returns how the forms of two values differ, as lines of their indented JSON (apimachinery's diff.Diff). Where many
 * short runs of lines are common, that takes time in proportion to the square of the lines, as upstream; in a large
 * request it pauses. Of values of more than 8 MB a part is told.
 */
export const goDiff = <T>(form: (value: T) => unknown, a: T, b: T): string =>
  walkRunning(() => diffOf(form(a), form(b)));
