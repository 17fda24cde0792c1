import { isRecord } from "../../../apimachinery/is-record.ts";
import type { Trace, TraceRef } from "../../../component-base/trace.ts";
import { whoOf } from "../../data/who.ts";

/** A request of a controller that came of another request. */
export interface Consequence {
  readonly trace: Trace;
  readonly who: string;
  /** What the controller did: `created ReplicaSet web-1`, `read Pod a`. */
  readonly words: string;
  /** The object that it had seen: `Deployment web`. */
  readonly cause: string;
  /** Milliseconds after the request. */
  readonly afterMs: number;
}

/** What a trace says about its object. */
interface Subject {
  readonly text: string;
  readonly uid: string;
  readonly words: string;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const verbs: Readonly<Record<string, string>> = {
  POST: "created",
  PUT: "updated",
  PATCH: "patched",
  DELETE: "deleted",
  GET: "read",
};

const pathOf = (target: string): string => target.split("?", 1)[0] ?? target;

/** Returns the last state of the object of a request, or the one before it was deleted. */
function refOf({ stages }: Trace): TraceRef | undefined {
  return (
    stages.findLast((stage) => stage.objectAfter !== undefined)?.objectAfter ??
    stages.findLast((stage) => stage.objectBefore !== undefined)?.objectBefore
  );
}

/** Returns the name of the kind in a path, as its resource: `pods`, `pods/binding`. */
function resourceOf(path: string): { readonly resource: string; readonly name: string; readonly subresource: string } {
  const parts = path.split("/").filter((part) => part !== "");
  const rest = parts.slice(parts[0] === "api" ? 2 : 3);
  const [resource = "", name = "", subresource = ""] =
    rest[0] === "namespaces" && rest.length > 2 && rest[2] !== "status" ? rest.slice(2) : rest;
  return { resource, name, subresource };
}

function read(text: string, path: string): Subject {
  const { resource, name } = resourceOf(path);
  let object: unknown;
  try {
    object = JSON.parse(text.startsWith("{") ? text : `{${text}`);
  } catch {
    object = undefined;
  }
  const metadata = isRecord(object) && isRecord(object["metadata"]) ? object["metadata"] : {};
  const known = typeof metadata["name"] === "string" ? metadata["name"] : name;
  const uid = typeof metadata["uid"] === "string" ? metadata["uid"] : "";
  return { text, uid, words: `${resource} ${known}` };
}

/** The objects that a request has set in motion, by uid and by path, each in words. */
class Moved {
  readonly #byUid = new Map<string, string>();
  readonly #byPath = new Map<string, string>();

  add({ uid, words }: Subject, path: string): void {
    if (uid !== "") this.#byUid.set(uid, words);
    const { name } = resourceOf(path);
    this.#byPath.set(name === "" ? `${path}/${words.split(" ")[1] ?? ""}` : objectPath(path), words);
  }

  /** Returns the object for whose sake a request was sent: its own, or one that it mentions. */
  causeOf(subject: Subject | undefined, path: string): string | undefined {
    const own = subject === undefined ? undefined : this.#byUid.get(subject.uid);
    const known = own ?? this.#byPath.get(objectPath(path));
    if (known !== undefined || subject === undefined) return known;
    for (const [mentioned] of subject.text.matchAll(uuid)) {
      const words = this.#byUid.get(mentioned);
      if (words !== undefined) return words;
    }
    return undefined;
  }
}

/** Removes the subresource of a path. */
const objectPath = (path: string): string => {
  const { subresource } = resourceOf(path);
  return subresource === "" ? path : path.slice(0, -subresource.length - 1);
};

function wordsOf({ method, target }: Trace, subject: Subject | undefined): string {
  const path = pathOf(target);
  const { resource, name, subresource } = resourceOf(path);
  if (subresource === "binding") return `bound pods ${name}`;
  const what = subject?.words ?? `${resource} ${name}`;
  return `${verbs[method] ?? method.toLowerCase()} ${what}${subresource === "" ? "" : `, its ${subresource}`}`;
}

/**
 * Follows what controllers did because of a request: writes and reads of its object, of objects that mention one of
 * those by uid, as owner references, events and endpoints do, and so on. `textOf` returns the text of an object that a
 * trace refers to.
 */
export async function consequencesOf(
  first: Trace,
  traces: readonly Trace[],
  textOf: (ref: TraceRef) => Promise<string | undefined>,
): Promise<readonly Consequence[]> {
  const later = traces.filter(
    (trace) =>
      trace.id > first.id &&
      trace.source.kind === "controller" &&
      !trace.streaming &&
      trace.status < 400 &&
      (trace.method !== "GET" || resourceOf(pathOf(trace.target)).name !== ""),
  );
  const subjectOf = async (trace: Trace): Promise<Subject | undefined> => {
    const ref = refOf(trace);
    const text = ref === undefined ? undefined : await textOf(ref);
    return text === undefined ? undefined : read(text, pathOf(trace.target));
  };
  const [begin, ...subjects] = await Promise.all([first, ...later].map(subjectOf));
  if (begin === undefined) return [];
  const moved = new Moved();
  moved.add(begin, pathOf(first.target));
  return later.flatMap((trace, i): readonly Consequence[] => {
    const path = pathOf(trace.target);
    const subject = subjects[i];
    const cause = moved.causeOf(subject, path);
    if (cause === undefined) return [];
    if (subject !== undefined && trace.method !== "GET") moved.add(subject, path);
    return [
      {
        trace,
        who: whoOf(trace.source),
        words: wordsOf(trace, subject),
        cause,
        afterMs: Math.max(trace.at - first.at, 0),
      },
    ];
  });
}
