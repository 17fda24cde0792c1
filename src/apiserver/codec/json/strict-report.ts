import { quoteGo } from "../../../apimachinery/go-strings.ts";

/** The maximum number of problems reported for one document. */
const maxProblems = 100;

/** Collects the problems of strict decoding: unknown and duplicate fields in document order, each once. */
export class StrictReport {
  readonly #problems = new Map<string, string>();

  add(kind: "unknown field" | "duplicate field", path: string): void {
    if (this.#problems.size < maxProblems) this.#problems.set(`${kind} ${quoteGo(path)}`, path);
  }

  /** Adds a field that a schema does not specify. There is no limit on these. */
  addUnknown(path: string): void {
    this.#problems.set(`unknown field ${quoteGo(path)}`, path);
  }

  /** In upstream's words: `unknown field "spec.foo"`. */
  get problems(): readonly string[] {
    return [...this.#problems.keys()];
  }

  /** Paths alone, in the same order. */
  get paths(): readonly string[] {
    return [...this.#problems.values()];
  }
}
