/**
 * How far generation comes with faulty source: the generator refuses it, the generator itself panics, or the code that
 * it generates does not build.
 */
export type FaultStage = "generate" | "panic" | "compile";

/** Source from which no validators are generated. The message is that of validation-gen, or of Go. */
export class GenerationError extends Error {
  readonly stage: FaultStage;
  /** The line of the tag, field or type at fault, from 1. */
  readonly line: number | undefined;

  constructor(stage: FaultStage, message: string, line?: number) {
    super(message);
    this.name = "GenerationError";
    this.stage = stage;
    this.line = line;
  }
}

/** A rule that a tag breaks; what the tag stands on is added around the message. */
export class TagError extends Error {
  readonly line: number | undefined;
  constructor(message: string, line?: number) {
    super(message);
    this.name = "TagError";
    this.line = line;
  }
}

/** Adds a prefix to the message of a TagError that `run` throws, and the line if none is known yet. */
export function withPrefix<T>(prefix: string, run: () => T, line?: number): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof TagError) throw new TagError(`${prefix}: ${error.message}`, error.line ?? line);
    throw error;
  }
}
