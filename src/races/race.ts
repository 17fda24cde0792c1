import { isRecord } from "../apimachinery/is-record.ts";
import { type Race, type ServerStep, serverSteps } from "../client/races.ts";
import { requestOf } from "./actor-lines.ts";

/** A race, or what keeps a text from being one. */
export type RaceReading =
  | { readonly kind: "race"; readonly race: Race }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

/** The steps at which actors take turns unless a race names others. */
export const usualSteps: readonly ServerStep[] = ["read", "write", "event"];

/** How many interleavings a test runs at most unless it names a limit. */
export const usualLimit = 1000;

const members = new Set(["name", "about", "objects", "revision", "setup", "steps", "actors"]);
const requestMembers = new Set(["method", "path", "body", "edit", "type", "headers", "when", "if", "again"]);
const [fewest, most] = [2, 4];

/** Reads a race from what a YAML or JSON text holds. */
export function readRace(value: unknown): RaceReading {
  if (!isRecord(value)) return { kind: "refused", problems: ["A race is a mapping with actors."] };
  const problems = [
    ...unknownMembers(value, members, ""),
    ...checkOptions(value),
    ...lineProblems(value["setup"] ?? [], "setup"),
    ...checkActors(value["actors"]),
  ];
  if (problems.length > 0) return { kind: "refused", problems };
  const { name, about, objects = [], revision, setup = [], steps = usualSteps, actors } = value;
  return { kind: "race", race: { name, about, objects, revision, setup, steps, actors } as Race };
}

const unknownMembers = (value: object, known: ReadonlySet<string>, at: string): readonly string[] =>
  Object.keys(value)
    .filter((key) => !known.has(key))
    .map((key) => `${at}${key}: there is no such member; known are ${[...known].join(", ")}.`);

function checkOptions({ name, about, objects, revision, steps }: Readonly<Record<string, unknown>>): readonly string[] {
  const problems: string[] = [];
  for (const [key, text] of Object.entries({ name, about }))
    if (text !== undefined && typeof text !== "string") problems.push(`${key}: must be a text.`);
  if (objects !== undefined && !(Array.isArray(objects) && objects.every(isObject)))
    problems.push("objects: must be a list of objects with apiVersion, kind and metadata.name.");
  if (revision !== undefined && !(Number.isSafeInteger(revision) && Number(revision) > 0))
    problems.push("revision: must be a revision of this server.");
  const known: readonly unknown[] = serverSteps;
  if (steps !== undefined && !(Array.isArray(steps) && steps.length > 0 && steps.every((step) => known.includes(step))))
    problems.push(`steps: must be a list of ${serverSteps.join(", ")}.`);
  return problems;
}

const isObject = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value["apiVersion"] === "string" &&
  typeof value["kind"] === "string" &&
  isRecord(value["metadata"]) &&
  typeof value["metadata"]["name"] === "string";

function checkActors(actors: unknown): readonly string[] {
  if (!isRecord(actors)) return ["actors: must be a mapping of names to lists of requests."];
  const entries = Object.entries(actors);
  const count =
    entries.length < fewest || entries.length > most
      ? [`actors: there are ${entries.length}; a race has two to four.`]
      : [];
  // keys like numbers would not keep their order
  const names = entries.flatMap(([name]) => (/^[A-Za-z][\w-]*$/.test(name) ? [] : [`actors: "${name}" is no name.`]));
  return [...count, ...names, ...entries.flatMap(([name, lines]) => lineProblems(lines, `actors.${name}`))];
}

/** Returns what keeps values from being lines of an actor, each with its place below `at`. */
export function lineProblems(lines: unknown, at: string): readonly string[] {
  if (!Array.isArray(lines)) return [`${at}: must be a list of requests and command lines.`];
  return lines.flatMap((line: unknown, i) => checkLine(line, `${at}[${i}]`));
}

function checkLine(line: unknown, at: string): readonly string[] {
  if (typeof line === "string")
    return requestOf(line) !== undefined || /^\s*(kubectl|k)\s/.test(line)
      ? []
      : [`${at}: must begin with kubectl, or be a request such as GET /api/v1/namespaces.`];
  if (!isRecord(line)) return [`${at}: must be a request or a command line.`];
  const { path, method = "GET", when, if: wanted, again, body, edit, type, headers } = line;
  const problems = [...unknownMembers(line, requestMembers, `${at}.`)];
  if (typeof path !== "string" || !path.startsWith("/"))
    problems.push(`${at}.path: must be a path that begins with /.`);
  if (typeof method !== "string" || !/^[A-Z]+$/.test(method)) problems.push(`${at}.method: must be a method.`);
  if (when !== undefined && when !== "ok" && !isStatus(when)) problems.push(`${at}.when: must be a status, or ok.`);
  if (again !== undefined && !isStatus(again)) problems.push(`${at}.again: must be a status.`);
  if (type !== undefined && typeof type !== "string") problems.push(`${at}.type: must be a text.`);
  for (const [key, part] of Object.entries({ body, edit, headers, if: wanted }))
    if (part !== undefined && !isRecord(part) && !(key === "body" && Array.isArray(part)))
      problems.push(`${at}.${key}: must be a mapping.`);
  return problems;
}

const isStatus = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 100 && Number(value) < 600;
