import * as yaml from "yaml";
import { DocumentReader, type TextRange } from "./read-documents.ts";
import type { Place } from "./report.ts";
import type { SourceText, Unreadable } from "./source-text.ts";

/** A text, and the path in it of the object whose fields are looked for. */
export interface PlacedObject {
  readonly source: SourceText;
  readonly path: readonly string[];
}

/** Finds fields in texts. A text is parsed with positions when one of its fields is first asked for. */
export class Places {
  readonly #before: ReadonlyMap<string, DocumentReader>;
  readonly #readers = new Map<string, DocumentReader>();

  /** Begins with the texts in which fields were looked for since `before` was made. */
  constructor(before?: Places) {
    this.#before = before === undefined ? new Map() : before.#readers;
  }

  /** Returns where a field of an object is written, or the deepest part of its path that is. */
  of({ source, path }: PlacedObject, steps: readonly string[]): Place {
    if (path.length + steps.length === 0) return lineOf(source, firstLine(source.text));
    return placeIn(source, this.#rangeOf(source, [...path, ...steps]));
  }

  /** Returns the places of the members of a name that maps of a text have for the second time. */
  repeated(source: SourceText, name: string): readonly Place[] {
    const found = this.#readerOf(source).repeated(0);
    return found.filter((member) => member.name === name).map(({ line }) => lineOf(source, line));
  }

  #rangeOf(source: SourceText, steps: readonly string[]): TextRange {
    return this.#readerOf(source).range(0, steps);
  }

  #readerOf(source: SourceText): DocumentReader {
    const known = this.#readers.get(source.text) ?? this.#before.get(source.text);
    const reader = known ?? new DocumentReader(yaml);
    if (known === undefined) reader.read(source.text);
    this.#readers.set(source.text, reader);
    return reader;
  }
}

/** Returns the place of what is no object. */
export const placeOfUnreadable = (places: Places, { source, line, path }: Unreadable): Place =>
  path === undefined ? lineOf(source, line) : places.of({ source, path }, []);

/** Returns the place of a range of a text in its file. */
function placeIn({ file, line }: SourceText, { start, end }: TextRange): Place {
  return {
    file,
    line: line + start.line + 1,
    column: start.column + 1,
    endLine: line + end.line + 1,
    endColumn: end.column + 1,
  };
}

/** Returns the line of a text, from 0, with the first value. */
export const firstLine = (text: string): number =>
  Math.max(
    0,
    text.split("\n").findIndex((line) => /^\s*[^#\s]/.test(line)),
  );

/** Returns the place of a whole line of a text, counted from 0. */
export function lineOf({ file, text, line }: SourceText, at: number): Place {
  const written = text.split("\n")[at] ?? "";
  const column = written.length - written.trimStart().length + 1;
  return { file, line: line + at + 1, column, endLine: line + at + 1, endColumn: written.trimEnd().length + 1 };
}
