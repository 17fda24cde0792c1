/** What a build tells its service worker: every file by its path from the scope, with the hash of its content. */
export interface PrecacheList {
  /** Names this build: the hash of all hashes. */
  readonly version: string;
  readonly files: readonly PrecacheFile[];
}

export interface PrecacheFile {
  /** `assets/main-abc.js`; the page itself is `index.html`. */
  readonly path: string;
  /** `sha256-…`, as in a script's integrity attribute. */
  readonly integrity: string;
}

/** Messages between a page and its service worker. */
export type PrecacheMessage =
  /** To the worker that waits: take over from the old version now. */
  | { readonly kind: "activate" }
  /** From a worker that is installing: so many of the files are there. */
  | { readonly kind: "progress"; readonly done: number; readonly total: number };

export const isPrecacheMessage = (message: unknown): message is PrecacheMessage =>
  typeof message === "object" &&
  message !== null &&
  "kind" in message &&
  (message.kind === "activate" || message.kind === "progress");

const prefix = "kubepad-precache";

/** Caches are named after the scope too, since several builds may live under one origin. */
export const cacheName = (scope: string, version: string): string => `${prefix} ${scope} ${version}`;

/** True for a cache of this scope that another version made. */
export const isOldCache = (name: string, scope: string, version: string): boolean =>
  name.startsWith(`${prefix} ${scope} `) && name !== cacheName(scope, version);

/**
 * The file that answers a request, as its path from the scope; undefined for everything that is none of ours, such as
 * the API. A
 * page is asked for by the scope itself, other files by their own paths; queries do not matter.
 */
export function pathOf(url: string, scope: string): string | undefined {
  const plain = url.split(/[?#]/, 1)[0] ?? "";
  if (!plain.startsWith(scope)) return undefined;
  const path = plain.slice(scope.length);
  return path === "" ? "index.html" : path;
}
