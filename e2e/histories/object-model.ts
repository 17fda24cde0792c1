import type { Model, Operation } from "./linearizability.ts";

/** What the load writes into an object: the entries of a ConfigMap, or the annotations of another kind. */
export type Data = Readonly<Record<string, string>>;

/** One version of an object, as it is answered. */
export interface Version {
  readonly uid: string;
  readonly revision: number;
  readonly data: Data;
}

/** A request for one object. A patch is a JSON merge patch: null takes an entry out. */
export type Call =
  | { readonly verb: "create"; readonly data: Data }
  | { readonly verb: "get" }
  | { readonly verb: "update"; readonly data: Data; readonly uid?: string; readonly revision?: number }
  | { readonly verb: "patch"; readonly data: Readonly<Record<string, string | null>> }
  | { readonly verb: "delete"; readonly uid?: string; readonly revision?: number };

/** The answer of a request: an object, the end of a deletion, 404, and the two reasons of 409. */
export type Outcome =
  | { readonly is: "object"; readonly version: Version }
  | { readonly is: "deleted"; readonly uid?: string | undefined }
  | { readonly is: "missing" }
  | { readonly is: "exists" }
  | { readonly is: "conflict" };

/** Operations of clients on an object. */
export type ObjectOperation = Operation<Call, Outcome>;

/**
 * The live object, if there is one. What is not known of it comes from requests without an answer: the revision is then
 * above `after`, and the next answer tells it.
 */
export interface ObjectState {
  readonly live: { readonly uid: string | undefined; readonly data: Data } | undefined;
  readonly revision: number | undefined;
  /** All later revisions are above this one. */
  readonly after: number;
}

/**
 * An object of the Kubernetes API as requests that come one after another see it: create fails if it exists, the others
 * if it does not; update and delete compare uid and resourceVersion where they are given; each write has a higher
 * revision, unless it changes nothing.
 */
export const objectModel: Model<ObjectState, Call, Outcome> = {
  initial: { live: undefined, revision: undefined, after: 0 },
  step: (state, call, outcome) => (outcome === undefined ? unanswered(state, call) : answered(state, call, outcome)),
  textOf: ({ live, revision, after }) =>
    `${revision ?? `>${after}`} ${live === undefined ? "" : `${live.uid ?? "?"} ${textOfData(live.data)}`}`,
};

function answered(state: ObjectState, call: Call, outcome: Outcome): ObjectState | undefined {
  const { live } = state;
  switch (outcome.is) {
    case "missing":
      return live === undefined && call.verb !== "create" ? state : undefined;
    case "exists":
      return live !== undefined && call.verb === "create" ? state : undefined;
    case "conflict":
      return live !== undefined && mayConflict(state, call) ? state : undefined;
    case "deleted":
      return live !== undefined && isSame(live.uid, outcome.uid) ? written(state, call) : undefined;
    case "object":
      return call.verb === "get" ? seen(state, outcome.version) : stored(state, call, outcome.version);
  }
}

/** The state after a read that found a version. */
function seen(state: ObjectState, version: Version): ObjectState | undefined {
  const { live, revision, after } = state;
  if (live === undefined || !isSame(live.uid, version.uid) || !sameData(live.data, version.data)) return undefined;
  if (revision === undefined ? version.revision <= after : version.revision !== revision) return undefined;
  return { live: { uid: version.uid, data: live.data }, revision: version.revision, after: version.revision };
}

/** The state after a write that answered with a version. */
function stored(state: ObjectState, call: Call, version: Version): ObjectState | undefined {
  const next = written(state, call);
  if (next?.live === undefined || !sameData(next.live.data, version.data)) return undefined;
  if (next.live.uid !== undefined && next.live.uid !== version.uid) return undefined;
  if (version.revision <= next.after && seen(state, version) === undefined) return undefined;
  return { live: { uid: version.uid, data: next.live.data }, revision: version.revision, after: version.revision };
}

/** The state after a request without an answer; undefined if it changes nothing. */
const unanswered = (state: ObjectState, call: Call): ObjectState | undefined =>
  call.verb === "get" ? undefined : written(state, call);

/** The state after a write that succeeds, without its revision; undefined if it fails. */
function written(state: ObjectState, call: Call): ObjectState | undefined {
  const { live, revision, after: floor } = state;
  const after = revision ?? floor;
  if (call.verb === "create")
    return live === undefined ? { live: { uid: undefined, data: call.data }, revision: undefined, after } : undefined;
  if (live === undefined || call.verb === "get" || !mayMatch(state, call)) return undefined;
  if (call.verb === "delete") return { live: undefined, revision: undefined, after };
  const data = call.verb === "update" ? call.data : merged(live.data, call.data);
  return { live: { uid: live.uid, data }, revision: undefined, after };
}

type Expected = { readonly uid?: string; readonly revision?: number };

const expectedOf = (call: Call): Expected => (call.verb === "update" || call.verb === "delete" ? call : {});

/**
 * Whether what a request expects may be so. A client knows a revision from an answer, which tells the model of it too,
 * so an expected revision is not that of a state without one, unless a watch told it.
 */
function mayMatch({ live, revision, after }: ObjectState, call: Call): boolean {
  const expected = expectedOf(call);
  if (expected.uid !== undefined && !isSame(live?.uid, expected.uid)) return false;
  if (expected.revision === undefined) return true;
  return revision === undefined ? expected.revision > after : expected.revision === revision;
}

function mayConflict({ live, revision }: ObjectState, call: Call): boolean {
  const expected = expectedOf(call);
  if (expected.uid !== undefined && live?.uid !== expected.uid) return true;
  return expected.revision !== undefined && expected.revision !== revision;
}

/** Whether a uid that may be unknown may be another one. */
const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other;

function merged(data: Data, patch: Readonly<Record<string, string | null>>): Data {
  const result: Record<string, string> = { ...data };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = value;
  }
  return result;
}

const textOfData = (data: Data): string =>
  JSON.stringify(Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Whether two objects have the same entries. */
export function sameData(one: Data, other: Data): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
