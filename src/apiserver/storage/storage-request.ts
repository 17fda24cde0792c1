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
  /** Called when an object cannot be decoded, with its key. */
  readonly undecodable: (key: string) => void;
  /** Called when a read below a prefix has waited until what is in memory is new enough: for so many milliseconds. */
  readonly waited: ObserveReadWait;
}

/** Observes how long a read of a resource, which the prefix of its keys tells, waited for the watch cache. */
export type ObserveReadWait = (prefix: string, ms: number) => void;

/** Observes the duration of a request in milliseconds, and whether it failed. */
export type ObserveStorageRequest = (request: StorageRequest, ms: number, failed: boolean) => void;
