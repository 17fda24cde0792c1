/** The text in which an object is written. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  /** The line of the file, from 0, at which the text begins. */
  readonly line: number;
  /** The template that Helm made the text of; "" for others. */
  readonly template: string;
}

/** A text that is no object. */
export interface Unreadable {
  readonly source: SourceText;
  /** The line of the text, from 0. */
  readonly line: number;
  /** The path of what is no object; undefined for the line. */
  readonly path?: readonly string[];
  readonly message: string;
}
