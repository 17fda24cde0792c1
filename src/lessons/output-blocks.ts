import type { Code } from "mdast";
import type { Step } from "./lesson.ts";
import { isShellLanguage } from "./shell-block.ts";

/** Words that announce what is printed. */
export const saysOutput =
  /\b(?:output|response|prints?|printed|logs? (?:show|looks?)|similar to|something like|should (?:see|look|show|get))\b/i;

/** Words that name the command of an output: "Run `kubectl get rs`", "the command `ls` produces". */
export const namesCommand = /(?:\b[Rr]un(?:ning)?|\bcommand)\s+`([a-z]+ [^`\n]+)`(?!\s*(?:again\b|file))/g;

export const fence = /^(?:`{3,}|~{3,})/;

/** Languages of blocks that show what is printed. */
const outputLanguages: ReadonlySet<string> = new Set(["", "none", "text", "txt", "plaintext", "output", "console"]);

/** Whether a block shows what the command lines before it print, and is no listing of a file. */
export function isOutputOf({ action }: Step, { lang, value, position }: Code): boolean {
  if (action.kind !== "commands" || position === undefined) return false;
  const printsObjects = /\s(?:-o|--output)[ =]?(?:yaml|json)\b/.test(action.commands.at(-1)?.text ?? "");
  if (lang === "yaml" || lang === "json") return printsObjects;
  return (
    (outputLanguages.has(lang ?? "") || isShellLanguage(lang ?? "")) &&
    (printsObjects || !/^\s*apiVersion:/.test(value))
  );
}

/** Words that tell of a case, which may be another one than the reader's. */
const ofCase = /^(?:[-*>\d.\s]*)(?:If|When|In case|Otherwise|Or|or|But if|However, if)\b/;

/** Whether the last paragraph of a text tells of a case. */
export const tellsOfCase = (words: string): boolean =>
  ofCase.test(
    words
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? "",
  );

/** A block that is a script: the file that the command lines below it first let be a program. */
export function scriptShown(block: string, after: string): string | undefined {
  if (!block.startsWith("#!")) return undefined;
  return /\bchmod\s+(?:[-+=\w,]+)\s+(?:\.\/)?([\w./-]+)/.exec(after)?.[1];
}
