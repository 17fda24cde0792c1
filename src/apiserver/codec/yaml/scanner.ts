import { Cursor, isBlank, isBlankZ, isBreakZ } from "./cursor.ts";
import { scanAnchor, scanDirective, scanTag } from "./scan-properties.ts";
import { scanBlock, scanPlain, scanQuoted } from "./scan-scalars.ts";
import type { BareType, Token } from "./token.ts";
import { maxNesting, scannerError, tooDeep, type Mark, type YamlError } from "./yaml-error.ts";

/**
 * A possible start of a key without `?`. It is known only at the `:`, which must follow on the same line within a
 * limited distance.
 */
interface SimpleKey {
  readonly possible: boolean;
  readonly required: boolean;
  /** The number of its first token; the key token is inserted before it. */
  readonly token: number;
  readonly mark: Mark;
}

const noMark: Mark = { index: 0, line: 0, column: 0 };
const noKey: SimpleKey = { possible: false, required: false, token: 0, mark: noMark };

const maxKeyLength = 1024;

/** Splits YAML 1.1 into tokens like libyaml, so that every error has the same position and message. */
export class Scanner {
  readonly #cursor: Cursor;
  #tokens: Token[] = [];
  #taken = 0;
  #indent = -1;
  readonly #indents: number[] = [];
  /** One for each open bracket, and one for block context. */
  readonly #keys: SimpleKey[] = [noKey];
  /** Indexes of possible keys by the number of their first token. */
  readonly #levels = new Map<number, number>();
  #keyAllowed = true;
  #ended = false;

  constructor(text: string, failure?: YamlError) {
    this.#cursor = new Cursor(text, failure);
  }

  /** Returns the next token without consuming it. */
  peek(): Token {
    while ((this.#tokens.length === 0 || this.#keyMayGoFirst()) && !this.#ended) this.#fetch();
    const [first] = this.#tokens;
    if (first === undefined) return { type: "streamEnd", start: this.#cursor.mark, end: this.#cursor.mark };
    return first;
  }

  /** Consumes the token that `peek` returned. */
  skip(): void {
    this.#tokens.shift();
    this.#taken++;
  }

  get #flow(): boolean {
    return this.#keys.length > 1;
  }

  /** Reports whether the first token may still become the start of a key. */
  #keyMayGoFirst(): boolean {
    const level = this.#levels.get(this.#taken);
    return level !== undefined && this.#isValid(level);
  }

  #forget(level: number): void {
    const key = this.#keys[level] ?? noKey;
    this.#levels.delete(key.token);
    this.#keys[level] = { ...key, possible: false };
  }

  #isValid(level: number): boolean {
    const key = this.#keys[level] ?? noKey;
    if (!key.possible) return false;
    if (key.mark.line === this.#cursor.line && key.mark.index + maxKeyLength >= this.#cursor.index) return true;
    if (key.required) throw scannerError("could not find expected ':'", this.#cursor.mark, key.mark);
    this.#forget(level);
    return false;
  }

  #saveKey(): void {
    if (!this.#keyAllowed) return;
    const required = !this.#flow && this.#indent === this.#cursor.column;
    const key = { possible: true, required, token: this.#taken + this.#tokens.length, mark: this.#cursor.mark };
    this.#removeKey();
    this.#keys[this.#keys.length - 1] = key;
    this.#levels.set(key.token, this.#keys.length - 1);
  }

  #removeKey(): void {
    const key = this.#keys.at(-1) ?? noKey;
    if (key.possible && key.required) throw scannerError("could not find expected ':'", this.#cursor.mark, key.mark);
    if (key.possible) this.#forget(this.#keys.length - 1);
  }

  #fetch(): void {
    this.#skipToToken();
    this.#unrollIndent(this.#cursor.column);
    const cursor = this.#cursor;
    const char = cursor.char();
    if (char === "") return this.#endStream();
    if (cursor.column === 0 && char === "%") return this.#directive();
    if (cursor.atDocumentIndicator) return this.#documentIndicator(char === "-" ? "documentStart" : "documentEnd");
    this.#fetchInDocument(char, isBlankZ(cursor.char(1)));
  }

  #fetchInDocument(char: string, beforeBlank: boolean): void {
    const separate = this.#flow || beforeBlank;
    switch (char) {
      case "[":
        return this.#openFlow("flowSequenceStart");
      case "{":
        return this.#openFlow("flowMappingStart");
      case "]":
        return this.#closeFlow("flowSequenceEnd");
      case "}":
        return this.#closeFlow("flowMappingEnd");
      case ",":
        return this.#entry("flowEntry");
      case "-":
        if (beforeBlank) return this.#blockEntry();
        break;
      case "?":
        if (separate) return this.#explicitKey();
        break;
      case ":":
        if (separate) return this.#value();
        break;
      case "*":
      case "&":
        return this.#property(() => scanAnchor(this.#cursor, char === "&" ? "anchor" : "alias"));
      case "!":
        return this.#property(() => scanTag(this.#cursor));
      case "'":
      case '"':
        return this.#property(() => scanQuoted(this.#cursor, char));
      case "|":
      case ">":
        if (!this.#flow) return this.#blockScalar();
        break;
    }
    if (!this.#startsPlain(char))
      throw scannerError("found character that cannot start any token", this.#cursor.mark, this.#cursor.mark);
    this.#plain();
  }

  #startsPlain(char: string): boolean {
    if (!isBlankZ(char) && !"-?:,[]{}#&*!|>'\"%@`".includes(char)) return true;
    const next = this.#cursor.char(1);
    return (char === "-" && !isBlank(next)) || (!this.#flow && (char === "?" || char === ":") && !isBlankZ(next));
  }

  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      if (cursor.column === 0 && cursor.char() === "\ufeff") cursor.skip();
      while (cursor.char() === " " || ((this.#flow || !this.#keyAllowed) && cursor.char() === "\t")) cursor.skip();
      if (cursor.char() === "#") while (!isBreakZ(cursor.char())) cursor.skip();
      if (cursor.readLine() === "") return;
      if (!this.#flow) this.#keyAllowed = true;
    }
  }

  /** Reads an indicator of the given length as a token. */
  #take(type: BareType, length = 1): void {
    const start = this.#cursor.mark;
    this.#cursor.skip(length);
    this.#tokens.push({ type, start, end: this.#cursor.mark });
  }

  /**
   * Opens a block if the column is deeper than the current indentation. Its token is inserted before the token with
   * number `before`, or at the end.
   */
  #rollIndent(column: number, type: "blockSequenceStart" | "blockMappingStart", mark: Mark, before?: number): void {
    if (this.#flow || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    if (this.#indents.length > maxNesting) throw tooDeep();
    this.#tokens.splice(before === undefined ? this.#tokens.length : before - this.#taken, 0, {
      type,
      start: mark,
      end: mark,
    });
  }

  #unrollIndent(column: number): void {
    if (this.#flow) return;
    while (this.#indent > column) {
      this.#tokens.push({ type: "blockEnd", start: this.#cursor.mark, end: this.#cursor.mark });
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #endStream(): void {
    if (this.#cursor.column !== 0) {
      this.#cursor.column = 0;
      this.#cursor.line++;
    }
    this.#reset();
    this.#tokens.push({ type: "streamEnd", start: this.#cursor.mark, end: this.#cursor.mark });
    this.#ended = true;
  }

  /** Ends all blocks. */
  #reset(): void {
    this.#unrollIndent(-1);
    this.#removeKey();
    this.#keyAllowed = false;
  }

  #directive(): void {
    this.#reset();
    this.#tokens.push(scanDirective(this.#cursor));
  }

  #documentIndicator(type: "documentStart" | "documentEnd"): void {
    this.#reset();
    this.#take(type, 3);
  }

  #openFlow(type: "flowSequenceStart" | "flowMappingStart"): void {
    this.#saveKey();
    this.#keys.push({ ...noKey, token: this.#taken + this.#tokens.length });
    if (this.#keys.length > maxNesting + 1) throw tooDeep();
    this.#keyAllowed = true;
    this.#take(type);
  }

  /**
   * Closes a flow collection. Empty brackets can no longer start a key: libyaml removes the key with their own token
   * number.
   */
  #closeFlow(type: "flowSequenceEnd" | "flowMappingEnd"): void {
    this.#removeKey();
    if (this.#flow) this.#levels.delete(this.#keys.pop()?.token ?? 0);
    this.#keyAllowed = false;
    this.#take(type);
  }

  #entry(type: "flowEntry" | "blockEntry"): void {
    this.#removeKey();
    this.#keyAllowed = true;
    this.#take(type);
  }

  #blockEntry(): void {
    if (!this.#flow) {
      if (!this.#keyAllowed)
        throw scannerError(
          "block sequence entries are not allowed in this context",
          this.#cursor.mark,
          this.#cursor.mark,
        );
      this.#rollIndent(this.#cursor.column, "blockSequenceStart", this.#cursor.mark);
    }
    this.#entry("blockEntry");
  }

  #explicitKey(): void {
    if (!this.#flow) {
      if (!this.#keyAllowed)
        throw scannerError("mapping keys are not allowed in this context", this.#cursor.mark, this.#cursor.mark);
      this.#rollIndent(this.#cursor.column, "blockMappingStart", this.#cursor.mark);
    }
    this.#removeKey();
    this.#keyAllowed = !this.#flow;
    this.#take("key");
  }

  #value(): void {
    const level = this.#keys.length - 1;
    const key = this.#keys[level] ?? noKey;
    if (this.#isValid(level)) {
      this.#tokens.splice(key.token - this.#taken, 0, { type: "key", start: key.mark, end: key.mark });
      this.#rollIndent(key.mark.column, "blockMappingStart", key.mark, key.token);
      this.#forget(level);
      this.#keyAllowed = false;
    } else {
      if (!this.#flow) {
        if (!this.#keyAllowed)
          throw scannerError("mapping values are not allowed in this context", this.#cursor.mark, this.#cursor.mark);
        this.#rollIndent(this.#cursor.column, "blockMappingStart", this.#cursor.mark);
      }
      this.#keyAllowed = !this.#flow;
    }
    this.#take("value");
  }

  /** Scans a token that may start a key and after which no key may start. */
  #property(scan: () => Token): void {
    this.#saveKey();
    this.#keyAllowed = false;
    this.#tokens.push(scan());
  }

  #blockScalar(): void {
    this.#removeKey();
    this.#keyAllowed = true;
    this.#tokens.push(scanBlock(this.#cursor, this.#indent));
  }

  #plain(): void {
    this.#property(() => {
      const { token, brokeLine } = scanPlain(this.#cursor, this.#indent, this.#flow);
      if (brokeLine) this.#keyAllowed = true;
      return token;
    });
  }
}
