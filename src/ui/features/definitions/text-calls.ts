import { printYaml } from "../../data/yaml.ts";
import type { DocumentReader, TextDocument } from "./model/read-documents.ts";

/** A text that was read as one value, or why it was not. */
export type ReadValue = { readonly value: unknown } | { readonly message: string; readonly line: number };

/** Everything about YAML that takes its time with long texts; plain data, so that it can be done elsewhere. */
export interface TextCalls {
  /** The documents of a text. `owner` names the place that shows it. */
  read(owner: string, text: string): Promise<readonly TextDocument[]>;
  /** Lines in the text that the owner had read last; see `DocumentReader`. */
  lines(owner: string, document: number, places: readonly (readonly string[])[]): Promise<readonly number[]>;
  /** Texts of one document each. */
  parse(texts: readonly string[]): Promise<readonly ReadValue[]>;
  print(value: unknown): Promise<string>;
}

export function createTextCalls(createReader: () => DocumentReader): TextCalls {
  const readers = new Map<string, DocumentReader>();
  const readerOf = (owner: string): DocumentReader => {
    const reader = readers.get(owner) ?? createReader();
    readers.set(owner, reader);
    return reader;
  };
  const parseOne = (text: string): ReadValue => {
    const [document] = createReader().read(text);
    if (document === undefined) return { message: "The text is empty.", line: 0 };
    return document.trouble ?? { value: document.value };
  };
  return {
    read: async (owner, text) => readerOf(owner).read(text),
    lines: async (owner, document, places) => readerOf(owner).lines(document, places),
    parse: async (texts) => texts.map(parseOne),
    print: printYaml,
  };
}
