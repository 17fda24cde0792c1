/** A regular expression restricted to the constructs that typically describe names, versions and addresses. */
export type Simple =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly parts: readonly Simple[] }
  | { readonly kind: "choice"; readonly parts: readonly Simple[] }
  | { readonly kind: "repeat"; readonly part: Simple; readonly min: number; readonly max: number };

/** Membership by ASCII character code. */
export type CharSet = readonly boolean[];

export interface SimplePattern {
  readonly body: Simple;
  readonly fromStart: boolean;
  readonly toEnd: boolean;
}

const mostRepetitions = 64;
const deepestGroup = 20;
const ascii = 128;

const setOf = (test: (code: number) => boolean): CharSet => Array.from({ length: ascii }, (_, code) => test(code));
const charSet = (char: string): CharSet => setOf((code) => code === char.charCodeAt(0));
const inverse = (set: CharSet): CharSet => set.map((isIn) => !isIn);
const isBetween = (code: number, first: string, last: string): boolean =>
  code >= first.charCodeAt(0) && code <= last.charCodeAt(0);

const digits = setOf((code) => isBetween(code, "0", "9"));
const wordChars = setOf(
  (code) => isBetween(code, "0", "9") || isBetween(code, "A", "Z") || isBetween(code, "a", "z") || code === 95,
);
const spaces = setOf((code) => code === 9 || code === 10 || code === 12 || code === 13 || code === 32);
const classes: ReadonlyMap<string, CharSet> = new Map([
  ["d", digits],
  ["D", inverse(digits)],
  ["w", wordChars],
  ["W", inverse(wordChars)],
  ["s", spaces],
  ["S", inverse(spaces)],
]);
const anyButNewline = setOf((code) => code !== 10);

/** Punctuation that a backslash escapes. */
const escapable = /[\\.+*?()|[\]{}^$/\-_:@#%&=,;<>~!"'` ]/;

/** Thrown within this file only: the pattern uses an unsupported construct. */
class NotSimple extends Error {}

class Reader {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): SimplePattern {
    const fromStart = this.#skip("^");
    const body = this.#choice();
    const toEnd = this.#skip("$");
    if (this.#at < this.#source.length) throw new NotSimple();
    if ((fromStart || toEnd) && body.kind === "choice") throw new NotSimple();
    return { body, fromStart, toEnd };
  }

  get #next(): string {
    return this.#source.charAt(this.#at);
  }

  #skip(char: string): boolean {
    if (this.#next !== char) return false;
    this.#at++;
    return true;
  }

  #take(): string {
    const char = this.#next;
    if (char === "" || char.charCodeAt(0) >= ascii) throw new NotSimple();
    this.#at++;
    return char;
  }

  #choice(): Simple {
    const parts = [this.#sequence()];
    while (this.#skip("|")) parts.push(this.#sequence());
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind: "choice", parts };
  }

  #sequence(): Simple {
    const parts: Simple[] = [];
    while (this.#next !== "" && !"|)$".includes(this.#next)) parts.push(this.#repeated(this.#atom()));
    return { kind: "sequence", parts };
  }

  #atom(): Simple {
    const char = this.#take();
    if (char === "(") return this.#group();
    if (char === "[") return { kind: "set", set: this.#class() };
    if (char === ".") return { kind: "set", set: anyButNewline };
    if (char === "\\") return { kind: "set", set: this.#escape() };
    if ("^*+?{}]".includes(char)) throw new NotSimple();
    return { kind: "set", set: charSet(char) };
  }

  #group(): Simple {
    if (++this.#depth > deepestGroup) throw new NotSimple();
    if (this.#skip("?") && !this.#skip(":")) throw new NotSimple();
    const body = this.#choice();
    if (!this.#skip(")")) throw new NotSimple();
    this.#depth--;
    return body;
  }

  #escape(): CharSet {
    const char = this.#take();
    const known = classes.get(char);
    if (known !== undefined) return known;
    if (!escapable.test(char)) throw new NotSimple();
    return charSet(char);
  }

  #class(): CharSet {
    const isNegated = this.#skip("^");
    const set = Array.from({ length: ascii }, () => false);
    if (this.#next === "]") throw new NotSimple();
    while (!this.#skip("]")) this.#classPart(set);
    return isNegated ? inverse(set) : set;
  }

  #classPart(set: boolean[]): void {
    const char = this.#take();
    if (char === "[") throw new NotSimple();
    if (char === "\\") {
      for (const [code, isIn] of this.#escape().entries()) set[code] ||= isIn;
      if (this.#next === "-" && this.#source.charAt(this.#at + 1) !== "]") throw new NotSimple();
      return;
    }
    if (this.#next !== "-" || this.#source.charAt(this.#at + 1) === "]") {
      set[char.charCodeAt(0)] = true;
      return;
    }
    this.#at++;
    const last = this.#take();
    if (last === "\\" || last === "[" || last < char) throw new NotSimple();
    for (let code = char.charCodeAt(0); code <= last.charCodeAt(0); code++) set[code] = true;
  }

  #repeated(part: Simple): Simple {
    const bounds = this.#bounds();
    if (bounds === undefined) return part;
    this.#skip("?");
    if (this.#next !== "" && "*+?{".includes(this.#next)) throw new NotSimple();
    return { kind: "repeat", part, min: bounds[0], max: bounds[1] };
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#skip("*")) return [0, Infinity];
    if (this.#skip("+")) return [1, Infinity];
    if (this.#skip("?")) return [0, 1];
    return this.#skip("{") ? this.#counted() : undefined;
  }

  #counted(): readonly [number, number] {
    const found = /^(\d{1,2})(,(\d{1,2})?)?\}/.exec(this.#source.slice(this.#at));
    if (found === null) throw new NotSimple();
    this.#at += found[0].length;
    const min = Number(found[1]);
    const max = found[3] === undefined ? (found[2] === undefined ? min : Infinity) : Number(found[3]);
    if (max < min || min > mostRepetitions || (max > mostRepetitions && max !== Infinity)) throw new NotSimple();
    return [min, max];
  }
}

/** Parses a simple pattern, which has the same meaning in RE2; undefined for other patterns. */
export function parseSimple(source: string): SimplePattern | undefined {
  try {
    return new Reader(source).read();
  } catch (error) {
    if (error instanceof NotSimple) return undefined;
    throw error;
  }
}
