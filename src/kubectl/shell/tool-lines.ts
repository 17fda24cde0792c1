/** The lines of a text, the last of which may have no line feed. */
export const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** Ends each line with a line feed. */
export const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
