/** A webhook could not be called or returned an unreadable response. */
export class CallError extends Error {}
