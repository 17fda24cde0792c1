import { isRecord } from "../../apimachinery/is-record.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import type { Yaml } from "../../assist/manifest-places.ts";
import { DocumentReader, type TextDocument } from "../../validate/read-documents.ts";
import { printYaml, translate } from "../data/yaml.ts";
import type { Language } from "../../assist/language.ts";

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
  /** Lays a document out as indented JSON or as YAML. Rejects if it cannot be parsed. */
  layOut(text: string, language: Language): Promise<string>;
  /** Reads how many items the JSON text of a list has; undefined for other texts. */
  listSize(text: string): Promise<ListSize | undefined>;
}

/** The size of a list, and whether further pages follow. */
export interface ListSize {
  readonly items: number;
  readonly continues: boolean;
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the size of a list; undefined for other values. */
export function sizeOfList(value: unknown): ListSize | undefined {
  if (!isRecord(value) || !Array.isArray(value["items"])) return undefined;
  const { metadata } = value;
  return { items: value["items"].length, continues: isRecord(metadata) && textOf(metadata["continue"]) !== "" };
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
    layOut: translate,
    listSize: async (text) => sizeOfList(readJson(text)),
  };
}
