/** What keeps a page from storing anything, in a sentence; undefined where nothing does. */
export function findObstacle(scope: Window & typeof globalThis): string | undefined {
  const consequence = "so objects live in this tab's memory and are gone when it closes. Export them to keep them.";
  if (scope.origin === "null") return `This frame is sandboxed without an origin of its own, ${consequence}`;
  if (!scope.isSecureContext)
    return `This page did not come over https or from localhost, and tabs cannot share a database then, ${consequence}`;
  if (!("locks" in scope.navigator))
    return `This browser has no Web Locks, which tabs need to share a database, ${consequence}`;
  if (!hasIndexedDb(scope)) return `This browser offers no IndexedDB here, ${consequence}`;
  return undefined;
}

function hasIndexedDb(scope: Window & typeof globalThis): boolean {
  try {
    return Boolean(scope.indexedDB);
  } catch {
    return false; // reading the property throws where storage is blocked
  }
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
