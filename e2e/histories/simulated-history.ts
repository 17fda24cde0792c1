import { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import { Recorder, type Answered, type WatchEvent, type WatchRecord } from "./history.ts";
import type { Call, Data, Version } from "./object-model.ts";

/** What a simulated server does wrong, once in a while. */
export const simulatedFaults = [
  "acknowledges a write that it does not make",
  "writes what it refuses",
  "makes a write twice",
  "reads an old version",
  "lists an old state as the newest",
  "lists two states as one",
  "ignores resourceVersion",
  "creates what is there",
  "loses a member of a patch",
  "leaves a change out of a watch",
  "tells a change twice",
  "tells changes in another order",
  "tells another version in a watch",
  "goes back in old reads",
  "goes back in revisions",
] as const;

export type SimulatedFault = (typeof simulatedFaults)[number];

/** The size of a simulated history. */
export interface SimulationOptions {
  readonly seed: number;
  readonly operations: number;
  readonly keys: number;
  readonly clients: number;
  /** One in how many requests gets no answer; none by default. */
  readonly unanswered?: number;
  readonly fault?: SimulatedFault;
}

interface Pending {
  readonly key: string;
  readonly call: Call;
  readonly end: (answered: Answered) => void;
  /** What came of it, once it was done. */
  outcome: Answered | undefined;
}

const prefix = "/configmaps/";
const server = "server";

/**
 * Returns what clients see of a server that does each request at some moment between its call and its answer, as a seed
 * says, and the number of times that it did wrong.
 */
export function simulateHistory(options: SimulationOptions): { readonly history: Recorder; readonly faults: number } {
  const simulation = new Simulation(options);
  for (let done = 0; done < options.operations;) done += simulation.step();
  simulation.finish();
  return { history: simulation.history, faults: simulation.faults };
}

class Simulation {
  readonly history = new Recorder();
  faults = 0;
  readonly #options: SimulationOptions;
  readonly #chance: Seeded;
  readonly #clients: (Pending | undefined)[];
  /** Requests without an answer that are not done yet. */
  readonly #late: Pending[] = [];
  readonly #live = new Map<string, Version>();
  /** The live objects before each of the last changes. */
  readonly #past: ReadonlyMap<string, Version>[] = [];
  readonly #changes: WatchEvent[] = [];
  readonly #watches: { readonly record: WatchRecord; told: number }[];
  #revision = 1;
  /** The newest revision that an old read has shown. */
  #shownOld = 0;
  #made = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.#chance = new Seeded(options.seed);
    this.#clients = Array.from({ length: options.clients }, () => undefined);
    this.#watches = ["one", "two"].map((name) => ({ record: this.history.watch(name, prefix, 1), told: 0 }));
  }

  /** Goes on by a call, what a server does, or an answer. Returns the number of calls. */
  step(): number {
    const late = this.#late[0];
    if (late !== undefined && this.#chance.oneIn(20)) {
      this.#late.shift();
      this.#do(late);
    }
    if (this.#chance.oneIn(this.#options.keys * 5)) this.#list();
    if (this.#chance.oneIn(15)) this.#readOld();
    const client = this.#chance.below(this.#clients.length);
    const pending = this.#clients[client];
    if (pending === undefined) {
      this.#clients[client] = this.#call(`client ${client}`);
      return 1;
    }
    if (this.#chance.oneIn(this.#options.unanswered ?? Infinity)) {
      if (pending.outcome === undefined) this.#late.push(pending);
      pending.end("unknown");
      this.#clients[client] = undefined;
    } else if (pending.outcome === undefined) pending.outcome = this.#do(pending);
    else {
      pending.end(pending.outcome);
      this.#clients[client] = undefined;
    }
    return 0;
  }

  finish(): void {
    for (const pending of this.#clients) if (pending !== undefined) pending.end(pending.outcome ?? this.#do(pending));
    for (const watch of this.#watches) this.#deliver(watch);
    this.#list();
  }

  #call(client: string): Pending {
    const key = `${prefix}${this.#chance.below(this.#options.keys)}`;
    const call = this.#newCall(key);
    return { key, call, end: this.history.begin(client, server, key, call), outcome: undefined };
  }

  #newCall(key: string): Call {
    const known = (this.#chance.oneIn(3) ? this.#oldVersion(key) : undefined) ?? this.#live.get(key);
    const data = { [this.#chance.oneIn(2) ? "a" : "b"]: String(++this.#made) };
    switch (this.#chance.below(8)) {
      case 0:
        return { verb: "create", data };
      case 1:
        return this.#chance.oneIn(2) ? { verb: "delete" } : { verb: "delete", uid: known?.uid ?? "none" };
      case 2:
      case 3:
        return { verb: "update", data, ...(known !== undefined && { uid: known.uid, revision: known.revision }) };
      case 4:
      case 5:
        return { verb: "patch", data };
      default:
        return { verb: "get" };
    }
  }

  /** Whether the fault happens now. */
  #happens(fault: SimulatedFault): boolean {
    const happens = this.#options.fault === fault && this.#chance.oneIn(3);
    if (happens) this.faults++;
    return happens;
  }

  #do({ key, call }: Pending): Answered {
    const live = this.#live.get(key);
    if (call.verb === "create") {
      if (live !== undefined && !this.#happens("creates what is there")) return { is: "exists" };
      return this.#write(key, `uid-${++this.#made}`, call.data);
    }
    if (live === undefined) return { is: "missing" };
    switch (call.verb) {
      case "get": {
        const old = this.#oldVersion(key);
        return { is: "object", version: old !== undefined && this.#happens("reads an old version") ? old : live };
      }
      case "patch":
        return this.#write(key, live.uid, this.#patched(live.data, call.data));
      case "update":
      case "delete":
        return this.#compareAndWrite(key, live, call);
    }
  }

  #compareAndWrite(key: string, live: Version, call: Extract<Call, { verb: "update" | "delete" }>): Answered {
    const isOther = (call.uid ?? live.uid) !== live.uid || (call.revision ?? live.revision) !== live.revision;
    const isIgnored = isOther && call.verb === "update" && this.#happens("ignores resourceVersion");
    if (isOther && !isIgnored) {
      if (call.verb === "update" && this.#happens("writes what it refuses")) this.#write(key, live.uid, call.data);
      return { is: "conflict" };
    }
    if (call.verb === "update") return this.#write(key, live.uid, call.data);
    this.#commit("DELETED", key, { ...live, revision: ++this.#revision });
    return { is: "deleted", uid: live.uid };
  }

  #patched(data: Data, patch: Readonly<Record<string, string | null>>): Data {
    const kept = Object.keys(data).length > 1 && this.#happens("loses a member of a patch") ? {} : data;
    const isText = (entry: [string, string | null]): entry is [string, string] => entry[1] !== null;
    return { ...kept, ...Object.fromEntries(Object.entries(patch).filter(isText)) };
  }

  #write(key: string, uid: string, data: Data): Answered {
    if (this.#revision > 20 && this.#happens("goes back in revisions")) this.#revision -= 20;
    const version = { uid, revision: ++this.#revision, data };
    if (this.#happens("acknowledges a write that it does not make")) return { is: "object", version };
    this.#commit(this.#live.has(key) ? "MODIFIED" : "ADDED", key, version);
    if (this.#happens("makes a write twice")) this.#commit("MODIFIED", key, { ...version, revision: ++this.#revision });
    return { is: "object", version };
  }

  #commit(type: WatchEvent["type"], key: string, version: Version): void {
    this.#past.push(new Map(this.#live));
    if (this.#past.length > 40) this.#past.shift();
    if (type === "DELETED") this.#live.delete(key);
    else this.#live.set(key, version);
    this.#changes.push({ type, key, version });
    for (const watch of this.#watches) if (this.#chance.oneIn(4)) this.#deliver(watch);
  }

  /** Tells a watch what it has not seen. */
  #deliver(watch: { readonly record: WatchRecord; told: number }): void {
    const { record } = watch;
    const news = this.#changes.slice(watch.told);
    watch.told = this.#changes.length;
    record.seen = this.#revision;
    if (news.length > 1 && this.#happens("tells changes in another order")) news.reverse();
    for (const change of news) {
      if (this.#happens("leaves a change out of a watch")) continue;
      const data = { other: "data" };
      const isOther = this.#happens("tells another version in a watch");
      record.events.push(isOther ? { ...change, version: { ...change.version, data } } : change);
      if (this.#happens("tells a change twice")) record.events.push(change);
    }
  }

  #oldVersion(key: string): Version | undefined {
    return this.#past[0]?.get(key);
  }

  #list(): void {
    const [called, revision] = [this.history.now(), this.#revision];
    const past = this.#past[0];
    const old = past === undefined ? 0 : Math.max(0, ...[...past.values()].map((version) => version.revision));
    const isOld = past !== undefined && old < revision && this.#happens("lists an old state as the newest");
    const versions = new Map(isOld ? past : this.#live);
    const changed = [...versions].find(([key, version]) => (past?.get(key)?.revision ?? revision) < version.revision);
    const before = changed && past?.get(changed[0]);
    if (changed && before && this.#happens("lists two states as one")) versions.set(changed[0], before);
    const told = { revision: isOld ? old : revision, versions, called, returned: this.history.now() };
    this.history.lists.push({ server, prefix, newest: true, ...told });
  }

  /** Reads from what the server knew a while ago, but nothing older than before. */
  #readOld(): void {
    const key = `${prefix}0`;
    const old = this.#oldVersion(key);
    const isOlder = old !== undefined && old.revision < this.#shownOld;
    const version = isOlder && this.#happens("goes back in old reads") ? old : this.#live.get(key);
    this.#shownOld = Math.max(this.#shownOld, version?.revision ?? 0);
    const [called, returned] = [this.history.now(), this.history.now()];
    this.history.oldReads.push({ server, key, called, returned, version });
  }
}
