/** Thrown if a scope is invalid, e.g. because of an invalid schema or an unknown type. The message is a sentence. */
export class ScopeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ScopeError";
  }
}
