/** A kind of request to the database, with the resource that it is about; its names are empty if there is none. */
export interface StorageRequest {
  readonly operation: string;
  readonly group: string;
  readonly resource: string;
}

/** Observes what a server asks its database. */
export interface StorageObserver {
  readonly request: ObserveStorageRequest;
  /** Called when a lease is granted: the number of keys of the lease before it, and the first key of this one. */
  readonly leased: (keys: number) => void;
}

/** Observes the duration of a request in milliseconds, and whether it failed. */
export type ObserveStorageRequest = (request: StorageRequest, ms: number, failed: boolean) => void;
