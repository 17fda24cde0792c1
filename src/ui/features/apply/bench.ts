import { isRecord } from "../../../apimachinery/is-record.ts";
import { toneCount } from "../../kube/manager-tones.ts";

/** An applier with its own field manager and manifest. */
export interface Actor {
  readonly id: string;
  /** The colour and pattern; stable for the lifetime of the actor. */
  readonly tone: number;
  readonly manager: string;
  readonly text: string;
}

/** The actors with their manifests. */
export interface Bench {
  readonly actors: readonly Actor[];
  /** Whether a link filled the bench. Nothing of it is sent, not even as a dry run, until the user acts on it. */
  readonly linked?: boolean;
}

const settings = (data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shared-settings\n  namespace: default\ndata:\n${data}`;

/** The initial bench: two appliers with conflicting manifests for one object. */
export const firstBench: Bench = {
  actors: [
    { id: "a", tone: 1, manager: "alice", text: settings("  colour: blue\n  size: large\n") },
    { id: "b", tone: 2, manager: "bob", text: settings("  colour: red\n  shape: round\n") },
  ],
};

const namesake = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi"];

/** The maximum number of actors; each has its own colour. */
export const mostActors = toneCount;

/** Adds an actor, which starts with a copy of the first actor's manifest. */
export function withActor(bench: Bench, id: string): Bench {
  const taken = new Set(bench.actors.map((actor) => actor.tone));
  const tone = Array.from({ length: toneCount }, (_, i) => i + 1).find((free) => !taken.has(free)) ?? 1;
  const manager = namesake.find((name) => bench.actors.every((actor) => actor.manager !== name)) ?? "somebody";
  return { ...bench, actors: [...bench.actors, { id, tone, manager, text: bench.actors[0]?.text ?? "" }] };
}

/** Encodes a bench as address parameters: `n1` and `m1` are the name and manifest of the first actor. */
export const benchParameters = ({ actors }: Bench): Readonly<Record<string, string>> =>
  Object.fromEntries(
    actors.flatMap(({ manager, text }, i) => [
      [`n${i + 1}`, manager],
      [`m${i + 1}`, text],
    ]),
  );

/** Decodes a bench from address parameters; undefined if they contain none. */
export function benchOfParameters(parameters: Readonly<Record<string, string>>): Bench | undefined {
  const actors: Actor[] = [];
  for (let i = 1; i <= mostActors; i += 1) {
    const text = parameters[`m${i}`];
    if (text !== undefined) actors.push({ id: `l${i}`, tone: i, manager: parameters[`n${i}`] ?? "", text });
  }
  return actors.length === 0 ? undefined : { actors };
}

const isActor = (value: unknown): value is Actor =>
  isRecord(value) &&
  typeof value["id"] === "string" &&
  typeof value["tone"] === "number" &&
  typeof value["manager"] === "string" &&
  typeof value["text"] === "string";

/** Reports whether a persisted value is a valid bench. */
export const isBench = (value: unknown): value is Bench =>
  isRecord(value) &&
  Array.isArray(value["actors"]) &&
  value["actors"].every(isActor) &&
  (value["linked"] === undefined || typeof value["linked"] === "boolean");
