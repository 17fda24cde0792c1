import { isRecord } from "../apimachinery/is-record.ts";
import { parsePath } from "../client/snippets/parsed-path.ts";
import { isReview } from "../component-base/trace.ts";
import { type ExpectedAnswer, expectedAnswer, expectedEvents, type ExpectedOutput, expectedOutput } from "./claims.ts";
import {
  anyOfTexts,
  type Path,
  type Pattern,
  patternOfPieces,
  type Piece,
  piecesOf,
  textPiece,
  withVariableAt,
} from "./pattern.ts";
import {
  type EventsStep,
  isWatched,
  type RecordedRequest,
  type RecordedStep,
  type Recording,
  type RequestStep,
  sentBody,
} from "./recording.ts";
import { titleOf } from "./request-words.ts";
import { Unstable } from "./unstable.ts";
import { type Wait, waitsBefore, waitsForObjects } from "./waits.ts";
import { neededValues, type NeededValue } from "./needed-values.ts";

/** A value that is taken from an answer, for a later request. */
export interface Capture {
  readonly variable: string;
  readonly path: Path;
}

/** A request of a replay. */
export interface RequestOperation {
  readonly kind: "request";
  /** The step that it is; undefined for a read that a later step needs. */
  readonly step?: string | undefined;
  readonly title: string;
  readonly method: string;
  readonly target: readonly Piece[];
  readonly headers: RecordedRequest["headers"];
  /** JSON, or a text; undefined for none. */
  readonly body: Pattern | undefined;
  /** Whether the body is a text that is sent as it is. */
  readonly isText: boolean;
  readonly expected: ExpectedAnswer;
  readonly captures: readonly Capture[];
  /** Whether it is repeated until it is answered as expected, since controllers go on meanwhile. */
  readonly isRepeated: boolean;
  /** What the watch is called that it opens; undefined for another request. */
  readonly watch?: string | undefined;
}

/** Looks for an object that a controller has made, and takes its name. */
export interface FindOperation {
  readonly kind: "find";
  readonly step?: undefined;
  readonly title: string;
  readonly target: readonly Piece[];
  /** The beginning of the name, which the controller has completed. */
  readonly prefix: readonly Piece[];
  readonly variable: string;
}

/** A command line of a replay. */
export interface LineOperation {
  readonly kind: "line";
  readonly step?: string | undefined;
  readonly title: string;
  readonly text: readonly Piece[];
  readonly code: number;
  readonly output: ExpectedOutput;
  /** The files that are written before the line runs. */
  readonly files: readonly (readonly [path: string, text: string])[];
  readonly isRepeated: boolean;
  /** What the line sends, where there is no command line: the requests that change something, or what is read. */
  readonly requests: readonly RequestOperation[];
}

/** Reads the events of a watch. */
export interface EventsOperation {
  readonly kind: "events";
  readonly step?: string | undefined;
  readonly title: string;
  /** The watch, as the operation calls it that opens it. */
  readonly of: string;
  readonly events: readonly Pattern[];
  /** Whether others may come between them. */
  readonly isLoose: boolean;
}

export type Operation = RequestOperation | FindOperation | LineOperation | EventsOperation;

/** What a replay does, whatever it is written in. */
export interface Plan extends Pick<Recording, "name" | "settings" | "objects"> {
  readonly operations: readonly Operation[];
  /** The variables that operations take, in their order. */
  readonly variables: readonly string[];
}

/** Works out how a recording is replayed in a world that has only the objects that it begins with. */
export function planOf({ name, settings, objects, steps }: Recording): Plan {
  const planner = new Planner(steps, settings.controllers !== undefined);
  const operations = [...waitsForObjects(objects).map(waitOperation), ...planner.operations()];
  return { name, settings, objects, operations, variables: planner.variables };
}

/** Reads something until it is there. */
const waitOperation = ({ title, target, part }: Wait): RequestOperation => ({
  kind: "request",
  title,
  method: "GET",
  target: [textPiece(target)],
  headers: [],
  body: undefined,
  isText: false,
  expected: { status: 200, part: part && new Unstable([]).pattern(part) },
  captures: [],
  isRepeated: true,
});

class Planner {
  readonly #steps: readonly RecordedStep[];
  readonly #unstable: Unstable;
  readonly #lives: boolean;
  readonly #needed: ReadonlyMap<string, NeededValue>;
  /** The values that have been taken so far, by their variables. */
  readonly #taken = new Map<string, string>();
  readonly #files = new Map<string, string>();
  /** What watches are called, by the steps that open them. */
  readonly #watches = new Map<string, Pick<EventsOperation, "of" | "isLoose">>();
  #lines = "";
  /** The namespace of the context of command lines; undefined after a line that may have changed it. */
  #namespace: string | undefined = "default";

  constructor(steps: readonly RecordedStep[], lives: boolean) {
    this.#steps = steps;
    this.#lives = lives;
    this.#unstable = new Unstable(steps, this.#taken);
    this.#needed = neededValues(steps, this.#unstable.known);
  }

  get variables(): readonly string[] {
    return [...this.#taken.values()];
  }

  operations(): readonly Operation[] {
    const waits = waitsBefore(this.#steps, this.#lives);
    return this.#steps.flatMap((step, at) => [
      ...(waits.get(at) ?? []).map(waitOperation),
      ...this.#before(at),
      ...this.#context(step),
      ...(step.kind === "events" ? this.#events(step) : [this.#operation(step, at)]),
    ]);
  }

  /** What has to be read before a step: revisions, and names that controllers have made. */
  #before(at: number): readonly Operation[] {
    const due = [...this.#needed].filter(([, { from, step }]) => from !== "answer" && step === at);
    return due.map(([value, needed]) => {
      const operation =
        needed.from === "find" ? this.#find(value, needed) : this.#read(needed.target, needed.path, needed.variable);
      this.#taken.set(value, needed.variable);
      return operation;
    });
  }

  /** Chooses the namespace of the context first, where a line that was not recorded had changed it. */
  #context(step: RecordedStep): readonly Operation[] {
    if (step.kind !== "line") return [];
    const { namespace, text } = step;
    // after a line that changes the context, it is as it was recorded
    const isOther = this.#namespace !== undefined && namespace !== this.#namespace;
    this.#namespace = /\bkubectl\s+config\b/.test(text) ? undefined : namespace;
    if (!isOther) return [];
    const line = `kubectl config set-context --current --namespace=${namespace}`;
    const nothing = { code: 0, output: undefined, files: [], isRepeated: false, requests: [] };
    return [{ kind: "line", title: `Work in the namespace ${namespace}`, text: [textPiece(line)], ...nothing }];
  }

  #find(value: string, { target, variable }: NeededValue): FindOperation {
    const prefix = prefixOf(value);
    return {
      kind: "find",
      title: this.#unstable.shown(`Wait for ${value}`),
      target: this.#withVariables(target),
      prefix,
      variable,
    };
  }

  #read(target: string, path: Path, variable: string): RequestOperation {
    return {
      kind: "request",
      title: this.#unstable.shown(`Read ${target.split("/").at(-1) ?? ""}`),
      method: "GET",
      target: this.#withVariables(target),
      headers: [],
      body: undefined,
      isText: false,
      expected: { status: 200, part: withVariableAt(undefined, path, variable) },
      captures: [{ variable, path }],
      isRepeated: false,
    };
  }

  /** The events of a watch; none of one that no step opens any more, or if nothing is claimed of them. */
  #events(step: EventsStep): readonly Operation[] {
    const watch = this.#watches.get(step.of);
    const events = expectedEvents(step, this.#unstable);
    if (watch === undefined || events === undefined || events.length === 0) return [];
    const title = this.#unstable.shown(titleOf(step));
    return [{ kind: "events", step: step.id, title, ...watch, events }];
  }

  /** What the watch is called that a step opens. */
  #watchOf({ id, request }: RequestStep): string | undefined {
    if (!isWatched(request.target)) return undefined;
    const name = `watch${this.#watches.size + 1}`;
    // bookmarks are not recorded, and come between
    this.#watches.set(id, { of: name, isLoose: this.#lives || /[?&]allowWatchBookmarks=/.test(request.target) });
    return name;
  }

  #operation(step: Exclude<RecordedStep, EventsStep>, at: number): Operation {
    const title = this.#unstable.shown(titleOf(step));
    if (step.kind === "request") {
      const watch = this.#watchOf(step);
      const operation = this.#request(step.request, step.claims, title, at);
      return { ...operation, step: step.id, watch, isRepeated: operation.isRepeated && watch === undefined };
    }
    const text = this.#withVariables(step.text);
    const output = expectedOutput(step, this.#unstable, this.#lives);
    const files = this.#newFiles(step);
    const sent = requestsToReplay(step.requests).map((request) => this.#request(request, step.claims, title, -1));
    const isRepeated = this.#lives && step.requests.every(({ method, target }) => method === "GET" || isReview(target));
    return { kind: "line", step: step.id, title, text, code: step.code, output, files, isRepeated, requests: sent };
  }

  /** The files that a line reads and that are not there yet as they were. */
  #newFiles({ text, files }: Extract<RecordedStep, { readonly kind: "line" }>): LineOperation["files"] {
    const written = this.#lines;
    this.#lines += `${text}\n`;
    return Object.entries(files).filter(([path, content]) => {
      const isNew = this.#files.get(path) !== content;
      // a line that has named a file before may have made it
      const isMade =
        isNew && !this.#files.has(path) && new RegExp(`>\\s*(?:\\./)?${path.replaceAll(".", "\\.")}`).test(written);
      this.#files.set(path, content);
      return isNew && !isMade;
    });
  }

  #request(request: RecordedRequest, claims: RecordedStep["claims"], title: string, at: number): RequestOperation {
    const { method, target, headers, body } = request;
    const sent = sentBody(request);
    const expected = expectedAnswer(request, claims, this.#unstable);
    const captures = this.#capturesOf(at);
    const operation: RequestOperation = {
      kind: "request",
      title,
      method,
      target: this.#withVariables(target),
      headers,
      body:
        body === "" ? undefined : sent === undefined ? patternOfPieces(this.#withVariables(body)) : this.#sent(sent),
      isText: sent === undefined,
      expected: { ...expected, part: withCaptures(expected.part, captures) },
      captures: captures.map(([, { variable, path }]) => ({ variable, path })),
      isRepeated: this.#lives && method === "GET",
    };
    for (const [value, { variable }] of captures) this.#taken.set(value, variable);
    return operation;
  }

  #capturesOf(at: number): readonly (readonly [string, NeededValue])[] {
    return [...this.#needed].filter(([, { from, step }]) => from === "answer" && step === at);
  }

  /** A body with variables in place of values that were taken. */
  #sent(value: unknown): Pattern {
    if (Array.isArray(value)) return { kind: "list", items: value.map((item) => this.#sent(item)) };
    if (isRecord(value))
      return {
        kind: "map",
        members: Object.entries(value).map(([name, member]) => [name, this.#sent(member)] as const),
      };
    if (typeof value === "string") return patternOfPieces(this.#withVariables(value));
    return { kind: "scalar", value: typeof value === "number" || typeof value === "boolean" ? value : null };
  }

  #withVariables(text: string): readonly Piece[] {
    const found = anyOfTexts(this.#taken.keys());
    if (found === undefined || text === "") return [textPiece(text)];
    return piecesOf(text, new RegExp(`(?<![A-Za-z0-9])(?:${found})(?![A-Za-z0-9])`, "g"), (value) => [
      { kind: "variable", name: this.#taken.get(value) ?? "" },
    ]);
  }
}

const withCaptures = (
  part: Pattern | undefined,
  captures: readonly (readonly [string, NeededValue])[],
): Pattern | undefined =>
  captures.reduce<Pattern | undefined>((all, [, { path, variable }]) => withVariableAt(all, path, variable), part);

/** Returns the `generateName` of a name: without the five letters at its end, and with any hash before them. */
function prefixOf(name: string): readonly Piece[] {
  const prefix = name.slice(0, -5);
  const [, owner] = /^(.+-)[a-z0-9]{8,10}-$/.exec(prefix) ?? [];
  return owner === undefined ? [textPiece(prefix)] : [textPiece(owner), { kind: "any", form: "hash" }, textPiece("-")];
}

/** The requests of a command line that a test sends: those that change something, or else those that read. */
function requestsToReplay(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  const ofObjects = requests.filter(
    ({ target, status }) => parsePath(target) !== undefined && status > 0 && !isStreamed(target),
  );
  const writes = ofObjects.filter(({ method }) => method !== "GET");
  return writes.length > 0 ? writes : ofObjects;
}

const isStreamed = (target: string): boolean => /[?&](?:watch|follow)=(?:true|1)/.test(target);
