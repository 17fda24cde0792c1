import { deleteDB, openDB, type IDBPDatabase, type IDBPTransaction } from "idb";
import type { BackendObject, BackendSegment, LoggedBatch } from "./backend.ts";
import { BackendError } from "./backend-error.ts";
import { toBackendError } from "./indexeddb-errors.ts";
import {
  abort,
  isBatchRow,
  isEndRow,
  isLeaderRow,
  isSegmentRow,
  sent,
  toEndRow,
  toLeaderRow,
  toSegmentRow,
  type Layout,
  type Leader,
  type StoreName,
} from "./indexeddb-layout.ts";
import { migrations } from "./indexeddb-migrations.ts";
import { addSegment, startOfLog, type CheckpointFacts } from "./log-chain.ts";
import { lastRevision } from "./replay.ts";
import { inSegments, salvage, type FoundBatch, type FoundCheckpoint, type SalvagedState } from "./salvage.ts";

/** A row with its key. */
interface Row {
  readonly key: IDBValidKey;
  /** Undefined if the browser cannot read it. */
  readonly value: unknown;
}

/** All rows of a database, whatever they are. */
interface Rows {
  readonly version: number;
  readonly leader: readonly Row[];
  readonly batches: readonly Row[];
  readonly segments: readonly Row[];
}

/** Awaited with the number of objects that were checked, so that other work runs. */
export type Pause = (objects: number) => Promise<void>;

const noPause: Pause = () => Promise.resolve();

/** Reads what can be read of a damaged database, and changes nothing. */
export async function readDamagedIndexedDb(name: string, pause: Pause = noPause): Promise<SalvagedState> {
  return (await recover(await readRows(name), pause)).state;
}

/**
 * Repairs a damaged database so that it can be opened: replaces its rows by a checkpoint of what can be read, in one
 * transaction. Returns user-facing sentences on what was kept and lost.
 */
export async function repairIndexedDb(name: string): Promise<readonly string[]> {
  const rows = await readRows(name);
  const { state, epoch } = await recover(rows, noPause);
  const database = await openStores(name, rows.version);
  try {
    const transaction = database.transaction(["leader", "batches", "segments"], "readwrite", { durability: "strict" });
    const writes: Promise<unknown>[] = [transaction.done];
    try {
      for (const write of replacements(transaction, state, epoch)) writes.push(write);
    } catch (err) {
      writes.forEach(sent); // they fail with the transaction
      abort(transaction);
      throw err;
    }
    await Promise.all(writes);
    return state.findings;
  } catch (err) {
    throw toBackendError(err);
  } finally {
    database.close();
  }
}

type Replacing = IDBPTransaction<Layout, StoreName[], "readwrite">;

/** Makes the requests that replace all rows by a checkpoint of a state. */
function* replacements(
  transaction: Replacing,
  { revision, objects }: SalvagedState,
  epoch: number,
): Iterable<Promise<unknown>> {
  const [leaders, segments] = [transaction.objectStore("leader"), transaction.objectStore("segments")];
  yield leaders.clear();
  yield transaction.objectStore("batches").clear();
  yield segments.clear();
  let facts: CheckpointFacts = { revision, batches: 0, sum: 0, segments: 0, content: 0 };
  for (const segment of inSegments(objects)) {
    const row = toSegmentRow(segment);
    yield segments.put(row, [revision, facts.segments]);
    facts = { ...facts, segments: facts.segments + 1, content: addSegment(facts.content, row.sum) };
  }
  yield leaders.put(toLeaderRow({ epoch, revision, compacted: revision, checkpoints: [facts] }), "leader");
  yield leaders.put(toEndRow({ ...startOfLog, revision }), "end");
}

/** Deletes a database with all that is in it. Resolves when no connection to it is left. */
export const deleteIndexedDb = (name: string): Promise<void> => deleteDB(name);

async function readRows(name: string): Promise<Rows> {
  const database = await openDB(name).catch((err: unknown) => Promise.reject(toBackendError(err)));
  try {
    const { version } = database;
    if (version > migrations.length)
      throw new BackendError(
        "NewerLayout",
        "The data was written by a newer version of this program. Use that version.",
      );
    const together = await readTogether(database).catch(() => undefined);
    const read = async (store: string) => together?.get(store) ?? (await readStore(database, store));
    return { version, leader: await read("leader"), batches: await read("batches"), segments: await read("segments") };
  } finally {
    database.close();
  }
}

/** Reads all stores as of one moment, also while somebody writes. Rejects if a row cannot be read. */
async function readTogether(database: IDBPDatabase): Promise<ReadonlyMap<string, readonly Row[]>> {
  const stores = [...database.objectStoreNames];
  if (stores.length === 0) return new Map();
  const transaction = database.transaction(stores);
  const reading = stores.map(async (name): Promise<[string, readonly Row[]]> => {
    const store = transaction.objectStore(name);
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    return [name, keys.map((key, at) => ({ key, value: values[at] as unknown }))];
  });
  const [rows] = await Promise.all([Promise.all(reading), transaction.done]);
  return new Map(rows);
}

/** Reads a store row by row, since one that the browser cannot read must not hide the others. */
async function readStore(database: IDBPDatabase, store: string): Promise<readonly Row[]> {
  if (!database.objectStoreNames.contains(store)) return [];
  const keys = await database.getAllKeys(store);
  const values = await database.getAll(store).catch(() => undefined);
  if (values?.length === keys.length) return keys.map((key, at) => ({ key, value: values[at] }));
  const rows: Row[] = [];
  for (const key of keys) rows.push({ key, value: await database.get(store, key).catch(() => undefined) });
  return rows;
}

interface Recovered {
  readonly state: SalvagedState;
  /** At least that of the last leader. */
  readonly epoch: number;
}

const checksumsSince = 3;

async function recover({ version, ...rows }: Rows, pause: Pause): Promise<Recovered> {
  const hasSums = version >= checksumsSince;
  const row = (key: string): unknown => rows.leader.find((each) => each.key === key)?.value;
  const leader = hasSums && isLeaderRow(row("leader")) ? (row("leader") as Leader) : undefined;
  const stored = row("end");
  const end = hasSums && isEndRow(stored) ? stored : undefined;
  const findings: string[] = [];
  if (leader === undefined && hasSums) findings.push("The leader row is missing or damaged.");
  if (end === undefined && hasSums) findings.push("The row of the log's end is missing or damaged.");
  const batches = await readBatches(rows.batches, hasSums, findings, pause);
  const checkpoints = await readCheckpoints(rows.segments, { leader, hasSums, pause }, findings);
  const revisions = [
    leader?.revision ?? 0,
    leader?.compacted ?? 0,
    end?.revision ?? 0,
    ...batches.map(({ batch }) => lastRevision(batch)),
    ...checkpoints.map(({ position }) => position.revision),
    ...rows.batches.map(({ key }) => numberIn(key)),
    ...rows.segments.map(({ key }) => numberIn(Array.isArray(key) ? key[0] : key)),
  ];
  const known = revisions.reduce((a, b) => Math.max(a, b), 0);
  return {
    state: salvage({ checkpoints, batches, end, known, findings }),
    // epochs of the first layout were at most revisions
    epoch: leader?.epoch ?? Math.max(known, numberIn(memberOf(row("leader"), "epoch"))),
  };
}

const memberOf = (row: unknown, name: string): unknown =>
  typeof row === "object" && row !== null ? Reflect.get(row, name) : undefined;

const numberIn = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);

async function readBatches(
  rows: readonly Row[],
  hasSums: boolean,
  findings: string[],
  pause: Pause,
): Promise<FoundBatch[]> {
  const found = new Map<number, FoundBatch>();
  for (const { key, value } of rows) {
    const batch = hasSums ? (isBatchRow(value) ? value : undefined) : toOldBatch(value);
    if (batch === undefined) findings.push(`The group commit of revision ${numberIn(key)} cannot be read.`);
    else found.set(lastRevision(batch), { batch, digest: isBatchRow(batch) ? batch.sum : undefined });
    if (batch !== undefined && lastRevision(batch) !== key)
      findings.push(`The group commit of revision ${lastRevision(batch)} stands at ${numberIn(key)}.`);
    await pause(batch?.writes.length ?? 0);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, each]) => each);
}

/** The segments of one checkpoint as they are read. */
interface Segments {
  readonly facts: CheckpointFacts | undefined;
  readonly segments: BackendSegment[];
  content: number;
}

async function readCheckpoints(
  rows: readonly Row[],
  { leader, hasSums, pause }: { readonly leader: Leader | undefined; readonly hasSums: boolean; readonly pause: Pause },
  findings: string[],
): Promise<FoundCheckpoint[]> {
  const all = new Map<number, Segments>();
  for (const facts of leader?.checkpoints ?? []) all.set(facts.revision, { facts, segments: [], content: 0 });
  for (const { key, value } of rows) {
    const [revision, place] = Array.isArray(key) ? key.map(numberIn) : [0, 0];
    if (revision === undefined || place === undefined) continue;
    // Without a leader row, what may be the rest of a checkpoint that was not finished is taken as well.
    const found =
      all.get(revision) ?? (leader === undefined ? { facts: undefined, segments: [], content: 0 } : undefined);
    if (found === undefined || place >= (found.facts?.segments ?? Infinity)) continue;
    all.set(revision, found);
    const isIntact = isSegmentRow(value);
    const segment = hasSums ? (isIntact ? value.objects : undefined) : toOldSegment(value);
    if (segment === undefined)
      findings.push(`Segment ${place + 1} of the checkpoint of revision ${revision} cannot be read.`);
    else found.segments.push(segment);
    if (isIntact) found.content = addSegment(found.content, value.sum);
    await pause(segment?.length ?? 0);
  }
  return [...all]
    .sort(([a], [b]) => a - b)
    .map(([revision, { facts, segments, content }]) => {
      const isWhole = facts?.segments === segments.length && facts.content === content;
      if (facts !== undefined && !isWhole) findings.push(`The checkpoint of revision ${revision} is not whole.`);
      return { position: facts ?? { ...startOfLog, revision }, segments, isWhole };
    });
}

const isWrite = (value: unknown): value is BackendObject =>
  typeof memberOf(value, "key") === "string" && Number.isSafeInteger(memberOf(value, "revision"));

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";

/** Reads a group commit of a layout without checksums. */
function toOldBatch(value: unknown): LoggedBatch | undefined {
  const writes: unknown = Array.isArray(value) ? value : memberOf(value, "writes");
  const isReadable =
    Array.isArray(writes) && writes.every((write) => isWrite(write) && isTextOrNull(memberOf(write, "text")));
  return isReadable ? { writes } : undefined;
}

/** Reads a segment of a layout without checksums. */
const toOldSegment = (value: unknown): BackendSegment | undefined =>
  Array.isArray(value) && value.every((object) => isWrite(object) && typeof object.text === "string")
    ? value
    : undefined;

/** Opens the database in the newest layout, without converting what is in it. */
const openStores = (name: string, version: number): Promise<IDBPDatabase<Layout>> =>
  openDB<Layout>(name, Math.max(version, migrations.length), {
    upgrade(database) {
      for (const store of ["leader", "batches", "segments"] as const)
        if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
    },
  }).catch((err: unknown) => Promise.reject(toBackendError(err)));
