/** Why a backend cannot do what it was asked; codes are for programs, the message is a sentence for people. */
export type BackendErrorCode =
  /** Another tab or process leads by now. */
  | "EpochChanged"
  /** Another process holds the lock. */
  | "Locked"
  /** The data was written by a newer version of this program. */
  | "NewerLayout"
  /** Another tab holds an older layout open. */
  | "UpgradeBlocked"
  | "QuotaExceeded"
  /** The database was closed or taken away underneath. */
  | "ConnectionLost"
  /** `close` was called. */
  | "Closed"
  /** The data cannot be read back. */
  | "Corrupt"
  /** The transaction was aborted, or the disk refused. */
  | "Aborted";

/**
 * The one error of backends. After a rejected append nothing of its batch was written, or every later append rejects as
 * well.
 */
export class BackendError extends Error {
  readonly code: BackendErrorCode;
  constructor(code: BackendErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BackendError";
    this.code = code;
  }
}

/** The refusal of every append after another leader opened the same data. */
export const newEpochChanged = (): BackendError =>
  new BackendError(
    "EpochChanged",
    "Another tab or process has taken over this data, so nothing more is written from here.",
  );

/** The refusal of everything after `close`. */
export const newClosed = (): BackendError => new BackendError("Closed", "The storage was closed.");
