import { cacheName, isOldCache, isPrecacheMessage, pathOf } from "./precache.ts";
import type { PrecacheFile, PrecacheList, PrecacheMessage } from "./precache.ts";
import type { ServiceWorkerScope } from "./service-worker-scope.ts";

/** The number of files fetched in parallel, limited to leave bandwidth for the page on the first visit. */
const atOnce = 4;

/**
 * Caches one build of the app for offline use. A version is installed as a whole, with each file verified against its
 * hash, and activated as a whole. Unchanged files are copied from the previous version. Only GET requests for the
 * listed files are handled; other requests are not intercepted.
 */
export function runServiceWorker(scope: ServiceWorkerScope, list: PrecacheList): void {
  const listed = new Set(list.files.map(({ path }) => path));
  const home = scope.registration.scope;
  const cache = (): Promise<Cache> => scope.caches.open(cacheName(home, list.version));
  scope.addEventListener("install", (event) => event.waitUntil(install(scope, list)));
  scope.addEventListener("activate", (event) => event.waitUntil(activate(scope, list.version)));
  scope.addEventListener("message", (event) => {
    if (isPrecacheMessage(event.data) && event.data.kind === "activate") event.waitUntil(scope.skipWaiting());
  });
  scope.addEventListener("fetch", (event) => {
    const path = pathOf(event.request.url, home);
    if (event.request.method !== "GET" || path === undefined || !listed.has(path)) return;
    event.respondWith(answer(scope, cache, event.request, path));
  });
}

async function answer(
  scope: ServiceWorkerScope,
  cache: () => Promise<Cache>,
  request: Request,
  path: string,
): Promise<Response> {
  const kept = await (await cache()).match(new URL(path, scope.registration.scope));
  return kept ?? scope.fetch(request); // the browser has cleared the cache
}

async function install(scope: ServiceWorkerScope, { version, files }: PrecacheList): Promise<void> {
  const cache = await scope.caches.open(cacheName(scope.registration.scope, version));
  const queue = [...files];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      await store(scope, cache, file);
      await tell(scope, { kind: "progress", done: ++done, total: files.length });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function store(scope: ServiceWorkerScope, cache: Cache, file: PrecacheFile): Promise<void> {
  const url = new URL(file.path, scope.registration.scope);
  if ((await cache.match(url))?.headers.get(integrityHeader) === file.integrity) return;
  const earlier = await scope.caches.match(url);
  const response =
    earlier?.headers.get(integrityHeader) === file.integrity ? earlier : await fetchChecked(scope, url, file.integrity);
  await cache.put(url, withIntegrity(response, file.integrity));
}

/**
 * Fetches a file and rejects if its content does not match its hash. Then this version is not installed, and the
 * previous one stays active.
 */
async function fetchChecked(scope: ServiceWorkerScope, url: URL, integrity: string): Promise<Response> {
  const response = await scope.fetch(new Request(url, { integrity, cache: "no-cache", credentials: "same-origin" }));
  if (!response.ok) throw new Error(`${url.pathname} cannot be kept for offline use: ${response.status}`);
  return response;
}

const integrityHeader = "kubepad-integrity";

/**
 * Stores the hash in a header of the response. Creates a new response, because a redirected one may not be used for a
 * navigation.
 */
function withIntegrity(response: Response, integrity: string): Response {
  const headers = new Headers(response.headers);
  headers.set(integrityHeader, integrity);
  return new Response(response.body, { status: 200, headers });
}

async function activate(scope: ServiceWorkerScope, version: string): Promise<void> {
  const names = await scope.caches.keys();
  await Promise.all(
    names
      .filter((name) => isOldCache(name, scope.registration.scope, version))
      .map((name) => scope.caches.delete(name)),
  );
  await scope.clients.claim();
}

async function tell(scope: ServiceWorkerScope, message: PrecacheMessage): Promise<void> {
  for (const client of await scope.clients.matchAll({ includeUncontrolled: true, type: "window" }))
    client.postMessage(message);
}
