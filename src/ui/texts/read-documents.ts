import type { Document, LineCounter } from "yaml";
import { isRecord } from "../../apimachinery/is-record.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import type { Yaml } from "../data/manifest-places.ts";

/** A document of a YAML stream. Lines are counted from 0. */
export interface TextDocument {
  readonly kind: string;
  readonly name: string;
  readonly line: number;
  readonly value: unknown;
  /** The parse error. */
  readonly trouble?: { readonly message: string; readonly line: number };
}

/** Parses YAML or JSON streams of several documents, and provides source positions for the latest one parsed. */
export class DocumentReader {
  readonly #yaml: Yaml;
  #documents: readonly Document.Parsed[] = [];
  #lines: LineCounter;

  constructor(yaml: Yaml) {
    this.#yaml = yaml;
    this.#lines = new yaml.LineCounter();
  }

  read(text: string): readonly TextDocument[] {
    this.#lines = new this.#yaml.LineCounter();
    const all = this.#yaml.parseAllDocuments(text, { version: "1.1", merge: true, lineCounter: this.#lines });
    this.#documents = Array.isArray(all)
      ? all.filter((document) => document.contents !== null || document.errors.length > 0)
      : [];
    return this.#documents.map((document) => this.#describe(document));
  }

  /** Returns the lines of paths in a document. If a path does not exist, the line of its deepest existing ancestor. */
  lines(index: number, places: readonly (readonly string[])[]): readonly number[] {
    const document = this.#documents[index];
    return places.map((steps) => (document === undefined ? 0 : this.#lineOf(document, steps)));
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

  #lineOf(document: Document.Parsed, steps: readonly string[]): number {
    let node: unknown = document.contents;
    let offset = this.#startOf(node) ?? 0;
    for (const step of steps) {
      const found = this.#childOf(node, step);
      if (found === undefined) break;
      offset = this.#startOf(found.at) ?? offset;
      node = found.value;
    }
    return this.#lineAt(offset);
  }

  #lineAt(offset: number): number {
    return Math.max(0, this.#lines.linePos(offset).line - 1);
  }

  #startOf(node: unknown): number | undefined {
    return this.#yaml.isNode(node) ? (node.range?.[0] ?? undefined) : undefined;
  }

  /** Returns a child by member name or item index, with the AST node at which it starts. */
  #childOf(node: unknown, step: string): { readonly at: unknown; readonly value: unknown } | undefined {
    const { isMap, isScalar, isSeq } = this.#yaml;
    if (isSeq(node)) {
      const item: unknown = node.items[Number(step)];
      return item === undefined ? undefined : { at: item, value: item };
    }
    if (!isMap(node)) return undefined;
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
    return pair === undefined ? undefined : { at: pair.key, value: pair.value };
  }
}
