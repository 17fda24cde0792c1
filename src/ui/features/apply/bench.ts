import { isRecord } from "../../../apimachinery/is-record.ts";
import { toneCount } from "../../kube/manager-tones.ts";

/** Somebody who applies a manifest of their own. */
export interface Actor {
  readonly id: string;
  /** Colour and pattern, kept whatever else changes. */
  readonly tone: number;
  /** The field manager's name. */
  readonly manager: string;
  readonly text: string;
}

/** How a step of a lesson went. */
export interface StepNote {
  readonly id: string;
  readonly status: number;
  readonly message: string;
  readonly claims: readonly { readonly words: string; readonly holds: boolean }[];
}

/** A lesson under way. */
export interface Lesson {
  readonly namespace: string;
  readonly notes: readonly StepNote[];
}

/** Actors with their manifests side by side, and the lesson that is played with them. */
export interface Bench {
  readonly actors: readonly Actor[];
  readonly lesson?: Lesson;
}

/** The person's own bench, and one for the lesson. */
export type BenchId = "own" | "handover";

const settings = (data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shared-settings\n  namespace: default\ndata:\n${data}`;

/** Two people who want different things of one object. */
export const firstBench: Bench = {
  actors: [
    { id: "a", tone: 1, manager: "alice", text: settings("  colour: blue\n  size: large\n") },
    { id: "b", tone: 2, manager: "bob", text: settings("  colour: red\n  shape: round\n") },
  ],
};

const namesake = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi"];

/** As many as have a colour of their own. */
export const mostActors = toneCount;

/** A bench with one more actor, who begins with a copy of what the first one says. */
export function withActor(bench: Bench, id: string): Bench {
  const taken = new Set(bench.actors.map((actor) => actor.tone));
  const tone = Array.from({ length: toneCount }, (_, i) => i + 1).find((free) => !taken.has(free)) ?? 1;
  const manager = namesake.find((name) => bench.actors.every((actor) => actor.manager !== name)) ?? "somebody";
  return { ...bench, actors: [...bench.actors, { id, tone, manager, text: bench.actors[0]?.text ?? "" }] };
}

/** A bench on which one actor says something else. An actor that is not there yet joins. */
export function withManifest(bench: Bench, manager: string, text: string, id: string): Bench {
  const known = bench.actors.find((actor) => actor.manager === manager);
  if (known !== undefined)
    return { ...bench, actors: bench.actors.map((actor) => (actor === known ? { ...actor, text } : actor)) };
  const joined = withActor(bench, id);
  return { ...joined, actors: joined.actors.map((actor) => (actor.id === id ? { ...actor, manager, text } : actor)) };
}

/** A bench as an address carries it: `n1` and `m1` are the first actor's name and manifest. */
export const benchParameters = ({ actors }: Bench): Readonly<Record<string, string>> =>
  Object.fromEntries(
    actors.flatMap(({ manager, text }, i) => [
      [`n${i + 1}`, manager],
      [`m${i + 1}`, text],
    ]),
  );

/** The bench that an address carries; undefined where it has none. */
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

const isNote = (value: unknown): value is StepNote =>
  isRecord(value) &&
  typeof value["id"] === "string" &&
  typeof value["status"] === "number" &&
  typeof value["message"] === "string" &&
  Array.isArray(value["claims"]) &&
  value["claims"].every(isRecord);

const isLesson = (value: unknown): value is Lesson =>
  isRecord(value) &&
  typeof value["namespace"] === "string" &&
  Array.isArray(value["notes"]) &&
  value["notes"].every(isNote);

/** Whether what was remembered is a bench. */
export const isBench = (value: unknown): value is Bench =>
  isRecord(value) &&
  Array.isArray(value["actors"]) &&
  value["actors"].every(isActor) &&
  (value["lesson"] === undefined || isLesson(value["lesson"]));
