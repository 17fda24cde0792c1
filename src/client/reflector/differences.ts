import type { KubeObject } from "../../apimachinery/meta.ts";
import { objectKey } from "../object-index.ts";
import type { ReflectorState } from "./reflector.ts";

/** A write that the server has committed to the resource that a reflector follows. */
export interface ServerWrite {
  readonly revision: number;
  readonly kind: "create" | "update" | "delete";
  /** As `objectKey` gives it. */
  readonly key: string;
}

/** What becomes of a write for a reflector. */
export type WriteFate =
  /** A list had it. */
  | "listed"
  /** An event told it. */
  | "told"
  /** The reflector has gone past it without having been told. */
  | "lost"
  /** The watch that is open, or the next one, tells it. */
  | "waiting"
  /** It is compacted, so that no watch can tell it: the next one is answered with 410, and a list follows. */
  | "compacted";

/** Something that a server has and the store of a reflector does not say. */
export interface Difference {
  readonly key: string;
  /** The write that the reflector does not know; undefined if the server does not tell it any more. */
  readonly revision: number | undefined;
  /** No watch will tell it. */
  readonly isLost: boolean;
  readonly words: string;
}

/** Returns what becomes of a write. `compacted` is the server's compacted revision. */
export function fateOf(
  { revision }: Pick<ServerWrite, "revision">,
  state: ReflectorState,
  compacted: number,
): WriteFate {
  if (revision <= state.replacedAt) return "listed";
  if (state.told.has(revision)) return "told";
  if (revision <= state.passed) return "lost";
  return state.next !== "read" && Number(state.lastSyncResourceVersion) < compacted ? "compacted" : "waiting";
}

/** The state of a server to compare a store with. */
export interface ServerState {
  /** What the objects are called: `ConfigMap`. */
  readonly kind: string;
  readonly objects: readonly KubeObject[];
  /** The writes that are known, oldest first. */
  readonly writes: readonly ServerWrite[];
}

/** Returns what the store of a reflector does not know of a server, in the order of keys. */
export function differencesOf(state: ReflectorState, server: ServerState): readonly Difference[] {
  const live = new Map(server.objects.map((object) => [objectKey(object), object]));
  const found: Difference[] = [];
  for (const key of [...new Set([...state.store.keys(), ...live.keys()])].sort()) {
    const difference = differenceOf(key, state, live.get(key), server);
    if (difference !== undefined) found.push(difference);
  }
  return found;
}

function differenceOf(
  key: string,
  state: ReflectorState,
  live: KubeObject | undefined,
  { kind, writes }: ServerState,
): Difference | undefined {
  const known = state.store.get(key);
  const of = (revision: number | undefined, what: string): Difference => ({
    key,
    revision,
    isLost: revision === undefined || revision <= state.passed,
    words: `The informer does not know that ${kind} ${nameOf(key)} was ${what}${at(revision)}.`,
  });
  if (live === undefined) return of(lastRevision(writes, key, "delete"), "deleted");
  const revision = Number(live.metadata.resourceVersion);
  if (known === undefined) return of(lastRevision(writes, key, "create") ?? revision, "created");
  if (known.metadata.resourceVersion === live.metadata.resourceVersion) return undefined;
  if (known.metadata.uid === live.metadata.uid) return of(revision, "changed");
  return of(lastRevision(writes, key, "create") ?? revision, "deleted and created again, the last time");
}

const at = (revision: number | undefined): string => (revision === undefined ? "" : ` at revision ${revision}`);

const nameOf = (key: string): string => key.slice(key.indexOf("/") + 1);

const lastRevision = (writes: readonly ServerWrite[], key: string, kind: ServerWrite["kind"]): number | undefined =>
  writes.findLast((write) => write.key === key && write.kind === kind)?.revision;
