import { emptyRevision, segmentSize, type BackendObject, type BackendSegment, type LoggedBatch } from "./backend.ts";
import { LogFollower, startOfLog, type LogPosition } from "./log-chain.ts";
import { applyBatch, lastRevision } from "./replay.ts";

/** A checkpoint of damaged data. */
export interface FoundCheckpoint {
  /** Its place in the log. */
  readonly position: LogPosition;
  /** The segments that can be read. */
  readonly segments: readonly BackendSegment[];
  readonly isWhole: boolean;
}

/** A group commit of damaged data, which is as it was written. */
export interface FoundBatch {
  readonly batch: LoggedBatch;
  /** The checksum of its content; undefined in logs of layouts that stored none. */
  readonly digest: number | undefined;
}

/** What can be read of damaged data. */
export interface FoundLog {
  /** By ascending revision. */
  readonly checkpoints: readonly FoundCheckpoint[];
  /** By ascending revision. */
  readonly batches: readonly FoundBatch[];
  /** The place that the log is known to have reached; undefined if that cannot be read. */
  readonly end: LogPosition | undefined;
  /** The highest revision that any readable record tells of. */
  readonly known: number;
  /** What cannot be read, as user-facing sentences. */
  readonly findings: readonly string[];
  /**
   * Behind which revisions something in the log cannot be read that may be group commits. The end that is known does
   * not tell of those behind it.
   */
  readonly unread?: readonly number[];
}

/** The state recovered from damaged data. */
export interface SalvagedState {
  readonly objects: ReadonlyMap<string, BackendObject>;
  /** The revision to go on from. It is higher than that of any write which may have been acknowledged. */
  readonly revision: number;
  /** What is damaged, kept and lost, as user-facing sentences. */
  readonly findings: readonly string[];
  /** Whether acknowledged writes may be missing. */
  readonly isLess: boolean;
}

/**
 * How much the revision is increased if acknowledged writes may have been lost, so that their revisions are not
 * assigned again (etcdutl snapshot restore --bump-revision).
 */
export const revisionBump = 1_000_000;

/**
 * Recovers a state: that at the end of the log, if one of the checkpoints or the empty state leads there, and otherwise
 * all that can be read.
 */
export function salvage(found: FoundLog): SalvagedState {
  const { checkpoints, batches, end, known, unread = [] } = found;
  const starts = checkpoints.filter(({ isWhole }) => isWhole).toReversed();
  if (end !== undefined && beginsEmpty(batches, end)) starts.push(emptyState);
  const isAllOfIt = ({ position }: FoundCheckpoint): boolean =>
    end !== undefined &&
    leadsTo(end, position, batches) &&
    unread.every((revision) => revision < Math.max(end.revision, position.revision));
  const start = starts.find(isAllOfIt);
  const isLess = start === undefined;
  const { objects, at, lost } = isLess ? readablePart(found) : stateFrom(start, batches);
  const revision = Math.max(known, at) + (isLess ? revisionBump : 0);
  const findings = [
    ...found.findings,
    ...lost,
    `Kept: ${objects.size} objects as of revision ${at}.`,
    ...(isLess
      ? [`Writes may be missing, so revisions go on from ${revision}: none is given out again.`]
      : ["Lost: no object; all acknowledged writes are there."]),
    `History begins at revision ${revision}: watches from older ones are answered with 410 (Expired).`,
  ];
  return { objects, revision, findings, isLess };
}

const emptyState: FoundCheckpoint = { position: startOfLog, segments: [], isWhole: true };

/**
 * Whether a log began with an empty store. The counts and sums of one that goes on from a repaired or converted state
 * begin like that as well, but not its revisions.
 */
function beginsEmpty([first]: readonly FoundBatch[], end: LogPosition): boolean {
  if (first === undefined) return end.revision <= emptyRevision;
  return (first.batch.writes[0]?.revision ?? Infinity) <= emptyRevision + 1;
}

const isAfter =
  (revision: number) =>
  ({ batch }: FoundBatch): boolean =>
    lastRevision(batch) > revision;

/** Whether the readable group commits after a place are all that the log had. */
function leadsTo(end: LogPosition, start: LogPosition, batches: readonly FoundBatch[]): boolean {
  const follower = new LogFollower(start, end);
  for (const { batch, digest } of batches.filter(isAfter(start.revision)))
    if (follower.take(lastRevision(batch), digest) !== undefined) return false;
  return follower.finish() === undefined;
}

interface Part {
  readonly objects: ReadonlyMap<string, BackendObject>;
  /** The revision of the last write that is in it. */
  readonly at: number;
  /** The gaps before it, as user-facing sentences. */
  readonly lost: readonly string[];
}

function stateFrom({ position, segments }: FoundCheckpoint, batches: readonly FoundBatch[]): Part {
  const objects = new Map<string, BackendObject>();
  return { objects, at: addTo(objects, position, segments, batches), lost: [] };
}

/** Adds the state of a checkpoint and all later group commits. Returns the revision of the last write. */
function addTo(
  objects: Map<string, BackendObject>,
  { revision }: LogPosition,
  segments: readonly BackendSegment[],
  batches: readonly FoundBatch[],
): number {
  for (const segment of segments) for (const object of segment) objects.set(object.key, object);
  let last = revision;
  for (const { batch } of batches.filter(isAfter(revision))) {
    applyBatch(objects, batch);
    last = lastRevision(batch);
  }
  return last;
}

/**
 * The newest whole checkpoint with all later group commits, or the readable part of the newest one with all of them.
 */
function readablePart({ checkpoints, batches }: FoundLog): Part {
  const whole = checkpoints.findLast(({ isWhole }) => isWhole);
  const { position, segments } = whole ?? checkpoints.at(-1) ?? emptyState;
  const objects = new Map<string, BackendObject>();
  if (whole === undefined)
    for (const { batch } of batches) if (lastRevision(batch) <= position.revision) applyBatch(objects, batch);
  const at = addTo(objects, position, segments, batches);
  return { objects, at, lost: [...gapsAfter(position.revision, batches)] };
}

/** Reports revisions that are missing between group commits. A failed write leaves such a gap as well. */
function* gapsAfter(from: number, batches: readonly FoundBatch[]): IterableIterator<string> {
  let last = Math.max(from, emptyRevision);
  for (const { batch } of batches.filter(isAfter(from))) {
    const first = batch.writes[0]?.revision ?? 0;
    if (first === last + 2) yield `Lost: the write of revision ${last + 1}, if there was one.`;
    else if (first > last + 1) yield `Lost: the writes of revisions ${last + 1} to ${first - 1}, where there were any.`;
    last = lastRevision(batch);
  }
}

/** Returns the objects of a recovered state as segments of a checkpoint. */
export function* inSegments(objects: ReadonlyMap<string, BackendObject>): IterableIterator<BackendSegment> {
  const sorted = [...objects.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  for (let at = 0; at < sorted.length; at += segmentSize) yield sorted.slice(at, at + segmentSize);
}
