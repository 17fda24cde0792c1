import type { Language } from "../data/yaml.ts";

/** One way to go on writing. */
export interface AssistItem {
  readonly label: string;
  readonly kind: "field" | "value";
  readonly detail: string;
  readonly documentation: string;
  /** What is written, with its indentation. */
  readonly insert: string;
}

/** What fits at the caret, in place of the text from `start` to `end`. */
export interface AssistCompletion {
  readonly items: readonly AssistItem[];
  readonly start: number;
  readonly end: number;
}

/** Documentation of a stretch of the text. */
export interface AssistHover {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly words: readonly string[];
}

/** A stretch of the text that is wrong. Lines are counted from 0. */
export interface AssistMark {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly message: string;
}

/** What helps while a manifest is written. Answers come late and never hold up typing. */
export interface EditorAssist {
  complete(text: string, language: Language, offset: number): Promise<AssistCompletion | undefined>;
  hover(text: string, language: Language, offset: number): Promise<AssistHover | undefined>;
  check(text: string, language: Language): Promise<readonly AssistMark[]>;
}
