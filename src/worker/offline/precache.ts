/**
 * The list of files that a build passes to its service worker: every file by its path relative to the scope, with the
 * hash of its content.
 */
export interface PrecacheList {
  /** Identifies the build: the hash of all file hashes. */
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
  /** To the waiting service worker: activate and replace the old version. */
  | { readonly kind: "activate" }
  /** From a service worker that is installing: the number of cached files. */
  | { readonly kind: "progress"; readonly done: number; readonly total: number };

export const isPrecacheMessage = (message: unknown): message is PrecacheMessage =>
  typeof message === "object" &&
  message !== null &&
  "kind" in message &&
  (message.kind === "activate" || message.kind === "progress");

const prefix = "kubepad-precache";

/** Returns the name of a version's cache. It includes the scope, since several builds may share one origin. */
export const cacheName = (scope: string, version: string): string => `${prefix} ${scope} ${version}`;

/** True for a cache that another version created for this scope. */
export const isOldCache = (name: string, scope: string, version: string): boolean =>
  name.startsWith(`${prefix} ${scope} `) && name !== cacheName(scope, version);

/**
 * Returns the file that serves a request, as its path relative to the scope, or undefined if the request is for
 * something else, such as the API. The scope itself serves the page, other files have their own paths. Queries are
 * ignored.
 */
export function pathOf(url: string, scope: string): string | undefined {
  const plain = url.split(/[?#]/, 1)[0] ?? "";
  if (!plain.startsWith(scope)) return undefined;
  const path = plain.slice(scope.length);
  return path === "" ? "index.html" : path;
}
