import type { Found } from "./found.ts";

/** Why a JSONPath template cannot be parsed or evaluated, in client-go's words. */
export class JsonPathError extends Error {
  override readonly name = "JsonPathError";
  /** What the step that failed had found, by which a filter tests for existence; undefined if a filter fails too. */
  readonly found: readonly Found[] | undefined;

  constructor(message: string, found?: readonly Found[]) {
    super(message);
    this.found = found;
  }
}
