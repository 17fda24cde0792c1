import type { editor } from "monaco-editor/editor/editor.api";
import type { EditorAssist } from "./editor-assist.ts";
import type { CodeLanguage } from "./highlight.ts";

/** Gives the big editor more than colours; the returned function takes it away again. */
export type EditorAttachment = (code: editor.IStandaloneCodeEditor) => () => void;

/** What every editor takes. */
export interface EditorProps {
  readonly value: string;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly onValue: (value: string) => void;
  /** The keyboard's focus goes here once it is drawn. */
  readonly autoFocus?: boolean | undefined;
  /** Ctrl/Cmd+Enter. */
  readonly onSubmit?: (() => void) | undefined;
  /** Called once when the big editor is there. */
  readonly attach?: EditorAttachment | undefined;
  /** Completion, documentation and marks. */
  readonly assist?: EditorAssist | undefined;
  /** Stretches of the text that are wrong, underlined in the plain editor. */
  readonly wrong?: readonly Stretch[] | undefined;
}

/** A part of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}
