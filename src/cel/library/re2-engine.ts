import { MatcherInput, RE2JS, type Matcher } from "re2js";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { Effort } from "../values/effort.ts";
import { automatonOf, type Automaton } from "./automaton/automaton.ts";
import type { Pattern, RegexEngine } from "./regex-engine.ts";

/** Below this product of both lengths the engine remembers what it visited, and the effort is counted in advance. */
const smallProduct = 262_144;

/**
 * A text that counts each reading of a character. The engine reads texts by these members only. A search by states
 * takes one step a character; the engine falls back to a search by threads, which begins anew and takes more.
 */
class CountedText {
  readonly [Symbol.toStringTag] = "String";
  readonly length: number;
  readonly #text: string;
  readonly #threads: number;
  readonly #effort: Effort;
  #weight: number;
  #last = 0;

  constructor(text: string, weight: number, threads: number, effort: Effort) {
    this.length = text.length;
    this.#text = text;
    this.#weight = weight;
    this.#threads = threads;
    this.#effort = effort;
  }

  charCodeAt(at: number): number {
    if (at + 2 < this.#last) this.#weight = this.#threads;
    this.#last = at;
    this.#effort.spend(this.#weight);
    return this.#text.charCodeAt(at);
  }

  indexOf(part: string, from: number): number {
    const found = this.#text.indexOf(part, from);
    this.#effort.spend(((found < 0 ? this.length : found) - from) >> 4);
    return found;
  }

  substring(from: number, to: number): string {
    return this.#text.substring(from, to);
  }
}

class Re2Pattern implements Pattern {
  readonly #compiled: RE2JS;
  /** Faster matching for simple patterns and texts. */
  readonly #automaton: Automaton | undefined;
  readonly #size: number;

  constructor(compiled: RE2JS, source: string) {
    this.#compiled = compiled;
    this.#automaton = automatonOf(source);
    this.#size = compiled.programSize();
  }

  matches(text: string, effort: Effort): boolean {
    return this.#automaton?.matches(text) ?? this.#test(text, effort);
  }

  #test(text: string, effort: Effort): boolean {
    const product = text.length * this.#size;
    if (product > smallProduct) return this.#compiled.re2().match(this.#counted(text, 1 + (this.#size >> 4), effort));
    effort.spend(product >> 5);
    return this.#compiled.test(text);
  }

  #counted(text: string, weight: number, effort: Effort): CountedText {
    return new CountedText(text, weight, 1 + (this.#size >> 1), effort);
  }

  #matcher(text: string, effort: Effort): Matcher {
    const product = text.length * this.#size;
    if (product > smallProduct)
      return this.#compiled.matcher(MatcherInput.utf16(this.#counted(text, 1 + (this.#size >> 1), effort)));
    effort.spend(product >> 4);
    return this.#compiled.matcher(text);
  }

  find(text: string, effort: Effort): string | undefined {
    const matcher = this.#matcher(text, effort);
    return matcher.find() ? (matcher.group() ?? "") : undefined;
  }

  /** As in Go, an empty match directly after another match is skipped. */
  findAll(text: string, limit: number, effort: Effort): readonly string[] {
    const found: string[] = [];
    const matcher = this.#matcher(text, effort);
    let end = -1;
    while ((limit < 0 || found.length < limit) && matcher.find()) {
      const isBehindLast = matcher.start() === end && matcher.end() === end;
      if (!isBehindLast) found.push(matcher.group() ?? "");
      end = matcher.end();
      effort.spend(16);
    }
    return found;
  }
}

/** The regular expression engine, based on RE2 in JavaScript. Errors show the text at fault even if empty, as in Go. */
export const re2Engine: RegexEngine = (source) => {
  try {
    return new Re2Pattern(RE2JS.compile(source), source);
  } catch (error) {
    const message = messageOf(error);
    return message.endsWith("`") ? message : `${message}: \`\``;
  }
};
