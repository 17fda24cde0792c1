/** An invalid object, set or conversion: an error of the request, not of the program. The message is upstream's. */
export class TypedError extends Error {}
