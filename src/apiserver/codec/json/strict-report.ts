import { ErrorRoom, maxFieldErrors, moreText } from "../../../apimachinery/field-error.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";

/** The maximum number of problems reported for one document. */
const maxProblems = 100;

/** Collects the problems of strict decoding: unknown and duplicate fields in document order, each once. */
export class StrictReport {
  readonly #problems = new Map<string, string>();
  readonly #room = new ErrorRoom();
  /** The number of problems that are only counted. */
  #more = 0;

  add(kind: "unknown field" | "duplicate field", path: string): void {
    if (this.#problems.size + this.#more >= maxProblems) return;
    if (this.#room.isLeft) this.#set(`${kind} ${quoteGo(path)}`, path);
    else this.#more++;
  }

  #set(problem: string, path: string): void {
    this.#problems.set(problem, path);
    this.#room.take(problem.length);
  }

  /**
   * Adds a field that the schema of a custom resource does not specify, in quotes but not escaped
   * (schemaCoercingDecoder.Decode). Beyond 10,000, or 8 MB of texts, they are counted; upstream reports all.
   */
  addUnknown(path: string): void {
    if (this.#problems.size < maxFieldErrors && this.#room.isLeft) this.#set(`unknown field "${path}"`, path);
    else this.#more++;
  }

  /** Counts unknown fields whose paths are not known. */
  countUnknown(more: number): void {
    this.#more += more;
  }

  /** In upstream's words: `unknown field "spec.foo"`. The last one says how many more there are. */
  get problems(): readonly string[] {
    return this.#more === 0 ? [...this.#problems.keys()] : [...this.#problems.keys(), moreText(this.#more)];
  }

  /** Paths alone, in the same order. */
  get paths(): readonly string[] {
    return [...this.#problems.values()];
  }
}
