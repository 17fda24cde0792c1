type Scope = Window & typeof globalThis;

const consequence = "so objects live in this tab's memory and are gone when it closes. Export them to keep them.";

/** The message for browsers that have locks but deny access to them, which shows only when a lock is requested. */
export const locksDenied = `This browser denies the locks by which tabs share a database, ${consequence}`;

/** Returns a user-facing sentence on why the page cannot store data, or undefined if it can. */
export function findObstacle(scope: Scope): string | undefined {
  if (scope.origin === "null") return `This frame is sandboxed without an origin of its own, ${consequence}`;
  if (!scope.isSecureContext)
    return `This page did not come over https or from localhost, and tabs cannot share a database then, ${consequence}`;
  if (!offers(() => scope.navigator.locks))
    return `This browser has no Web Locks here, which tabs need to share a database, ${consequence}`;
  if (!offers(() => scope.indexedDB)) return `This browser offers no IndexedDB here, ${consequence}`;
  if (!offers(() => openAndClose(scope))) return `This browser denies the channels between tabs here, ${consequence}`;
  return undefined;
}

function openAndClose(scope: Scope): boolean {
  new scope.BroadcastChannel("kubepad").close();
  return true;
}

/**
 * True if the browser provides a feature. If storage is blocked, browsers omit the property or throw when it is read.
 */
function offers(read: () => unknown): boolean {
  try {
    return Boolean(read());
  } catch {
    return false;
  }
}

/** Returns the page's ServiceWorkerContainer, or undefined if service workers are unavailable. */
export const serviceWorkersOf = ({ navigator }: Scope): ServiceWorkerContainer | undefined =>
  offers(() => navigator.serviceWorker) ? navigator.serviceWorker : undefined;

/**
 * Requests persistent storage, so that the browser does not evict the database under storage pressure. The browser may
 * refuse.
 */
export function askToPersist({ navigator }: Scope): void {
  if (offers(() => navigator.storage.persist)) navigator.storage.persist().catch(() => false);
}

/**
 * Returns how the browser estimates the use and the quota of its storage. Undefined where it does not: Safari before 17
 * has no estimates, and WebKitGTK has no StorageManager.
 */
export const storageEstimateOf = ({
  navigator,
}: Pick<Scope, "navigator">): (() => Promise<StorageEstimate>) | undefined =>
  offers(() => navigator.storage.estimate) ? () => navigator.storage.estimate() : undefined;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns 128 random bits in hexadecimal. */
export const createRandomId = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

/**
 * Returns a version 4 UUID (RFC 9562, 5.4). Not made with `crypto.randomUUID`, which is unavailable on plain-http
 * hosts.
 */
export function createRandomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
