import type { Answer } from "./sequence.ts";

const name = /<[a-z]+:\d+>/g;

/**
 * The names of a normalizer for what the reference server has generated, with those that the tested server's answers
 * have for the same. Names are numbered by appearance, so that after answers that differ the same object may have
 * another number.
 */
export class MatchedNames {
  readonly #referenceByTested = new Map<string, string>();
  readonly #testedByReference = new Map<string, string>();

  /**
   * Returns the tested server's answer with the reference server's names. Names that are matched to another one are
   * marked. If the answers are equal then, names that appear for the first time are matched by their place.
   */
  renamed(reference: Answer, tested: Answer): Answer {
    const found = namesOf(reference);
    const fresh = new Map<string, string>();
    let at = 0;
    const rename = (text: string): string =>
      text.replace(name, (own) => {
        const there = found[at++];
        const known = this.#referenceByTested.get(own) ?? fresh.get(own);
        if (known !== undefined) return known;
        if (there === undefined || this.#testedByReference.has(there)) return `${own.slice(0, -1)} here>`;
        fresh.set(own, there);
        return there;
      });
    const headers = Object.fromEntries(Object.entries(tested.headers).map(([key, value]) => [key, rename(value)]));
    const renamed = { status: tested.status, headers, body: rename(tested.body) };
    if (isSame(reference, renamed))
      for (const [own, there] of fresh) {
        this.#referenceByTested.set(own, there);
        this.#testedByReference.set(there, own);
      }
    return renamed;
  }
}

const namesOf = ({ headers, body }: Answer): readonly string[] =>
  [...Object.values(headers), body].flatMap((text) => text.match(name) ?? []);

/** Whether two answers in normal form are equal. */
export const isSame = (a: Answer, b: Answer): boolean =>
  a.status === b.status && a.body === b.body && printHeaders(a) === printHeaders(b);

const printHeaders = ({ headers }: Answer): string =>
  Object.entries(headers)
    .map(([key, value]) => `${key}: ${value}`)
    .join("\n");
