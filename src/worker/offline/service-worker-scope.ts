/** The part of ServiceWorkerGlobalScope that is used here. TypeScript's DOM types lack it. */
export interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  readonly caches: CacheStorage;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      includeUncontrolled: boolean;
      type: "window";
    }): Promise<readonly { postMessage(message: unknown): void }[]>;
  };
  fetch(request: Request): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "message", listener: (event: ExtendableEvent & { readonly data: unknown }) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

export interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
