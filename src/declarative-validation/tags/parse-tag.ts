import { trimSpace } from "../../apimachinery/trim.ts";
import type { ArgType, Tag, TagArg, ValueType } from "./tag.ts";
import {
  end,
  isDigit,
  isIdentBegin,
  isIdentInner,
  isNameInner,
  quoteRune,
  TagScanner,
  TagSyntaxError,
} from "./tag-scanner.ts";

interface Link {
  readonly name: string;
  readonly args: readonly TagArg[];
}

interface Payload {
  readonly value: string;
  readonly type: ValueType;
}

/**
 * Reads a tag without its `+`: `name`, `name(args)`, each with a payload behind `=`, which may be a tag of its own.
 * With `raw`, everything behind the first `=` is the payload. Throws a TagSyntaxError with the message of gengo's
 * codetags.Parse.
 */
export const parseTag = (text: string, raw = false): Tag => new TagParser(text, raw).parse();

/** What may follow: an argument, the end of one, a payload, or nothing. */
type Step = "done" | "payload" | "tag";

class TagParser {
  readonly #scanner: TagScanner;
  readonly #raw: boolean;
  readonly #links: Link[] = [];
  #argName = "";
  #payload: Payload = { value: "", type: "" };

  constructor(text: string, raw: boolean) {
    this.#scanner = new TagScanner(trimSpace(text));
    this.#raw = raw;
  }

  parse(): Tag {
    let step: Step = "tag";
    while (step === "tag") {
      step = this.#link();
      if (step === "payload") step = this.#value();
    }
    const { value, type } = this.#payload;
    const last = this.#links.length - 1;
    return (
      this.#links.reduceRight<Tag | undefined>((inner, link, index) => {
        if (index === last || inner === undefined) return { ...link, value, valueType: type };
        return { ...link, value: "", valueType: "tag", valueTag: inner };
      }, undefined) ?? { name: "", args: [], value: "", valueType: "" }
    );
  }

  /** Reads a name and arguments. */
  #link(): Step {
    const scanner = this.#scanner;
    const begins = isIdentBegin(scanner.peek());
    if (!begins && scanner.peek() !== end) throw this.#unexpected();
    const name = begins ? scanner.identifier(isNameInner) : "";
    const args = scanner.peek() === "(" ? this.#args() : undefined;
    const step = this.#behind(args !== undefined);
    if (step === "done") this.#save({ name, args: args ?? [] });
    else this.#pending = { name, args: args ?? [] };
    return step;
  }

  #pending: Link | undefined;

  /** Reads what may stand behind a name or arguments. Behind a name alone, `=` needs a payload. */
  #behind(hasArgs: boolean): Step {
    const scanner = this.#scanner;
    if (scanner.peek() !== "=") {
      this.#remark();
      return "done";
    }
    scanner.next();
    if (this.#raw) this.#payload = { value: "", type: "raw" };
    else if (!hasArgs && scanner.peek() === end) throw new TagSyntaxError("unexpected end of input");
    return "payload";
  }

  #remark(): void {
    const scanner = this.#scanner;
    if (scanner.peek() === end) return;
    if (!scanner.atRemark()) throw this.#unexpected();
    scanner.rest();
  }

  #value(): Step {
    const scanner = this.#scanner;
    const rune = scanner.peek();
    const pending = this.#pending ?? { name: "", args: [] };
    if (!this.#raw && rune === "+" && isIdentBegin(scanner.peek(1))) {
      scanner.next();
      this.#save(pending);
      return "tag";
    }
    if (this.#raw) this.#payload = { value: scanner.rest(), type: "raw" };
    else if (rune !== end) {
      this.#payload = this.#scalar(rune);
      this.#remark();
    }
    this.#save(pending);
    return "done";
  }

  #scalar(rune: string): { readonly value: string; readonly type: ArgType } {
    const scanner = this.#scanner;
    if (rune === "-" || rune === "+" || isDigit(rune)) return { value: scanner.number(), type: "int" };
    if (rune === '"' || rune === "`") return { value: scanner.string(), type: "string" };
    if (!isIdentBegin(rune)) throw this.#unexpected();
    return wordValue(scanner.identifier(isIdentInner));
  }

  #args(): readonly TagArg[] {
    const scanner = this.#scanner;
    const args: TagArg[] = [];
    scanner.next();
    for (;;) {
      const arg = this.#arg();
      if (arg === undefined) return args;
      args.push(arg);
      if (scanner.peek() === ",") {
        scanner.next();
        scanner.skipSpace();
      } else if (scanner.peek() !== ")") throw this.#unexpected();
    }
  }

  /** Reads an argument, after its name if it has one; undefined at the end of the list. */
  #arg(): TagArg | undefined {
    const scanner = this.#scanner;
    for (;;) {
      const rune = scanner.peek();
      if (rune === ")") {
        scanner.next();
        return undefined;
      }
      const isWord = isIdentBegin(rune);
      const value = this.#scalar(rune);
      const after = scanner.peek();
      if (!isWord || after === "," || after === ")") {
        const name = this.#argName;
        this.#argName = "";
        return { name, ...value };
      }
      if (after !== ":") throw this.#unexpected();
      scanner.next();
      scanner.skipSpace();
      this.#argName = value.value;
    }
  }

  #save(link: Link): void {
    const named = link.args.filter((arg) => arg.name !== "").length;
    if (named > 0 && named < link.args.length) throw new TagSyntaxError("can't mix named and positional arguments");
    if (named === 0 && link.args.length > 1)
      throw new TagSyntaxError("multiple arguments must use 'name: value' syntax");
    this.#links.push(link);
    this.#pending = undefined;
  }

  #unexpected(): TagSyntaxError {
    const rune = this.#scanner.next();
    if (rune === end) return new TagSyntaxError("unexpected end of input");
    return new TagSyntaxError(`unexpected character ${quoteRune(rune)} at position ${this.#scanner.pos}`);
  }
}

const wordValue = (value: string): { readonly value: string; readonly type: ArgType } => ({
  value,
  type: value === "true" || value === "false" ? "bool" : "string",
});
