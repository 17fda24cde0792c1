/** A fault in Go source that the compiler would refuse; `line` counts from 1. The message is Go's where it is known. */
export class GoSourceError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.name = "GoSourceError";
    this.line = line;
  }
}
