import { printYaml } from "../../data/yaml.ts";
import type { DocumentReader, TextDocument } from "./model/read-documents.ts";

/** A parsed value, or the parse error. */
export type ReadValue = { readonly value: unknown } | { readonly message: string; readonly line: number };

/** YAML operations that are slow for long texts. Arguments and results are plain data, so they can run in a worker. */
export interface TextCalls {
  /** Parses the documents of a text. `owner` identifies the view that displays it. */
  read(owner: string, text: string): Promise<readonly TextDocument[]>;
  /** Returns line numbers in the last text that the owner parsed; see `DocumentReader`. */
  lines(owner: string, document: number, places: readonly (readonly string[])[]): Promise<readonly number[]>;
  /** Parses texts that each contain one document. */
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
