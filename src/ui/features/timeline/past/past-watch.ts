import { isRecord } from "../../../../apimachinery/is-record.ts";
import type { RevisionEntry } from "../../../../client/history.ts";
import type { Answer, Exchange, Handle } from "../../../../component-base/exchange.ts";
import { followSignal } from "../../../../client/follow-signal.ts";
import { textOf } from "../../../../apimachinery/text-of.ts";
import { listItems, readText } from "../../../data/send.ts";
import { readTarget, withParameter, type TargetParts } from "../../../kube/resource.ts";
import { newStatusAnswer } from "../../../../worker/link/unavailable.ts";
import type { PastPosition, ReadWrites } from "./past-position.ts";
import { onlyObject, readList } from "./past-object.ts";
import { collectionOf, listAt, withName } from "./past-request.ts";

/** More changes than this are not told one by one: the watch ends as an expired one, and its client lists again. */
const mostChanges = 100;
const pageSize = "500";

/** What a watch of the past is made of. */
export interface PastWatchParts {
  readonly handle: Handle;
  readonly exchange: Exchange;
  readonly past: PastPosition;
  readonly writes: ReadWrites;
  readonly target: string;
  /** The resourceVersion to begin at. */
  readonly from: string;
  /** Whether it begins with the objects that there are. */
  readonly begins: boolean;
}

/**
 * Answers a watch in the past: it delivers nothing by itself, and when another revision is shown, what is different
 * there, also backwards.
 */
export async function answerWatch(parts: PastWatchParts): Promise<Answer> {
  const { handle, exchange, target, past } = parts;
  const { revision } = past.get();
  const checked = await readList(handle, exchange, withParameter(listAt(target, revision), "limit", "1"));
  if (checked.status >= 300) return checked;
  await readText(checked.body);
  return {
    status: 200,
    headers: [["Content-Type", "application/json"]],
    body: events(parts, revision),
  };
}

const line = (type: string, object: string): string => `{"type":"${type}","object":${object}}\n`;

async function* events(parts: PastWatchParts, shown: number): AsyncGenerator<string> {
  const { exchange, past, from, begins } = parts;
  const ending = followSignal(exchange.signal, past.over);
  const { signal } = ending;
  const differences = new Differences(parts, signal);
  let at = begins ? shown : Number(from);
  try {
    if (begins) yield* differences.initial(at);
    while (!signal.aborted) {
      const to = past.get().revision;
      if (to === at) {
        await moved(past, at, signal);
        continue;
      }
      yield* differences.between(at, to);
      at = to;
    }
  } catch (error) {
    if (!(error instanceof EndedWatch)) throw error;
    yield line("ERROR", error.status);
  } finally {
    ending.abort();
  }
}

/** Resolves when another revision is shown, or the signal is aborted. */
const moved = (past: PastPosition, at: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      if (!signal.aborted && past.get().revision === at) return;
      stop();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const stop = past.subscribe(done);
    signal.addEventListener("abort", done);
    done();
  });

/** Ends a watch with a Status. */
class EndedWatch extends Error {
  readonly status: string;
  constructor(status: string) {
    super("the watch ended");
    this.name = "EndedWatch";
    this.status = status;
  }
}

const expired = (): EndedWatch =>
  new EndedWatch(String(newStatusAnswer(410, "Expired", "too much is different at the revision: list again").body));

/** What is different in a watched collection between revisions. */
class Differences {
  readonly #parts: PastWatchParts;
  readonly #signal: AbortSignal;
  readonly #path: TargetParts | undefined;

  constructor(parts: PastWatchParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#path = readTarget(parts.target);
  }

  /** Yields an ADDED event for each object at a revision. */
  async *initial(revision: number): AsyncGenerator<string> {
    let token = "";
    do {
      const target = token === "" ? listAt(this.#parts.target, revision) : this.#parts.target;
      const text = await this.#read(withParameter(withParameter(target, "limit", pageSize), "continue", token));
      const list: unknown = JSON.parse(text);
      if (!isRecord(list)) return;
      for (const object of objectsOf(list)) yield line("ADDED", object);
      token = isRecord(list["metadata"]) ? textOf(list["metadata"]["continue"]) : "";
    } while (token !== "");
  }

  /** Yields the events that lead from the objects at a revision to those at another one. */
  async *between(at: number, to: number): AsyncGenerator<string> {
    const { writes } = this.#parts;
    const found = (await writes(Math.min(at, to), Math.max(at, to))).filter((entry) => this.#isWatched(entry));
    if (at < to && found.length <= mostChanges) return yield* this.#replay(found);
    const changed = new Map(found.map((entry) => [`${entry.namespace}/${entry.name}`, entry] as const));
    if (changed.size > mostChanges) throw expired();
    for (const entry of changed.values())
      yield* eventOf(await this.#objectAt(entry, at), await this.#objectAt(entry, to), to);
  }

  /** Yields the events of writes, as a watch from before them has them. */
  async *#replay(entries: readonly RevisionEntry[]): AsyncGenerator<string> {
    const known = new Map<string, string | undefined>();
    for (const entry of entries) {
      if (this.#signal.aborted) return;
      const key = `${entry.namespace}/${entry.name}`;
      const before = known.has(key) ? known.get(key) : await this.#before(entry);
      const after = entry.kind === "delete" ? undefined : await this.#objectAt(entry, entry.revision);
      known.set(key, after);
      yield* eventOf(before, after, entry.revision);
    }
  }

  #before(entry: RevisionEntry): Promise<string | undefined> {
    return entry.kind === "create" ? Promise.resolve(undefined) : this.#objectAt(entry, entry.revision - 1);
  }

  #isWatched({ group, resource, namespace, name }: RevisionEntry): boolean {
    const path = this.#path;
    if (path === undefined || resource !== path.resource || !isSameGroup(group, path)) return false;
    if (path.namespace !== undefined && path.namespace !== namespace) return false;
    const one = /(?:^|,)metadata\.name=([^,]+)/.exec(new URLSearchParams(path.query).get("fieldSelector") ?? "")?.[1];
    return one === undefined || one === name;
  }

  /** Returns the text of an object at a revision; undefined if it was not there, or the selectors do not match it. */
  async #objectAt({ namespace, name }: RevisionEntry, revision: number): Promise<string | undefined> {
    const path = this.#path;
    if (path === undefined) return undefined;
    const collection = collectionOf({ ...path, namespace });
    return onlyObject(await this.#read(listAt(withName(collection, name), revision)));
  }

  async #read(target: string): Promise<string> {
    const { handle, exchange } = this.#parts;
    const answer = await readList(handle, exchange, target);
    const text = await readText(answer.body);
    if (answer.status >= 300) throw new EndedWatch(text);
    return text;
  }
}

/** Events are served by two groups, and the line of revisions names the first one. */
const isSameGroup = (group: string, path: TargetParts): boolean =>
  group === path.group || (path.resource === "events" && path.group === "events.k8s.io" && group === "");

/** Returns the texts of the objects of a list, as events carry them: a Table for each row of one. */
function objectsOf(list: Readonly<Record<string, unknown>>): readonly string[] {
  const { rows } = list;
  if (Array.isArray(rows)) return rows.map((row: unknown) => JSON.stringify({ ...list, rows: [row] }));
  return listItems(list).map((item) => JSON.stringify(item));
}

function* eventOf(before: string | undefined, after: string | undefined, revision: number): Generator<string> {
  if (after !== undefined && after !== before) yield line(before === undefined ? "ADDED" : "MODIFIED", after);
  else if (after === undefined && before !== undefined) yield line("DELETED", deletedAt(before, revision));
}

/** The last state of an object with the revision of its deletion, as watches have it. */
function deletedAt(text: string, revision: number): string {
  const object: unknown = JSON.parse(text);
  if (!isRecord(object) || object["kind"] === "Table" || !isRecord(object["metadata"])) return text;
  return JSON.stringify({ ...object, metadata: { ...object["metadata"], resourceVersion: String(revision) } });
}
