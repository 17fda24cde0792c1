/** The text in which an object is written. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  /** The line of the file, from 0, at which the text begins. */
  readonly line: number;
  /** The template that Helm made the text of; "" for others. */
  readonly template: string;
}
