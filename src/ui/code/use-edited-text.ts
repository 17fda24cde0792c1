import { useCallback, useRef, useState } from "react";
import { madeOfLatest } from "../data/latest-text.ts";

/** A text that is edited by hand, and that functions make another one of. */
export interface EditedText {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The text as it is now, also between two renders. */
  readonly now: () => string;
  /**
   * Puts what a function makes of the text in its place. Where the text was edited meanwhile, the function is called
   * again with the edited one: nothing that was typed is lost. Rejects as the function does, and the text then stays.
   */
  readonly replace: (make: (text: string) => Promise<string>) => Promise<void>;
}

/** Keeps a text that is edited. */
export function useEditedText(initial: string): EditedText {
  const [text, show] = useState(initial);
  const current = useRef(initial);
  const setText = useCallback((to: string) => {
    current.current = to;
    show(to);
  }, []);
  const now = useCallback(() => current.current, []);
  const replace = useCallback(
    async (make: (text: string) => Promise<string>) => setText(await madeOfLatest(now, make)),
    [setText, now],
  );
  return { text, setText, now, replace };
}
