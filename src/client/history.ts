/** Which revisions are asked for: those after one, up to another one, oldest first. */
export interface RevisionsQuery {
  /** `next` of the portion before; from the first retained revision by default. */
  readonly after?: number | undefined;
  readonly upTo?: number | undefined;
  /** 500 by default, 5,000 at most. */
  readonly limit?: number | undefined;
}

/** A write: what was written, when and by whom. */
export interface RevisionEntry {
  readonly revision: number;
  readonly kind: "create" | "update" | "delete";
  /** The group and plural name of the resource, as in paths of the API. */
  readonly group: string;
  readonly resource: string;
  /** "" for objects without a namespace. */
  readonly namespace: string;
  readonly name: string;
  /** The time of the world in milliseconds since the epoch; absent if the server does not know it any more. */
  readonly at?: number;
  /** The authenticated user; absent for writes before this server was started. */
  readonly user?: string;
  /**
   * The field managers: that of the request, or of a write before this server was started, those whose managed fields
   * it has changed.
   */
  readonly managers: readonly string[];
}

/** A portion of the revisions. */
export interface RevisionsPortion {
  readonly entries: readonly RevisionEntry[];
  /** `after` of the next portion; absent if this is the last one. */
  readonly next: number | undefined;
  /** The newest revision, and the oldest whose state can be read. */
  readonly revision: number;
  readonly compacted: number;
}

/** What the Inspector tells of the past beyond lists at a resourceVersion. Arguments and results are plain data. */
export interface HistoryCalls {
  /** Returns a portion of the writes that the server retains, in the order of their revisions. */
  revisions(query: RevisionsQuery): Promise<RevisionsPortion>;
  /**
   * Compacts all states before a revision, by default the newest, as `etcdctl compact` does: they cannot be read any
   * more, and watches from them are answered with 410. Returns the compacted revision.
   */
  compact(revision?: number): Promise<number>;
}
