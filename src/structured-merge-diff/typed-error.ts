/**
 * An object, a set or a conversion that does not work out: the request's fault, not the program's. The message is
 * upstream's.
 */
export class TypedError extends Error {}
