import {
  addError,
  addErrors,
  errorsSince,
  forgetErrors,
  markErrors,
  maxFieldErrors,
  moreErrors,
  type ErrorsMark,
  type FieldError,
} from "../../apimachinery/field-error.ts";
import { keptObject, type Work } from "../../component-base/work.ts";

/** Prepares the check of an item, which may run more than once; its errors go to `errors`. */
type PrepareCheck<T> = (item: T, index: number, errors: FieldError[]) => () => void;

/**
 * The checks of the items of a list. They add errors to the list that there was when the loop began, which those that
 * run later know.
 */
class ListChecks<T> {
  readonly errors: FieldError[];
  readonly #prepare: PrepareCheck<T>;
  readonly #before: ErrorsMark;
  #check: (() => void) | undefined;
  /** How many errors the last item had, if it was that before it and they were only counted, or none. */
  #counted: number | undefined;
  #beforeItem: ErrorsMark;
  /** The errors that the loop had added when it was paused or had ended. */
  #added: readonly FieldError[] = [];
  #hasEnded = false;

  constructor(errors: FieldError[], prepare: PrepareCheck<T>) {
    this.errors = errors;
    this.#prepare = prepare;
    this.#before = markErrors(errors);
    this.#beforeItem = this.#before;
  }

  /**
   * Checks an item, again if its check was paused. Items that are the same instance, as empty ones of a long list are,
   * have the same errors from the second to the last but one: once these are only counted, others are not checked.
   */
  run(items: readonly T[], index: number): void {
    const item = items[index] as T; // within the list
    const isSame = index > 0 && item === items[index - 1];
    if (!isSame) this.#counted = undefined;
    if (this.#counted !== undefined && item === items[index + 1]) {
      if (this.#counted > 0) addError(this.errors, moreErrors(this.#counted));
      return;
    }
    this.#run(item, index);
    if (isSame) this.#counted = this.#countOfLast();
  }

  #countOfLast(): number | undefined {
    const { length, more } = this.#beforeItem;
    if (this.errors.length === length && length <= maxFieldErrors) return 0;
    return length > maxFieldErrors ? (this.errors[maxFieldErrors]?.more ?? 0) - more : undefined;
  }

  #run(item: T, index: number): void {
    if (this.#check === undefined) {
      this.#beforeItem = markErrors(this.errors);
      this.#check = this.#prepare(item, index, this.errors);
    } else forgetErrors(this.errors, this.#beforeItem);
    this.#check();
    this.#check = undefined;
  }

  /** Remembers the errors of the loop, since whatever it is part of will forget them. */
  pause(): void {
    this.#added = errorsSince(this.errors, this.#before);
  }

  resume(): void {
    forgetErrors(this.errors, this.#before);
    addErrors(this.errors, this.#added);
  }

  /** Adds the errors of the loop, which has ended, to the list where they belong now. */
  end(errors: FieldError[]): void {
    const isFirst = !this.#hasEnded;
    if (isFirst) this.pause();
    this.#hasEnded = true;
    if (!isFirst || this.errors !== errors) addErrors(errors, this.#added);
  }
}

/** Checks the items of a list with pauses between them. */
export function checkInSlices<T>(
  work: Work,
  items: readonly T[],
  errors: FieldError[],
  prepare: PrepareCheck<T>,
): void {
  const checks = work.loop(
    items.length,
    () => new ListChecks(errors, prepare),
    (state, i) => state.run(items, i),
  );
  checks.end(errors);
}

/** Returns a map that outlives pauses: what checks of items leave behind for other checks. */
export const keptMap = <K, V>(): Map<K, V> => keptObject(() => new Map<K, V>());

/** What items have of which there may be one only, with the item that had it first, or its index. */
export type SeenValues = Map<unknown, object | number>;

/** Returns whether another item had a value before; an item is known again when its check is run again. */
export function isRepeated(seen: SeenValues, value: unknown, item: object | number): boolean {
  const first = seen.get(value);
  if (first === undefined) seen.set(value, item);
  return first !== undefined && first !== item;
}
