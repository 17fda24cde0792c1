/** No more than these are told of one document. */
const maxProblems = 100;

/** What a strict decoder found: unknown and duplicate fields in document order, each once. */
export class StrictReport {
  readonly #problems = new Set<string>();

  add(problem: string): void {
    if (this.#problems.size < maxProblems) this.#problems.add(problem);
  }

  get problems(): readonly string[] {
    return [...this.#problems];
  }
}
