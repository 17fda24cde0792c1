import { hasRegexEngine, installRegexEngine } from "../../../cel/library/regex-engine.ts";

/** Code that is loaded once a process: it holds nothing of any server. */
let loading: Promise<void> | undefined;

/** Brings what expressions match patterns with; it is large, so that only those who need it wait for it. */
export function loadRegexEngine(): Promise<void> {
  loading ??= import("../../../cel/library/re2-engine.ts").then(({ re2Engine }) => {
    if (!hasRegexEngine()) installRegexEngine(re2Engine);
  });
  return loading;
}

/** Whether a text that holds expressions may hold one with a pattern. */
export const mayMatchPatterns = (text: string): boolean => /matches|find/.test(text);
