import { quoteGo } from "../../../apimachinery/go-strings.ts";

/** No more than these are told of one document. */
const maxProblems = 100;

/** What a strict decoder found: unknown and duplicate fields in document order, each once. */
export class StrictReport {
  readonly #problems = new Map<string, string>();

  add(kind: "unknown field" | "duplicate field", path: string): void {
    if (this.#problems.size < maxProblems) this.#problems.set(`${kind} ${quoteGo(path)}`, path);
  }

  /** Adds a field that a schema does not know: of those all are told. */
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
