type Scope = Window & typeof globalThis;

const consequence = "so objects live in this tab's memory and are gone when it closes. Export them to keep them.";

/** Said where the browser has locks and refuses them, which shows only when one is asked for. */
export const locksDenied = `This browser denies the locks by which tabs share a database, ${consequence}`;

/** What keeps a page from storing anything, in a sentence; undefined where nothing does. */
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

/** Where storage is blocked, browsers leave a property out or throw when it is read. */
function offers(read: () => unknown): boolean {
  try {
    return Boolean(read());
  } catch {
    return false;
  }
}

/** The service workers of a page, where the browser has any for it. */
export const serviceWorkersOf = ({ navigator }: Scope): ServiceWorkerContainer | undefined =>
  offers(() => navigator.serviceWorker) ? navigator.serviceWorker : undefined;

/** Asks the browser not to clear the database when space gets short; it may say no. */
export function askToPersist({ navigator }: Scope): void {
  if (offers(() => navigator.storage.persist)) navigator.storage.persist().catch(() => false);
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** 128 random bits as text. */
export const createRandomId = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

/** A version 4 UUID (RFC 9562, 5.4), made by hand because `crypto.randomUUID` is missing on plain-http hosts. */
export function createRandomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
