import { Double, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";

/** A syntax error; the message is that of Go's json-iterator. */
export class IteratorError extends Error {}

const digits = new Set("+-.eE0123456789");
const digit = /[-\d]/;
const spaces = new Set(" \n\t\r");
const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }),
);
const replacement = "\ufffd";
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A JSON reader that behaves like json-iterator, with which upstream decodes managed fields: it yields every member,
 * repeated ones included, and ignores whatever follows the value. The first error is kept and stops all reading.
 */
export class JsonIterator {
  readonly #text: string;
  #head = 0;
  #error: IteratorError | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get failed(): boolean {
    return this.#error !== undefined;
  }

  throwError(): void {
    if (this.#error) throw this.#error;
  }

  report(operation: string, message: string): void {
    if (this.#error) return;
    const bytes = new TextEncoder().encode(this.#text);
    const head = new TextEncoder().encode(this.#text.slice(0, this.#head)).length;
    const around = (size: number): string => utf8.decode(bytes.slice(Math.max(0, head - size), head + size));
    const offset = Math.min(head, 10);
    this.#error = new IteratorError(
      `${operation}: ${message}, error found in #${offset} byte of ...|${around(10)}|..., bigger context ...|${around(50)}|...`,
    );
  }

  /** Reads an object as ReadMapCB does; used for `FieldsV1`. */
  readMap(member: (name: string) => void): boolean {
    const first = this.#next();
    if (first === "n") return this.#skipWord("ull");
    if (first !== "{") return this.#fail("ReadMapCB", `expect { or n, but found ${first}`);
    return this.#members("ReadMapCB", member);
  }

  /** Reads an object as ReadObjectCB does; used for the keys of a path element. */
  readObject(member: (name: string) => void): boolean {
    const first = this.#next();
    if (first === "n") return this.#skipWord("ull");
    if (first !== "{") return this.#fail("ReadObjectCB", `expect { or n, but found ${first}`);
    return this.#members("ReadObjectCB", member);
  }

  /** Reads any value; numbers are read as floats. */
  read(): JsonValue {
    const first = this.#next();
    switch (first) {
      case '"':
        return this.#string();
      case "n":
        this.#head--;
        this.#skipWord("null");
        return null;
      case "t":
        this.#skipWord("rue");
        return true;
      case "f":
        this.#skipWord("alse");
        return false;
      case "[":
        return this.#list();
      case "{":
        return this.#map();
      default:
        if (digits.has(first) && first !== "+") return this.#number(first);
        if (first !== "\0") this.#head--;
        this.report("Read", "unexpected value type: 0");
        return null;
    }
  }

  /** Skips a value, whose faults have names of their own (Iterator.Skip). */
  skip(): void {
    const first = this.#next();
    switch (first) {
      case '"':
        this.#string("trySkipString");
        return;
      case "n":
        this.#skipWord("ull");
        return;
      case "t":
        this.#skipWord("rue");
        return;
      case "f":
        this.#skipWord("alse");
        return;
      case "[":
        this.#items(() => this.skip());
        return;
      case "{":
        this.#members("ReadObjectCB", () => this.skip());
        return;
      default:
        if (digit.test(first)) this.#number(first);
        else this.report("Skip", `do not know how to skip: ${first.charCodeAt(0)}`);
    }
  }

  /** Returns the next character that is not whitespace; NUL at the end of the text. */
  #next(): string {
    while (spaces.has(this.#text.charAt(this.#head))) this.#head++;
    return this.#head < this.#text.length ? this.#text.charAt(this.#head++) : "\0";
  }

  #fail(operation: string, message: string): false {
    this.report(operation, message);
    return false;
  }

  #members(operation: "ReadMapCB" | "ReadObjectCB", member: (name: string) => void): boolean {
    let next = this.#next();
    if (next === "}") return true;
    if (next !== '"') return this.#fail(operation, `expect " after {, but found ${next}`);
    let name = this.#string();
    for (;;) {
      if (!this.#colon(operation, next)) return false;
      member(name);
      if (this.failed) return false;
      next = this.#next();
      if (next !== ",") break;
      name = this.#memberName();
    }
    return next === "}" || this.#fail(operation, "object not ended with }");
  }

  /** Reads the colon after a name. ReadMapCB reports the character before the name instead of the wrong one. */
  #colon(operation: "ReadMapCB" | "ReadObjectCB", before: string): boolean {
    const next = this.#next();
    if (next === ":") return true;
    const [reader, found] = operation === "ReadMapCB" ? [operation, before] : ["ReadObject", next];
    return this.#fail(reader, `expect : after object field, but found ${found}`);
  }

  /** Reads the name of a member after a comma (ReadString); null is an empty name. */
  #memberName(): string {
    const next = this.#next();
    if (next === '"') return this.#string();
    if (next === "n") this.#skipWord("ull");
    else this.report("ReadString", `expects " or n, but found ${next}`);
    return "";
  }

  #map(): JsonObject {
    const members: [string, JsonValue][] = [];
    this.#head--;
    this.readMap((name) => members.push([name, this.read()]));
    return Object.fromEntries(members);
  }

  #list(): readonly JsonValue[] {
    const items: JsonValue[] = [];
    this.#items(() => items.push(this.read()));
    return items;
  }

  /** Reads the items of a list after its bracket (ReadArrayCB). */
  #items(item: () => void): void {
    if (this.#next() === "]") return;
    this.#head--;
    for (;;) {
      item();
      const next = this.#next();
      if (this.failed || next === "]") return;
      if (next !== ",") return this.report("ReadArrayCB", `expect ] in the end, but found ${next}`);
    }
  }

  #number(first: string): JsonValue {
    let token = first;
    while (digits.has(this.#text.charAt(this.#head))) token += this.#text.charAt(this.#head++);
    if (token.endsWith(".")) this.report("readFloat64SlowPath", "dot can not be last character");
    const value = Number(token);
    if (Number.isNaN(value))
      this.#error ??= new IteratorError(`strconv.ParseFloat: parsing ${JSON.stringify(token)}: invalid syntax`);
    return Number.isInteger(value) ? new Double(value) : value;
  }

  #string(operation: "ReadString" | "trySkipString" = "ReadString"): string {
    const start = this.#head;
    for (; this.#head < this.#text.length; this.#head++) {
      const char = this.#text.charAt(this.#head);
      if (char === '"') return this.#text.slice(start, this.#head++);
      if (char === "\\") return this.#escapedString(this.#text.slice(start, this.#head));
      if (char < " ") {
        this.#head = start; // upstream has not moved on yet
        this.report(operation, `invalid control character found: ${char.charCodeAt(0)}`);
        return "";
      }
    }
    this.report("readStringSlowPath", "unexpected end of input");
    return "";
  }

  /** Reads the rest of a string from its first escape on (readStringSlowPath). */
  #escapedString(before: string): string {
    let text = before;
    while (!this.failed && this.#head < this.#text.length) {
      const char = this.#text.charAt(this.#head++);
      if (char === '"') return text;
      text += char === "\\" ? this.#escaped() : char;
    }
    this.report("readStringSlowPath", "unexpected end of input");
    return "";
  }

  /** Reads what follows a backslash; half of a surrogate pair is U+FFFD (readEscapedChar). */
  #escaped(): string {
    const char = this.#text.charAt(this.#head++);
    if (char !== "u") {
      const known = escapes.get(char);
      if (known === undefined) this.report("readEscapedChar", "invalid escape char after \\");
      return known ?? "";
    }
    const unit = this.#codeUnit();
    if (!isSurrogate(unit)) return unit;
    if (this.#text.charAt(this.#head) !== "\\") return replacement;
    this.#head++;
    if (this.#text.charAt(this.#head) !== "u") return replacement + this.#escaped();
    this.#head++;
    const pair = unit + this.#codeUnit();
    return pair.isWellFormed() ? pair : replacement + pair.charAt(1).toWellFormed();
  }

  #codeUnit(): string {
    const digits = this.#text.slice(this.#head, this.#head + 4);
    const valid = /^[\da-f]*/i.exec(digits)?.[0].length ?? 0;
    this.#head += valid;
    if (valid === 4) return String.fromCharCode(Number.parseInt(digits, 16));
    if (this.#head >= this.#text.length) return ""; // the end is told by the string
    this.report("readU4", `expects 0~9 or a~f, but found ${this.#text.charAt(this.#head++)}`);
    return "";
  }

  /** Reads up to the first character that differs (skipThreeBytes, skipFourBytes). */
  #skipWord(rest: string): boolean {
    for (const char of rest)
      if (this.#text.charAt(this.#head++) !== char)
        return this.#fail(rest.length === 3 ? "skipThreeBytes" : "skipFourBytes", `expect ${rest}`);
    return true;
  }
}

const isSurrogate = (unit: string): boolean => unit >= "\ud800" && unit <= "\udfff";
