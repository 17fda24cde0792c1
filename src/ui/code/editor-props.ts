import type { Language } from "../data/yaml.ts";

/** What every editor of manifests takes. */
export interface EditorProps {
  readonly value: string;
  readonly language: Language;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly onValue: (value: string) => void;
  /** The keyboard's focus goes here once it is drawn. */
  readonly autoFocus?: boolean | undefined;
  /** Ctrl/Cmd+Enter. */
  readonly onSubmit?: (() => void) | undefined;
}
