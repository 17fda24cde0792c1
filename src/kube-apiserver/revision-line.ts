import { locateDifferences } from "../apimachinery/json/text-parts.ts";
import type { ManagedFieldsEntry } from "../apimachinery/meta.ts";
import { storageRoot } from "../apiserver/registry/keys.ts";
import type { ResourceInfo } from "../apiserver/registry/resource-definition.ts";
import { ownerOf } from "../apiserver/storage/mvcc/owner-of.ts";
import type { Store } from "../apiserver/storage/mvcc/store.ts";
import { readChanges, type TimedChange } from "../apiserver/storage/mvcc/store-past.ts";
import type { RevisionEntry, RevisionsPortion, RevisionsQuery } from "../client/history.ts";
import { managerId } from "../client/managed-fields.ts";
import type { WriteAuthors } from "../component-base/write-authors.ts";

const defaultLimit = 500;
const mostEntries = 5000;

/** What the line of revisions is read from. */
export interface RevisionLineParts {
  readonly store: Pick<Store, "past" | "revision" | "compactedRevision">;
  readonly authors: Pick<WriteAuthors, "of">;
  /** The served resources, the custom ones included. */
  resources(): Iterable<ResourceInfo>;
}

/**
 * Returns a portion of the writes that the store retains. What the server keeps for itself and what no resource serves
 * any more is left out.
 */
export async function readRevisions(
  { store, authors, resources }: RevisionLineParts,
  { after = 0, upTo, limit = defaultLimit }: RevisionsQuery,
): Promise<RevisionsPortion> {
  const most = Math.min(Math.max(1, Math.floor(limit)), mostEntries);
  const { changes, next } = await readChanges(store.past, { after, upTo, limit: most });
  // of the groups that serve the same objects, such as those of Events, the first one is told
  const byRoot = new Map(
    [...resources()]
      .filter(isStored)
      .map((info) => [storageRoot(info), info] as const)
      .reverse(),
  );
  const entries = changes.flatMap((timed) => entryOf(timed, byRoot, authors));
  return { entries, next, revision: store.revision, compacted: store.compactedRevision };
}

function entryOf(
  { change, at }: TimedChange,
  byRoot: ReadonlyMap<string, ResourceInfo>,
  authors: RevisionLineParts["authors"],
): readonly RevisionEntry[] {
  const { key, revision, before, after, deleted } = change;
  const info = ownerOf(byRoot, key);
  if (info === undefined) return [];
  const rest = key.slice(storageRoot(info).length);
  const slash = info.namespaced ? rest.indexOf("/") : -1;
  const author = authors.of(revision);
  const managers = author === undefined ? changedManagers(before?.text, after.text) : [author.manager].filter(isNamed);
  return [
    {
      revision,
      kind: deleted ? "delete" : before === undefined ? "create" : "update",
      group: info.group,
      resource: info.resource,
      namespace: rest.slice(0, Math.max(0, slash)),
      name: rest.slice(slash + 1),
      ...(at !== undefined && { at }),
      ...(author !== undefined && { user: author.user }),
      managers,
    },
  ];
}

const isStored = ({ unstored }: ResourceInfo): boolean => unstored !== true;

const isNamed = (name: string): boolean => name !== "";

/**
 * Returns the managers that a write has given an entry in managedFields or another time, each once. Others have only
 * lost fields to them; they are returned if there is nobody else.
 */
function changedManagers(before: string | undefined, after: string): readonly string[] {
  const known = new Map(managedFieldsOf(before).map((entry) => [managerId(entry), entry]));
  const changed = managedFieldsOf(after).filter(
    (entry) => JSON.stringify(known.get(managerId(entry))) !== JSON.stringify(entry),
  );
  const wrote = changed.filter((entry) => known.get(managerId(entry))?.time !== entry.time);
  const names = (wrote.length > 0 ? wrote : changed).map(({ manager = "" }) => manager);
  return [...new Set(names.filter(isNamed))];
}

/** Reads the managed fields out of a stored text, the rest of which is not parsed. */
function managedFieldsOf(text: string | undefined): readonly ManagedFieldsEntry[] {
  if (text === undefined) return [];
  const part = locateDifferences(text, [{ path: ["metadata", "managedFields"], text: "" }])?.[0];
  return part === undefined ? [] : (JSON.parse(text.slice(part.start, part.end)) as readonly ManagedFieldsEntry[]);
}
