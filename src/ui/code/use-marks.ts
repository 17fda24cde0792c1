import { useEffect, useState } from "react";
import { usePage } from "../state/page.ts";
import type { AssistMark, EditorAssist } from "./editor-assist.ts";
import type { CodeLanguage } from "./highlight.ts";

const none: readonly AssistMark[] = [];

/** The delay after the last change before a text is checked. */
const pauseMs = 250;

/** Returns the diagnostics of a text, shortly after its last change. Diagnostics of an earlier text are never shown. */
export function useMarks(
  assist: EditorAssist | undefined,
  text: string,
  language: CodeLanguage,
): readonly AssistMark[] {
  const page = usePage();
  const [found, setFound] = useState({ text: "", marks: none });
  useEffect(() => {
    if (assist === undefined || (language !== "yaml" && language !== "json")) return;
    let current = true;
    const show = (marks: readonly AssistMark[]) => {
      if (current) setFound({ text, marks });
    };
    const cancel = page.clock.after(pauseMs, () => {
      assist.check(text, language).then(show, () => show(none));
    });
    return () => {
      current = false;
      cancel();
    };
  }, [page, assist, text, language]);
  return found.text === text ? found.marks : none;
}
