import { type Document, isMap, isNode, isScalar, isSeq, parseDocument } from "yaml";
import { messageOf } from "../apimachinery/message-of.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { ApiObject } from "../client/object-client.ts";
import { firstLine } from "./parse-expected.ts";
import type { SourceFile } from "./source-lines.ts";

/** The members of the front matter, or of a map in it, with the lines of their names. */
export class Fields {
  readonly #file: SourceFile;
  readonly #lines: ReadonlyMap<string, number>;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: readonly string[];
  readonly #above: number;

  /** Reads a text that has a number of lines above it in its file. Throws a LessonError. */
  constructor(
    file: SourceFile,
    text: string,
    above = 0,
    inside?: { fields: Fields; path: string; values: Readonly<Record<string, unknown>> },
  ) {
    this.#file = file;
    this.#above = above;
    if (inside !== undefined) {
      this.#lines = inside.fields.#lines;
      this.#values = inside.values;
      this.#path = [...inside.fields.#path, inside.path];
      return;
    }
    const document = parseDocument(text, { logLevel: "silent" });
    const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length + this.#above;
    const [error] = document.errors;
    if (error !== undefined) throw file.error(lineOf(error.pos[0]), firstLine(error.message));
    const lines = new Map<string, number>();
    collectLines(document.contents, "", (path, offset) => lines.set(path, lineOf(offset)));
    this.#lines = lines;
    const value = valueOf(document, file);
    if (!isRecord(value ?? {})) throw file.error(1, "the settings are a map");
    this.#values = isRecord(value) ? value : {};
    this.#path = [];
  }

  get names(): readonly string[] {
    return Object.keys(this.#values);
  }

  get lines(): ReadonlyMap<string, number> {
    return this.#lines;
  }

  within(path: string, values: Readonly<Record<string, unknown>>): Fields {
    return new Fields(this.#file, "", 0, { fields: this, path, values });
  }

  error(path: readonly string[], words: string): Error {
    const name = [...this.#path, ...path].join(".");
    return this.#file.error(this.#lines.get(name) ?? 1, `${name} ${words}`);
  }

  value(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  text(name: string): string {
    const value = this.value(name) ?? "";
    if (typeof value === "number") throw this.error([name], "is a string: put it into quotes");
    if (typeof value !== "string") throw this.error([name], "is a string");
    return value;
  }

  number(name: string): number {
    const value = this.value(name) ?? 0;
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
      throw this.error([name], "is a whole number");
    return value;
  }

  flag(name: string, without: boolean): boolean {
    const value = this.value(name) ?? without;
    if (typeof value !== "boolean") throw this.error([name], "is true or false");
    return value;
  }

  texts(name: string): readonly string[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
      throw this.error([name], "is a list of strings");
    return value;
  }

  /** A map of strings. */
  map(name: string): Readonly<Record<string, string>> {
    const value = this.value(name) ?? {};
    if (!isRecord(value)) throw this.error([name], "is a map");
    const entries = Object.entries(value).map(([key, text]) => {
      if (typeof text !== "string") throw this.error([name], `has ${key}, which is to be a string`);
      return [key, text] as const;
    });
    return Object.fromEntries(entries);
  }

  switches(name: string): Readonly<Record<string, boolean>> {
    const value = this.value(name) ?? {};
    if (!isRecord(value)) throw this.error([name], "is a map");
    const entries = Object.entries(value).map(([key, on]) => {
      if (typeof on !== "boolean") throw this.error([name], `has ${key}, which is to be true or false`);
      return [key, on] as const;
    });
    return Object.fromEntries(entries);
  }

  objects(name: string): readonly ApiObject[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value) || !value.every((item) => isRecord(item) && typeof item["kind"] === "string"))
      throw this.error([name], "is a list of objects, each with apiVersion and kind");
    return value;
  }
}

/** The value of a document, in which aliases may not multiply. */
function valueOf(document: Document, file: SourceFile): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw file.error(1, messageOf(error));
  }
}

function collectLines(node: unknown, prefix: string, add: (path: string, offset: number) => void): void {
  if (isSeq(node))
    for (const [i, item] of node.items.entries()) add(`${prefix}${i}`, isNode(item) ? (item.range?.[0] ?? 0) : 0);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const path = prefix + String(key.value);
    add(path, key.range?.[0] ?? 0);
    if (prefix === "" || prefix.startsWith("server.")) collectLines(value, `${path}.`, add);
  }
}
