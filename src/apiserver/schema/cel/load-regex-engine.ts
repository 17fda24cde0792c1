import { hasRegexEngine, installRegexEngine } from "../../../cel/library/regex-engine.ts";

/** The regular expression engine, loaded once per process. It holds no server state. */
let loading: Promise<void> | undefined;

/** Loads the regular expression engine. It is large, so only code that evaluates patterns waits for it. */
export function loadRegexEngine(): Promise<void> {
  loading ??= import("../../../cel/library/re2-engine.ts").then(({ re2Engine }) => {
    if (!hasRegexEngine()) installRegexEngine(re2Engine);
  });
  return loading;
}

/** Whether text that contains expressions may use a regular expression function. */
export const mayMatchPatterns = (text: string): boolean => /matches|find/.test(text);
