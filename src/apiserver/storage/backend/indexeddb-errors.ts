import { BackendError } from "./backend-error.ts";

/** Converts a DOMException of IndexedDB to a BackendError. */
export function toBackendError(err: unknown): BackendError {
  if (err instanceof BackendError) return err;
  const name = err instanceof Error ? err.name : "";
  const message = err instanceof Error ? err.message : String(err);
  const options = { cause: err };
  switch (name) {
    case "QuotaExceededError":
      return new BackendError(
        "QuotaExceeded",
        "The browser gives this site no more room. Delete something, or export the data and reset.",
        options,
      );
    case "VersionError":
      return new BackendError(
        "NewerLayout",
        "The data was written by a newer version of this program. Reload to get that version, or reset the data.",
        options,
      );
    case "InvalidStateError":
      return new BackendError(
        "ConnectionLost",
        "The connection to the browser's database was lost. Reload the page.",
        options,
      );
    case "DataError":
    case "DataCloneError":
    case "NotReadableError":
      return new BackendError("Corrupt", `The browser's database cannot be read: ${message}`, options);
    default:
      return new BackendError("Aborted", `The browser's database refused the write: ${message}`, options);
  }
}
