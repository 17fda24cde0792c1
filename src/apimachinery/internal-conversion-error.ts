/**
 * An object that decodes, but cannot be converted to the internal type of its kind: an annotation that is a member
 * there cannot be read. What is answered depends on where the object comes from.
 */
export class InternalConversionError extends Error {
  override readonly name = "InternalConversionError";
}

/** Returns what `convert` makes, or throws what `refuse` makes of an object that cannot be converted. */
export function convertedOr<T>(refuse: (message: string) => Error, convert: () => T): T {
  try {
    return convert();
  } catch (error) {
    throw error instanceof InternalConversionError ? refuse(error.message) : error;
  }
}
