/** Where somebody is in an editor: handed over when another editor takes its place. */
export interface EditorPlace {
  readonly focused: boolean;
  /** The offsets of the selection in the text; where they are equal, of the caret. */
  readonly start: number;
  readonly end: number;
  /** Whether the caret is at the start of the selection. */
  readonly backward: boolean;
  readonly top: number;
  readonly left: number;
}

/** Holds the place between the end of one editor and the begin of the next. */
export interface EditorPlaceHolder {
  current: EditorPlace | undefined;
}
