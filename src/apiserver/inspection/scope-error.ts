/** Thrown where a scope itself is wrong: a schema that is none, a type nobody knows. The message is a sentence. */
export class ScopeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ScopeError";
  }
}
