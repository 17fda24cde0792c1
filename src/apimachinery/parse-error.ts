/** The part of V8's Error that says how many frames a stack has. */
interface StackLimit {
  stackTraceLimit?: number;
}

/**
 * An error that a parser throws for a text that is none of its kind. It is thrown to be caught, possibly for each of
 * a hundred thousand texts, and has no stack where the engine allows that: capturing one takes longer than parsing.
 */
export class ParseError extends Error {
  constructor(message: string) {
    const errors: StackLimit = Error;
    const limit = errors.stackTraceLimit;
    errors.stackTraceLimit = 0;
    super(message);
    if (limit === undefined) delete errors.stackTraceLimit;
    else errors.stackTraceLimit = limit;
  }
}
