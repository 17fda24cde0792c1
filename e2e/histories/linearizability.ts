import { groupBy } from "../../src/apimachinery/group-by.ts";

/**
 * An operation on one key. `returned` is undefined if it is not known when it ended: it took effect at some time after
 * its call, or never. Times are positions in one order of all calls and returns, so no two of them are equal.
 */
export interface Operation<Call, Outcome> {
  readonly key: string;
  readonly called: number;
  readonly returned: number | undefined;
  readonly call: Call;
  /** Undefined if it is not known what came of the call. */
  readonly outcome: Outcome | undefined;
}

/** What operations do to the object of one key, if they come one after another. */
export interface Model<State, Call, Outcome> {
  readonly initial: State;
  /**
   * Returns the state after an operation, or undefined if it cannot have this outcome in this state. Without an
   * outcome, undefined says that the operation would change nothing.
   */
  step(state: State, call: Call, outcome: Outcome | undefined): State | undefined;
  /** Equal states have equal texts. */
  textOf(state: State): string;
}

/** The operations on a key that no order explains. */
export interface NotLinearizable<State, Call, Outcome> {
  readonly is: "not linearizable";
  readonly key: string;
  /** The operation that could not be placed before its return, in the attempt that came furthest. */
  readonly stuck: Operation<Call, Outcome>;
  /** The state of that attempt, and the last operations that it placed. */
  readonly state: State;
  readonly before: readonly Operation<Call, Outcome>[];
}

/** What the checker says of the operations on one key. It is undecided if the allowed steps were not enough. */
export type Verdict<State, Call, Outcome> =
  | { readonly is: "linearizable"; readonly steps: number }
  | NotLinearizable<State, Call, Outcome>
  | { readonly is: "undecided"; readonly key: string };

/** A call or a return in the list of those that are not placed yet. */
interface Entry<Call, Outcome> {
  readonly operation: Operation<Call, Outcome>;
  readonly isCall: boolean;
  /** The position among the operations that returned, or among the others. */
  readonly index: number;
  /** The return that belongs to a call. */
  readonly end?: Entry<Call, Outcome>;
  previous: Links<Call, Outcome>;
  next: Entry<Call, Outcome> | undefined;
}

interface Links<Call, Outcome> {
  next: Entry<Call, Outcome> | undefined;
}

interface Place<State, Call, Outcome> {
  readonly entry: Entry<Call, Outcome>;
  /** The state before it. */
  readonly state: State;
}

const shownBefore = 8;
const wordBits = 16;

/**
 * Decides whether one order of the operations on a key agrees with the times of calls and returns, and with the model:
 * the search of Wing and Gong, with Lowe's memo of what was placed and the state that it led to, as porcupine does.
 * Takes at most `limit` steps of the model.
 */
export function checkKey<State, Call, Outcome>(
  model: Model<State, Call, Outcome>,
  operations: readonly Operation<Call, Outcome>[],
  limit = 50_000_000,
): Verdict<State, Call, Outcome> {
  const search = new Search(model, operations);
  const key = operations[0]?.key ?? "";
  let entry = search.first;
  while (search.toReturn > 0 && entry !== undefined) {
    if (search.steps >= limit) return { is: "undecided", key };
    if (entry.isCall) entry = search.place(entry) ? search.first : entry.next;
    else {
      search.noteStuck(entry);
      const last = search.takeBack();
      if (last === undefined) return search.furthest(key, entry);
      entry = last.next;
    }
  }
  return { is: "linearizable", steps: search.steps };
}

/** Decides about each key by itself: a history is linearizable if what was done to each object is. */
export function checkLinearizable<State, Call, Outcome>(
  model: Model<State, Call, Outcome>,
  operations: readonly Operation<Call, Outcome>[],
  limit?: number,
): readonly Exclude<Verdict<State, Call, Outcome>, { readonly is: "linearizable" }>[] {
  return [...groupBy(operations, ({ key }) => key).values()].flatMap((each) => {
    const verdict = checkKey(model, each, limit);
    return verdict.is === "linearizable" ? [] : [verdict];
  });
}

/** The state of the search: the operations that an attempt has placed, in order, and those that are left. */
class Search<State, Call, Outcome> {
  readonly #model: Model<State, Call, Outcome>;
  readonly #head: Links<Call, Outcome>;
  readonly #placed: Placed;
  readonly #path: Place<State, Call, Outcome>[] = [];
  readonly #known = new Set<string>();
  #state: State;
  #stuck: Omit<NotLinearizable<State, Call, Outcome>, "is" | "key"> | undefined;
  #stuckAfter = -1;
  /** The number of operations with a return that are not placed. */
  toReturn: number;
  steps = 0;

  constructor(model: Model<State, Call, Outcome>, operations: readonly Operation<Call, Outcome>[]) {
    this.#model = model;
    this.#state = model.initial;
    this.#head = linkedList(operations);
    this.toReturn = operations.filter(({ returned }) => returned !== undefined).length;
    this.#placed = new Placed(this.toReturn);
  }

  get first(): Entry<Call, Outcome> | undefined {
    return this.#head.next;
  }

  /** Places a call next, unless the model forbids it or an attempt has come to the same before. */
  place(entry: Entry<Call, Outcome>): boolean {
    this.steps++;
    const { call, outcome } = entry.operation;
    const after = this.#model.step(this.#state, call, outcome);
    if (after === undefined) return false;
    this.#placed.add(entry);
    const text = this.#placed.text() + this.#model.textOf(after);
    if (this.#known.has(text)) {
      this.#placed.remove(entry);
      return false;
    }
    this.#known.add(text);
    this.#path.push({ entry, state: this.#state });
    this.#state = after;
    unlink(entry);
    if (entry.end !== undefined) {
      unlink(entry.end);
      this.toReturn--;
    }
    return true;
  }

  /** Takes the last operation back and returns its entry, or undefined if none is placed. */
  takeBack(): Entry<Call, Outcome> | undefined {
    const last = this.#path.pop();
    if (last === undefined) return undefined;
    const { entry, state } = last;
    this.#state = state;
    this.#placed.remove(entry);
    if (entry.end !== undefined) {
      relink(entry.end);
      this.toReturn++;
    }
    relink(entry);
    return entry;
  }

  /** Remembers a return that came before its call could be placed, in the longest attempt. */
  noteStuck({ operation }: Entry<Call, Outcome>): void {
    if (this.#path.length <= this.#stuckAfter) return;
    this.#stuckAfter = this.#path.length;
    const before = this.#path.slice(-shownBefore).map((place) => place.entry.operation);
    this.#stuck = { stuck: operation, state: this.#state, before };
  }

  furthest(key: string, { operation }: Entry<Call, Outcome>): NotLinearizable<State, Call, Outcome> {
    const stuck = this.#stuck ?? { stuck: operation, state: this.#state, before: [] };
    return { is: "not linearizable", key, ...stuck };
  }
}

/** The operations that are placed: all below the lowest that is not, some above it, and some that never returned. */
class Placed {
  readonly #returned: Uint8Array;
  readonly #open = new Set<number>();
  #low = 0;
  #high = -1;

  constructor(returned: number) {
    this.#returned = new Uint8Array(returned);
  }

  add({ index, end }: Pick<Entry<unknown, unknown>, "index" | "end">): void {
    if (end === undefined) return void this.#open.add(index);
    this.#returned[index] = 1;
    this.#high = Math.max(this.#high, index);
    while (this.#returned[this.#low] === 1) this.#low++;
  }

  remove({ index, end }: Pick<Entry<unknown, unknown>, "index" | "end">): void {
    if (end === undefined) return void this.#open.delete(index);
    this.#returned[index] = 0;
    this.#low = Math.min(this.#low, index);
    while (this.#high >= 0 && this.#returned[this.#high] === 0) this.#high--;
  }

  /** Equal sets have equal texts. */
  text(): string {
    let bits = "";
    for (let at = this.#low; at <= this.#high; at += wordBits) bits += String.fromCharCode(this.#word(at));
    const open = [...this.#open].sort((one, other) => one - other).join(",");
    return `${this.#low} ${open} ${bits.length} ${bits}`;
  }

  #word(at: number): number {
    let word = 0;
    for (let bit = 0; bit < wordBits; bit++) word |= (this.#returned[at + bit] ?? 0) << bit;
    return word;
  }
}

function unlink<Call, Outcome>({ previous, next }: Entry<Call, Outcome>): void {
  previous.next = next;
  if (next !== undefined) next.previous = previous;
}

/** Puts an entry back to where it was. Entries come back in the opposite order to that in which they were taken out. */
function relink<Call, Outcome>(entry: Entry<Call, Outcome>): void {
  entry.previous.next = entry;
  if (entry.next !== undefined) entry.next.previous = entry;
}

/** Returns the calls and returns in the order of their times. */
function linkedList<Call, Outcome>(operations: readonly Operation<Call, Outcome>[]): Links<Call, Outcome> {
  const head: Links<Call, Outcome> = { next: undefined };
  const counts = { returned: 0, open: 0 };
  const timed: { readonly at: number; readonly entry: Entry<Call, Outcome> }[] = [];
  const unlinked = { previous: head, next: undefined };
  for (const operation of [...operations].sort((one, other) => one.called - other.called)) {
    const { called, returned } = operation;
    if (returned === undefined) {
      timed.push({ at: called, entry: { operation, isCall: true, index: counts.open++, ...unlinked } });
      continue;
    }
    const end = { operation, isCall: false, index: counts.returned++, ...unlinked };
    timed.push({ at: called, entry: { operation, isCall: true, index: end.index, end, ...unlinked } });
    timed.push({ at: returned, entry: end });
  }
  let last = head;
  for (const { entry } of timed.sort((one, other) => one.at - other.at)) {
    entry.previous = last;
    last.next = entry;
    last = entry;
  }
  return head;
}
