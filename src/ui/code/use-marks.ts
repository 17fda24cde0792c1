import { useLatestAnswer } from "../data/use-answer.ts";
import type { AssistMark, EditorAssist } from "../../assist/editor-assist.ts";
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
  const found = useLatestAnswer(
    () =>
      assist === undefined || (language !== "yaml" && language !== "json")
        ? undefined
        : assist.check(text, language).then(
            (marks) => ({ text, marks }),
            () => ({ text, marks: none }),
          ),
    [assist, text, language],
    pauseMs,
  );
  return found?.text === text ? found.marks : none;
}
