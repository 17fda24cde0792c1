import type { Language } from "./language.ts";

/** A completion item. */
export interface AssistItem {
  readonly label: string;
  readonly kind: "field" | "value";
  readonly detail: string;
  readonly documentation: string;
  /** The text to insert, with its indentation. */
  readonly insert: string;
}

/** The completions at the caret, which replace the text from `start` to `end`. */
export interface AssistCompletion {
  readonly items: readonly AssistItem[];
  readonly start: number;
  readonly end: number;
}

/** Documentation for a range of the text. */
export interface AssistHover {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly words: readonly string[];
}

/** A diagnostic for a range of the text. Lines are counted from 0. */
export interface AssistMark {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly message: string;
}

/** Editing support for manifests. Results are asynchronous and never block typing. */
export interface EditorAssist {
  complete(text: string, language: Language, offset: number): Promise<AssistCompletion | undefined>;
  hover(text: string, language: Language, offset: number): Promise<AssistHover | undefined>;
  check(text: string, language: Language): Promise<readonly AssistMark[]>;
}
