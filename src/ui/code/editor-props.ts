import type { editor } from "monaco-editor/editor/editor.api";
import type { EditorAssist } from "../../assist/editor-assist.ts";
import type { CodeLanguage } from "./highlight.ts";

/** Attaches further behaviour to the Monaco editor. The returned function detaches it. */
export type EditorAttachment = (code: editor.IStandaloneCodeEditor) => () => void;

/** The properties common to all editors. */
export interface EditorProps {
  readonly value: string;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly onValue: (value: string) => void;
  /** Whether the editor gets the focus once it is rendered. */
  readonly autoFocus?: boolean | undefined;
  /** Called on Ctrl/Cmd+Enter. */
  readonly onSubmit?: (() => void) | undefined;
  /** Called once when the Monaco editor is ready. */
  readonly attach?: EditorAttachment | undefined;
  /** Provides completion, documentation and diagnostics. */
  readonly assist?: EditorAssist | undefined;
  /** Invalid ranges of the text, underlined in the plain editor. */
  readonly wrong?: readonly Stretch[] | undefined;
}

/** A range of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}
