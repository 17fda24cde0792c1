import { editDistance } from "../apimachinery/edit-distance.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { ObjectReference } from "../client/object-client.ts";
import { fieldsRead } from "./read-paths.ts";

/** What was waited for, and what was seen of it. */
export interface SeenObject {
  readonly reference: ObjectReference;
  /** Undefined where the object is to be gone. */
  readonly condition: ((object: KubeObject) => unknown) | undefined;
  /** The last state; undefined while there was none. */
  readonly last: KubeObject | undefined;
  /** How many states were seen. */
  readonly states: number;
  /** Whether controllers of workloads run. */
  readonly hasAllControllers: boolean;
}

/** How many other objects are told. */
const told = 5;

const nameOf = ({ namespace, name }: NonNullable<ObjectReference["metadata"]>): string =>
  [namespace, name].filter((part) => part !== undefined && part !== "").join("/");

const which = ({ kind = "", metadata }: ObjectReference): string => `${kind} ${nameOf(metadata ?? {})}`.trim();

/** Tells what an object was in place of what was waited for; `all` are the objects of the kind. */
export function describeSeen(seen: SeenObject, all: readonly KubeObject[]): string {
  const { reference, condition, states } = seen;
  const last = states === 0 ? all.find((object) => isMeant(object, reference)) : seen.last;
  if (condition === undefined) return last === undefined ? which(reference) : describeRemaining(reference, last);
  return last === undefined ? describeMissing(seen, all) : describeUnmet(seen, last, condition);
}

const isMeant = ({ metadata }: KubeObject, { metadata: wanted = {} }: ObjectReference): boolean =>
  metadata.name === (wanted.name ?? metadata.name) &&
  (metadata.namespace ?? "default") === (wanted.namespace ?? "default");

function describeRemaining(reference: ObjectReference, last: KubeObject): string {
  const { deletionTimestamp, finalizers = [] } = last.metadata;
  const reason =
    deletionTimestamp === undefined
      ? "nobody has deleted it"
      : `it was deleted at ${deletionTimestamp}${finalizers.length === 0 ? "" : ` and has the finalizers ${finalizers.join(", ")}`}`;
  return `${which(reference)} to be gone; ${reason}\n${stateOf(last)}`;
}

function describeMissing(seen: SeenObject, all: readonly KubeObject[]): string {
  const { reference } = seen;
  const wanted = nameOf(reference.metadata ?? {});
  const names = all
    .map(({ metadata }) => nameOf(metadata))
    .toSorted((a, b) => editDistance(a, wanted) - editDistance(b, wanted));
  const there = names.length === 0 ? `there is no ${reference.kind}` : `there are ${names.slice(0, told).join(", ")}`;
  const more = names.length > told ? ` and ${names.length - told} others` : "";
  return `the condition on ${which(reference)}; it does not exist, ${there}${more}${hintOf(seen)}`;
}

function describeUnmet(seen: SeenObject, last: KubeObject, condition: NonNullable<SeenObject["condition"]>): string {
  const fields = fieldsRead(last, condition);
  const lines = fields.map(({ path, value }) => `  ${path} is ${JSON.stringify(value)}`);
  const read = lines.length === 0 ? "it reads no field" : `it reads\n${lines.join("\n")}`;
  const hint = fields.some(({ path }) => path.startsWith("status")) ? hintOf(seen) : "";
  return `the condition on ${which(seen.reference)}; ${read}${hint}\n${stateOf(last, seen.states)}`;
}

/** The last state of an object on one line, without its managed fields. */
function stateOf(last: KubeObject, states = 0): string {
  const { managedFields: _, ...metadata } = last.metadata;
  const seen = states > 0 ? ` of ${states} seen` : "";
  return `the last state${seen}: ${JSON.stringify({ ...last, metadata })}`;
}

const hintOf = ({ hasAllControllers }: SeenObject): string =>
  hasAllControllers
    ? ""
    : '\nonly the controllers of the API server run; those of workloads with createTestServer({ controllers: ["*"] })';
