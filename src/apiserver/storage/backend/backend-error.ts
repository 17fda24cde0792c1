/** The reason for a backend failure. Codes are for programs; the message is a human-readable sentence. */
export type BackendErrorCode =
  /** Another tab or process has become the leader. */
  | "EpochChanged"
  /** Another process holds the lock. */
  | "Locked"
  /** The data was written by a newer version of this program. */
  | "NewerLayout"
  /** Another tab has the database open with an older layout. */
  | "UpgradeBlocked"
  | "QuotaExceeded"
  /** The database was closed or deleted by the browser or another tab. */
  | "ConnectionLost"
  /** `close` was called. */
  | "Closed"
  /** The stored data cannot be read. */
  | "Corrupt"
  /** The transaction was aborted, or the disk reported an error. */
  | "Aborted";

/**
 * The only error that backends throw. After a rejected append, either nothing of its batch was written, or every later
 * append is rejected as well.
 */
export class BackendError extends Error {
  readonly code: BackendErrorCode;
  constructor(code: BackendErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BackendError";
    this.code = code;
  }
}

/** The error of every append after another leader opened the same data. */
export const newEpochChanged = (): BackendError =>
  new BackendError(
    "EpochChanged",
    "Another tab or process has taken over this data, so nothing more is written from here.",
  );

/** The error of every call after `close`. */
export const newClosed = (): BackendError => new BackendError("Closed", "The storage was closed.");
