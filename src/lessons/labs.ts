import type { JsonValue } from "../apimachinery/json/value.ts";
import type { ForkReport, RaceReport } from "../client/races.ts";
import type { CompactedServer } from "../client/watch-lab/lab-server.ts";
import type { Move } from "../client/watch-lab/presets.ts";
import type { ReflectorOptions } from "../client/reflector/reflector.ts";
import { WatchLabRun } from "../client/watch-lab/watch-lab-run.ts";

/** What the labs of a lesson run on: worlds of their own, beside the lesson's server. */
export interface LessonLabs {
  /** Runs the orders of a race. Rejects with a sentence if the value is no race, or its world cannot be made. */
  readonly race: (race: unknown) => Promise<RaceReport>;
  /** Does something in a fork of the lesson's world. Rejects with a sentence if the value does not say so. */
  readonly fork: (fork: unknown) => Promise<ForkReport>;
  /** Opens a server in memory for the watch lab. */
  readonly watchServer: () => Promise<WatchServer>;
}

/** A server for the watch lab, and the headers of its administrator. */
export interface WatchServer extends CompactedServer {
  readonly headers?: Readonly<Record<string, string>>;
  readonly close: () => unknown;
}

/** The story of a watch lab: how its informer is written, and the moves. */
export interface WatchStory {
  /** The story of the page that it is, or begins with. */
  readonly preset: string | undefined;
  readonly options: ReflectorOptions;
  readonly moves: readonly Move[];
}

/** What a step of a lab came to: a document that claims are about, and the same in words. */
export interface LabAnswer {
  readonly value: JsonValue;
  readonly words: string;
}

/** Tells what the orders of a race came to; what is wrong comes first. */
export function raceAnswer({ ran, isComplete, outcomes }: RaceReport): LabAnswer {
  const head = isComplete ? `All ${ran} orders were run.` : `${ran} orders were run, and there are more.`;
  const told = outcomes.map(({ count, findings, isHarm }) => ({
    orders: count,
    wrong: isHarm,
    findings: [...new Set(findings.map(({ kind }) => kind))],
    sentences: findings.map(({ sentence }) => sentence),
  }));
  const lines = told.map(({ orders, sentences }) => `${orders}: ${sentences.join(" ") || "nothing goes wrong"}`);
  return { value: { orders: ran, complete: isComplete, outcomes: told }, words: [head, ...lines].join("\n") };
}

/** Tells how a fork differs from the world of the lesson. */
export function forkAnswer(report: ForkReport): LabAnswer {
  const { revision, onlyHere, onlyInFork, changed } = report;
  const text = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));
  const lines = [
    `The fork has begun at revision ${revision}.`,
    ...onlyHere.map((object) => `Only here: ${object}`),
    ...onlyInFork.map((object) => `Only in the fork: ${object}`),
    ...changed.flatMap(({ object, fields }) =>
      fields.map(({ path, here, fork }) => `${object} ${path}: ${text(here)} here, ${text(fork)} in the fork`),
    ),
  ];
  const words = lines.length === 1 ? `${lines[0]} Both worlds are the same.` : lines.join("\n");
  return { value: JSON.parse(JSON.stringify(report)) as JsonValue, words };
}

/**
 * Tells the story of a watch lab on a server, and what its informer knows at the end beside what the server has. After
 * each move, an informer that goes on by itself has as long as the signal is not aborted for what it can be told.
 */
export async function tellWatchStory(
  server: WatchServer,
  { options, moves }: WatchStory,
  signal: AbortSignal,
): Promise<LabAnswer> {
  const steps: string[] = [];
  const stepped = ({ request, words }: { readonly request: string | undefined; readonly words: string }): void =>
    void steps.push(request === undefined ? words : `${request}: ${words}`);
  const run = await WatchLabRun.open(server, options, { changed: () => undefined, stepped }, server.headers);
  try {
    for (const move of moves) {
      await run.make(move);
      await run.settled(signal);
    }
    const { informer, server: there } = run.view;
    const value = {
      informer: namesOf([...informer.store.values()]),
      server: namesOf(there.objects),
      lists: informer.lists,
      watches: informer.watches,
      unknown: run.differences.map(({ words, isLost }) => ({ words, lost: isLost })),
    };
    return { value, words: steps.join("\n") };
  } finally {
    run.close();
  }
}

const namesOf = (objects: readonly { readonly metadata: { readonly name?: string } }[]): string[] =>
  objects.map(({ metadata }) => metadata.name ?? "").toSorted();
