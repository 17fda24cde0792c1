/** A kind of request to the database, with the resource that it is about; its names are empty if there is none. */
export interface StorageRequest {
  readonly operation: string;
  readonly group: string;
  readonly resource: string;
}

/** Observes the duration of a request in milliseconds, and whether it failed. */
export type ObserveStorageRequest = (request: StorageRequest, ms: number, failed: boolean) => void;
