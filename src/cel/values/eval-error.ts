/** What an evaluation that failed evaluates to. */
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

/** The value if it is an error already, else the one given. */
export const errorOr = <T>(value: T, error: EvalError): EvalError => (value instanceof EvalError ? value : error);

/** Ends an evaluation at once, whatever surrounds it: the limit is exceeded, or something cannot go on. */
export class EvalAbort extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EvalAbort";
  }
}

/** What happens to a key Go's maps cannot hold. */
export const unhashable = (goName = "types.Bytes"): EvalAbort =>
  new EvalAbort(`internal error: runtime error: hash of unhashable type ${goName}`);

/** What happens to a value that Go takes for something it is not. */
export const wrongInterface = (goName: string, wanted: string): EvalAbort =>
  new EvalAbort(`internal error: interface conversion: ${goName} ${wanted}`);
