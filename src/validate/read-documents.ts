import type { Document, LineCounter } from "yaml";
import type { Yaml } from "../assist/manifest-places.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { textOf } from "../apimachinery/text-of.ts";

/** A document of a YAML stream. Lines are counted from 0. */
export interface TextDocument {
  readonly kind: string;
  readonly name: string;
  readonly line: number;
  readonly value: unknown;
  /** The parse error. */
  readonly trouble?: { readonly message: string; readonly line: number };
}

/** A place in a text; lines and columns are counted from 0. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Where a field is written, or the deepest part of its path that is. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** Parses YAML or JSON streams of several documents, and provides source positions for the latest one parsed. */
export class DocumentReader {
  readonly #yaml: Yaml;
  #documents: readonly Document.Parsed[] = [];
  #lines: LineCounter;
  #text = "";

  constructor(yaml: Yaml) {
    this.#yaml = yaml;
    this.#lines = new yaml.LineCounter();
  }

  read(text: string): readonly TextDocument[] {
    this.#text = text.replaceAll("\r", "\n"); // a line end, which the library does not count
    this.#lines = new this.#yaml.LineCounter();
    const all = this.#yaml.parseAllDocuments(this.#text, { version: "1.1", merge: true, lineCounter: this.#lines });
    this.#documents = Array.isArray(all)
      ? all.filter((document) => document.contents !== null || document.errors.length > 0)
      : [];
    return this.#documents.map((document) => this.#describe(document));
  }

  /** Returns the lines of paths in a document. If a path does not exist, the line of its deepest existing ancestor. */
  lines(index: number, places: readonly (readonly string[])[]): readonly number[] {
    return places.map((steps) => this.range(index, steps).start.line);
  }

  /**
   * Returns where a path is written in a document: a scalar's own text, else the name of the member or the beginning of
   * the item. Aliases and merged maps lead to what they stand for.
   */
  range(index: number, steps: readonly string[]): TextRange {
    const document = this.#documents[index];
    const none = { line: 0, column: 0 };
    if (document === undefined) return { start: none, end: none };
    let node: unknown = document.contents;
    let at: unknown = node;
    for (const step of steps) {
      const child = this.#childOf(document, node, step);
      if (child === undefined) break;
      node = child.value;
      at = this.#yaml.isScalar(child.value) && child.value.range ? child.value : child.at;
    }
    const [start, end] = this.#extentOf(at);
    return { start: this.#positionOf(start), end: this.#positionOf(Math.max(start, end)) };
  }

  /** Returns the names and lines of members that maps of a document have for the second time, whatever they merge. */
  repeated(index: number): readonly { readonly name: string; readonly line: number }[] {
    const document = this.#documents[index];
    const repeated = document?.errors.filter(({ code }) => code === "DUPLICATE_KEY") ?? [];
    return repeated.map(({ pos: [start] }) => {
      const key = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^:\n]+)/.exec(this.#text.slice(start))?.[0] ?? "";
      return { name: String(this.#yaml.parse(key)), line: this.#lineAt(start) };
    });
  }

  /** The text of a node's own line: maps and lists begin where their first member does. */
  #extentOf(node: unknown): readonly [start: number, end: number] {
    if (!this.#yaml.isNode(node) || !node.range) return [0, 0];
    const [start, end] = node.range;
    if (!this.#yaml.isCollection(node)) return [start, end];
    const [first] = node.items;
    const head: unknown = this.#yaml.isPair(first) ? first.key : first;
    return [start, Math.max(start, this.#yaml.isScalar(head) && head.range ? head.range[1] : start)];
  }

  #describe(document: Document.Parsed): TextDocument {
    const [error] = document.errors;
    const line = this.#lineAt(document.contents?.range?.[0] ?? document.range[0]);
    if (error !== undefined)
      return {
        kind: "",
        name: "",
        line,
        value: undefined,
        trouble: { message: error.message.split("\n")[0] ?? "", line: this.#lineAt(error.pos[0]) },
      };
    const value: unknown = document.toJS();
    const metadata = isRecord(value) ? value["metadata"] : undefined;
    return {
      kind: textOf(isRecord(value) ? value["kind"] : undefined),
      name: textOf(isRecord(metadata) ? metadata["name"] : undefined),
      line,
      value,
    };
  }

  #lineAt(offset: number): number {
    return this.#positionOf(offset).line;
  }

  #positionOf(offset: number): TextPosition {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(0, line - 1), column: Math.max(0, col - 1) };
  }

  /** Returns a child by member name or item index, with the node at which it starts. */
  #childOf(document: Document.Parsed, given: unknown, step: string): Child | undefined {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    const node: unknown = isAlias(given) ? given.resolve(document) : given;
    if (isSeq(node)) {
      const item: unknown = node.items[Number(step)];
      return item === undefined ? undefined : { at: item, value: item };
    }
    if (!isMap(node)) return undefined;
    const pair = node.items.findLast(({ key }) => isScalar(key) && String(key.value) === step);
    if (pair !== undefined) return { at: pair.key, value: pair.value };
    const merged = node.items.flatMap(({ key, value }) => (isScalar(key) && key.source === "<<" ? [value] : []));
    for (const each of merged) {
      const found = (isSeq(each) ? each.items : [each]).map((map) => this.#childOf(document, map, step));
      const first = found.find((child) => child !== undefined);
      if (first !== undefined) return first;
    }
    return undefined;
  }
}

/** A member or an item: the node at which it starts, and its value. */
interface Child {
  readonly at: unknown;
  readonly value: unknown;
}
