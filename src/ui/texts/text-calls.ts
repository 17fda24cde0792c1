import type { Yaml } from "../data/manifest-places.ts";
import { printYaml } from "../data/yaml.ts";
import { DocumentReader, type TextDocument } from "./read-documents.ts";

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

export function createTextCalls(): TextCalls {
  const loading = import("yaml");
  const readers = new Map<string, DocumentReader>();
  const readerOf = (yaml: Yaml, owner: string): DocumentReader => {
    const reader = readers.get(owner) ?? new DocumentReader(yaml);
    readers.set(owner, reader);
    return reader;
  };
  const parseOne = (yaml: Yaml, text: string): ReadValue => {
    const [document] = new DocumentReader(yaml).read(text);
    if (document === undefined) return { message: "The text is empty.", line: 0 };
    return document.trouble ?? { value: document.value };
  };
  return {
    read: async (owner, text) => readerOf(await loading, owner).read(text),
    lines: async (owner, document, places) => readerOf(await loading, owner).lines(document, places),
    async parse(texts) {
      const yaml = await loading;
      return texts.map((text) => parseOne(yaml, text));
    },
    print: printYaml,
  };
}
