import type { Call, ObjectOperation, Outcome, Version } from "./object-model.ts";

/** A list as it was answered: the versions by key, at one revision. */
export interface ListRead {
  readonly server: string;
  /** All keys of the collection begin with it. */
  readonly prefix: string;
  /** Whether it asked for the newest state (`resourceVersion=""`), or for any that the server has (`"0"`). */
  readonly newest: boolean;
  readonly called: number;
  readonly returned: number;
  readonly revision: number;
  readonly versions: ReadonlyMap<string, Version>;
}

/** A read of one object with `resourceVersion=0`; undefined if it was not there. */
export interface OldRead {
  readonly server: string;
  readonly key: string;
  readonly called: number;
  readonly returned: number;
  readonly version: Version | undefined;
}

export type EventType = "ADDED" | "MODIFIED" | "DELETED";

/** An event of a watch. The version of a deletion is the last state, with the revision of the deletion. */
export interface WatchEvent {
  readonly type: EventType;
  readonly key: string;
  readonly version: Version;
  /** The addresses and ports that a Service has. */
  readonly held?: readonly string[];
}

/** A watch of one collection, resumed over and over from the last revision that it has seen. */
export interface WatchRecord {
  readonly name: string;
  readonly prefix: string;
  /** The revision that it began after. */
  readonly from: number;
  /** The revision up to which it has seen everything, by events and bookmarks. */
  seen: number;
  readonly events: WatchEvent[];
  /** How often it was resumed. */
  resumed: number;
}

/** An operation on an object with who asked whom. */
export interface RecordedOperation extends ObjectOperation {
  readonly client: string;
  readonly server: string;
}

/** All that clients have seen. */
export interface History {
  readonly operations: readonly RecordedOperation[];
  readonly lists: readonly ListRead[];
  readonly oldReads: readonly OldRead[];
  readonly watches: readonly WatchRecord[];
}

/** What came of a request: its outcome, "unknown" without an answer, "refused" if it had certainly no effect. */
export type Answered = Outcome | "unknown" | "refused";

/** Collects what clients see, in one order of calls and returns. */
export class Recorder implements History {
  readonly operations: RecordedOperation[] = [];
  readonly lists: ListRead[] = [];
  readonly oldReads: OldRead[] = [];
  readonly watches: WatchRecord[] = [];
  #time = 0;

  /** The next position in the order of calls and returns. */
  now(): number {
    return ++this.#time;
  }

  /** Notes the call of a request; the function that it returns notes what came of it. */
  begin(client: string, server: string, key: string, call: Call): (answered: Answered) => void {
    const called = this.now();
    return (answered) => {
      if (answered === "refused") return;
      const isKnown = answered !== "unknown";
      const returned = isKnown ? this.now() : undefined;
      const outcome = isKnown ? answered : undefined;
      // a read without an answer says nothing
      if (isKnown || call.verb !== "get")
        this.operations.push({ client, server, key, called, returned, call, outcome });
    };
  }

  watch(name: string, prefix: string, from: number): WatchRecord {
    const record: WatchRecord = { name, prefix, from, seen: from, events: [], resumed: 0 };
    this.watches.push(record);
    return record;
  }
}
