import { RE2JS } from "re2js";
import { automatonOf, type Automaton } from "./automaton/automaton.ts";
import type { Pattern, RegexEngine } from "./regex-engine.ts";

class Re2Pattern implements Pattern {
  readonly #compiled: RE2JS;
  /** Faster matching for simple patterns and texts. */
  readonly #automaton: Automaton | undefined;

  constructor(compiled: RE2JS, source: string) {
    this.#compiled = compiled;
    this.#automaton = automatonOf(source);
  }

  matches(text: string): boolean {
    return this.#automaton?.matches(text) ?? this.#compiled.test(text);
  }

  find(text: string): string | undefined {
    const matcher = this.#compiled.matcher(text);
    return matcher.find() ? (matcher.group() ?? "") : undefined;
  }

  /** As in Go, an empty match directly after another match is skipped. */
  findAll(text: string, limit: number): readonly string[] {
    const found: string[] = [];
    const matcher = this.#compiled.matcher(text);
    let end = -1;
    while ((limit < 0 || found.length < limit) && matcher.find()) {
      const isBehindLast = matcher.start() === end && matcher.end() === end;
      if (!isBehindLast) found.push(matcher.group() ?? "");
      end = matcher.end();
    }
    return found;
  }
}

/** The regular expression engine, based on RE2 in JavaScript. Errors show the text at fault even if empty, as in Go. */
export const re2Engine: RegexEngine = (source) => {
  try {
    return new Re2Pattern(RE2JS.compile(source), source);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.endsWith("`") ? message : `${message}: \`\``;
  }
};
