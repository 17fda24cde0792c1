import type { Code } from "mdast";
import { LessonError } from "./lesson-error.ts";
import type { Place } from "./lesson.ts";

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** A file and where its lines begin. */
export class SourceFile {
  readonly name: string;
  readonly text: string;
  readonly #starts: readonly number[];

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
    this.#starts = lineStarts(text);
  }

  /** Returns the offset of a line, from 1. */
  lineStart(line: number): number {
    return this.#starts[line - 1] ?? this.text.length;
  }

  /** Returns an error at a line. */
  error(line: number, words: string): LessonError {
    return new LessonError(this.name, line, words);
  }
}

/** A text inside a file: the content of a fenced block, or the front matter. Its lines may be indented in the file. */
export class SourceText {
  readonly file: SourceFile;
  readonly text: string;
  readonly firstLine: number;
  readonly #indent: number;
  readonly #starts: readonly number[];

  constructor(file: SourceFile, text: string, firstLine: number, indent = 0) {
    this.file = file;
    this.text = text;
    this.firstLine = firstLine;
    this.#indent = indent;
    this.#starts = lineStarts(text);
  }

  /** Returns the line of the file in which an offset of the text is. */
  lineAt(offset: number): number {
    return this.firstLine + this.#row(offset);
  }

  /** Returns where a part of the text stands in the file. */
  place(start: number, end: number): Place {
    return { line: this.lineAt(start), start: this.#inFile(start), end: this.#inFile(Math.max(start, end)) };
  }

  /** Returns the lines of the text with their offsets. */
  lines(): readonly { readonly text: string; readonly start: number }[] {
    return this.text.split("\n").map((text, i) => ({ text, start: this.#starts[i] ?? 0 }));
  }

  /** Returns some of its lines, the first of which is the row `row` from 0, as a text of the file. */
  part(text: string, row: number): SourceText {
    return new SourceText(this.file, text, this.firstLine + row, this.#indent);
  }

  /** Returns an error at an offset. */
  error(offset: number, words: string): LessonError {
    return this.file.error(this.lineAt(offset), words);
  }

  #row(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #inFile(offset: number): number {
    const row = this.#row(offset);
    return this.file.lineStart(this.firstLine + row) + this.#indent + offset - (this.#starts[row] ?? 0);
  }
}

/** Returns the content of a fenced block as a text of its file. */
export const codeText = (file: SourceFile, node: Code): SourceText =>
  new SourceText(file, node.value, (node.position?.start.line ?? 0) + 1, (node.position?.start.column ?? 1) - 1);
