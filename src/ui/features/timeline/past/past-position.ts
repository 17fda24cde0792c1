import type { RevisionEntry } from "../../../../client/history.ts";
import type { Inspector } from "../../../../client/inspector.ts";
import { BoundedMap } from "../../../../apimachinery/bounded-map.ts";
import type { Moment, Past } from "../../../state/page.ts";

const portion = 5000;
/** How many answers are kept: all views ask for the same when another revision is shown. */
const keptAnswers = 32;

/** Reads the writes after a revision, up to another one. */
export type ReadWrites = (after: number, upTo: number) => Promise<readonly RevisionEntry[]>;

/** Returns a function that reads writes, and remembers the last answers: they do not change. */
export function createReadWrites(inspect: Pick<Inspector, "revisions">): ReadWrites {
  const known = new BoundedMap<string, Promise<readonly RevisionEntry[]>>(keptAnswers);
  return (after, upTo) => {
    const key = `${after} ${upTo}`;
    const asked = known.get(key) ?? readWrites(inspect, after, upTo);
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  };
}

async function readWrites(
  inspect: Pick<Inspector, "revisions">,
  after: number,
  upTo: number,
): Promise<readonly RevisionEntry[]> {
  const found: RevisionEntry[] = [];
  for (let from: number | undefined = after; from !== undefined;) {
    const { entries, next } = await inspect.revisions({ after: from, upTo, limit: portion });
    found.push(...entries);
    from = next;
  }
  return found;
}

/** The revision that is shown, which can be moved. */
export class PastPosition implements Past {
  #shown: Moment;
  readonly #writes: ReadWrites;
  readonly #listeners = new Set<() => void>();
  readonly #over = new AbortController();

  constructor(shown: Moment, writes: ReadWrites) {
    this.#shown = shown;
    this.#writes = writes;
  }

  get = (): Moment => this.#shown;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  onWritten(told: (written: ReadonlySet<string>) => void): () => void {
    let at = this.#shown.revision;
    return this.subscribe(() => {
      const { revision: to } = this.#shown;
      if (to === at) return;
      const written = this.#writes(Math.min(at, to), Math.max(at, to));
      at = to;
      void written.then(
        (entries) => told(new Set(entries.map(({ group, resource }) => `${group}/${resource}`))),
        () => undefined, // what is read next says what is wrong
      );
    });
  }

  /** Shows another revision. */
  show(moment: Moment): void {
    if (moment.revision === this.#shown.revision) return;
    this.#shown = moment;
    for (const listener of this.#listeners) listener();
  }

  /** Aborted when the past is no longer shown: its watches end then. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Ends the past. Its listeners are not called: no other revision is shown. */
  end(): void {
    this.#listeners.clear();
    this.#over.abort();
  }
}
