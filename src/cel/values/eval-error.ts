/** The result of a failed evaluation. */
export class EvalError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export const noSuchOverload = new EvalError("no such overload");
export const integerOverflow = new EvalError("integer overflow");
export const uintOverflow = new EvalError("unsigned integer overflow");
export const divisionByZero = new EvalError("division by zero");
export const modulusByZero = new EvalError("modulus by zero");
export const timestampOverflow = new EvalError("timestamp overflow");
export const nanNotOrdered = new EvalError("NaN values cannot be ordered");

/** Returns the value if it is an error, otherwise the given error. */
export const errorOr = <T>(value: T, error: EvalError): EvalError => (value instanceof EvalError ? value : error);

/** Aborts an evaluation, without being absorbed by operators: on exceeding the cost limit, or where cel-go panics. */
export class EvalAbort extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EvalAbort";
  }
}

/** Returns the error of a key that Go's maps do not support. */
export const unhashable = (goName = "types.Bytes"): EvalAbort =>
  new EvalAbort(`internal error: runtime error: hash of unhashable type ${goName}`);

/** Returns the error of a failed interface conversion in Go. */
export const wrongInterface = (goName: string, wanted: string): EvalAbort =>
  new EvalAbort(`internal error: interface conversion: ${goName} ${wanted}`);
