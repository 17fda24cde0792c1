import type { KubeObject } from "../apimachinery/meta.ts";

/** The steps of the server, in the order in which a request comes to them. Another request can come before each. */
export const serverSteps = ["begin", "read", "admission", "write", "commit", "event"] as const;

/** A step of the server, which another request can come before. */
export type ServerStep =
  /** The request arrives. */
  | "begin"
  /** The live object, or a list, is read. */
  | "read"
  /** What is to be written is made: patched, admitted and validated. */
  | "admission"
  /** The object is created or deleted, or compared with the live one and swapped. */
  | "write"
  /** The write is committed, and its answer is made. */
  | "commit"
  /** An event of a watch is delivered. */
  | "event";

/** A request of an actor. */
export interface ActorRequest {
  /** GET by default. */
  readonly method?: string;
  /** The path and query. `{resourceVersion}` in it is that of the last answer to the actor. */
  readonly path: string;
  readonly body?: object;
  /** A merge patch that makes the body of what the actor was last answered. A null takes a field away. */
  readonly edit?: object;
  /** The Content-Type; JSON by default. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the request only if the last answer had this status, or, for `ok`, if it was a success. */
  readonly when?: number | "ok";
  /** Sends the request only if what the actor was last answered has these values; null is of what is not set. */
  readonly if?: object;
  /** The status with which the actor begins anew, from its first line, four times at most. */
  readonly again?: number;
}

/** A request, a `GET /path` that has nothing else, or a command line: `kubectl scale deployment web --replicas=3`. */
export type ActorLine = string | ActorRequest;

/** A race: what its world begins with, and who does what in it. Plain data. */
export interface Race {
  readonly name?: string | undefined;
  /** What it shows. */
  readonly about?: string | undefined;
  /** What each run begins with. */
  readonly objects: readonly KubeObject[];
  /** The revision of the server's own world that each run goes on from, in place of an empty world. */
  readonly revision?: number | undefined;
  /** What is done after the objects are there, before actors begin. */
  readonly setup: readonly ActorLine[];
  /** The steps at which actors take turns. */
  readonly steps: readonly ServerStep[];
  readonly actors: Readonly<Record<string, readonly ActorLine[]>>;
}

/** What a race can come to. */
export type FindingKind =
  | "lost-update"
  | "two-leaders"
  | "quota-overshoot"
  | "watch-gap"
  | "left-behind"
  | "overwritten"
  | "conflict"
  | "apply-conflict"
  | "already-exists"
  | "gone"
  | "over-quota"
  | "refused"
  | "failed"
  | "retried";

/** What happened in a run, as a sentence. */
export interface Finding {
  readonly kind: FindingKind;
  readonly sentence: string;
}

/** What some orders came to, which all came to the same. Plain data, as all reports of the lab. */
export interface RaceOutcome {
  /** What happened; none if all was as if the actors had come one after the other. */
  readonly findings: readonly Finding[];
  /** Whether something is wrong at the end. */
  readonly isHarm: boolean;
  /** How many orders came to it. */
  readonly count: number;
  /** The first of these orders: the actors as they went on, and their steps. */
  readonly order: readonly string[];
  readonly steps: readonly ServerStep[];
}

/** What the orders came to that were run so far. */
export interface RaceReport {
  readonly ran: number;
  /** How many orders there are: exactly once all were run, before about as many. */
  readonly about: number;
  readonly isComplete: boolean;
  /** Whether there are more orders than are run. */
  readonly isCut: boolean;
  /** What is wrong comes first. */
  readonly outcomes: readonly RaceOutcome[];
}

/** Something that happened to a request of an actor. */
export interface MomentEntry {
  readonly actor: string;
  readonly line: number;
  readonly request: number;
  readonly kind: ServerStep | "answer";
  /** The number of the decision that it followed, from 1. */
  readonly at: number;
  readonly words: string;
  readonly tone: "plain" | "written" | "refused";
}

/** A run as far as it went. */
export interface RaceMoment {
  /** The actors as they went on. */
  readonly order: readonly string[];
  readonly entries: readonly MomentEntry[];
  /** The steps that actors can go on with. */
  readonly next: Readonly<Record<string, ServerStep>>;
  /** Actors that wait for events which do not come. */
  readonly waiting: readonly string[];
  /** What happened, once nobody can go on. */
  readonly findings: readonly Finding[] | undefined;
}

/** What is done in a fork of the server's own world. Plain data. */
export interface ForkTrial {
  /** Where the fork begins; the newest revision by default. */
  readonly revision?: number | undefined;
  readonly lines: readonly ActorLine[];
}

/** A field with another value in a fork. A value that is not there is left out. */
export interface ForkedField {
  readonly path: string;
  readonly here?: unknown;
  readonly fork?: unknown;
  /** The managers that own it. */
  readonly hereManagers: readonly string[];
  readonly forkManagers: readonly string[];
}

/** How a fork differs from the server's world, both as they are now. Objects are told as `ConfigMap default/a`. */
export interface ForkReport {
  /** Where the fork has begun. */
  readonly revision: number;
  readonly onlyHere: readonly string[];
  readonly onlyInFork: readonly string[];
  readonly changed: readonly { readonly object: string; readonly fields: readonly ForkedField[] }[];
}

/**
 * The Inspector's calls that run races, each run in a world of its own. Arguments and results are plain data. They
 * reject with a sentence if the world of the race cannot be made.
 */
export interface RaceCalls {
  /** Goes on for about so many milliseconds with the orders of a race, and reports on all that were run. */
  exploreRace(race: Race, forMs: number): Promise<RaceReport>;
  /** Runs a race in an order as far as that goes. */
  playRace(race: Race, order: readonly string[]): Promise<RaceMoment>;
  /** Exports the world that the runs of a race begin with, before its setup is done. */
  exportRaceWorld(race: Race): Promise<Uint8Array>;
  /** Does something in a fork of the server's world, and compares the two. */
  tryFork(trial: ForkTrial): Promise<ForkReport>;
}

/** Returns a RaceCalls that forwards calls through `via`. */
export const raceCallsThrough = (via: <T>(call: (calls: RaceCalls) => Promise<T>) => Promise<T>): RaceCalls => ({
  exploreRace: (race, forMs) => via((calls) => calls.exploreRace(race, forMs)),
  playRace: (race, order) => via((calls) => calls.playRace(race, order)),
  tryFork: (trial) => via((calls) => calls.tryFork(trial)),
  exportRaceWorld: (race) => via((calls) => calls.exportRaceWorld(race)),
});
