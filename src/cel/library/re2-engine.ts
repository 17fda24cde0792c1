import { RE2JS } from "re2js";
import type { Pattern, RegexEngine } from "./regex-engine.ts";

class Re2Pattern implements Pattern {
  readonly #compiled: RE2JS;
  constructor(compiled: RE2JS) {
    this.#compiled = compiled;
  }

  matches(text: string): boolean {
    return this.#compiled.matcher(text).find();
  }

  find(text: string): string | undefined {
    const matcher = this.#compiled.matcher(text);
    return matcher.find() ? (matcher.group() ?? "") : undefined;
  }

  findAll(text: string, limit: number): readonly string[] {
    const found: string[] = [];
    const matcher = this.#compiled.matcher(text);
    while ((limit < 0 || found.length < limit) && matcher.find()) found.push(matcher.group() ?? "");
    return found;
  }
}

/** RE2 in JavaScript. */
export const re2Engine: RegexEngine = (source) => {
  try {
    return new Re2Pattern(RE2JS.compile(source));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
