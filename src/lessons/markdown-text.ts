import type { SourceFile } from "./source-lines.ts";

/** A text without a byte order mark, whose lines end with a line feed. */
export const plainText = (text: string): string => text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");

const deepestContainers = 20;
const mostMarks = 3000;
const mostDefinitions = 1000;
const mostLines = 16_000;
const longestLine = 100_000;

const containers = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))+/;
/** An underscore within a word is none. */
const mark = /[[\]*~`<|!]|(?<!\w)_|_(?!\w)/g;
const definition = /^[ \t>]*\[[^\]]*\]:/;

/**
 * Refuses Markdown that would take long to parse: lines that open many quotes or lists, paragraphs and tables with many
 * marks, each of which may belong to any other one, many definitions of links, and many or long lines. The text is that
 * of the file, from its first line on. Throws a LessonError at the line.
 */
export function checkMarkdown(source: SourceFile, text: string): void {
  let [marks, definitions, begin] = [0, 0, 1];
  for (const [i, line] of text.split("\n").entries()) {
    const depth = containers.exec(line)?.[0].replace(/[ \t\d]/g, "").length ?? 0;
    if (depth > deepestContainers) throw source.error(i + 1, "it is nested too deeply");
    if (/^(?:[ \t>]*$| {0,3}(?:```|~~~))/.test(line)) [marks, begin] = [0, i + 2];
    marks += line.match(mark)?.length ?? 0;
    if (marks > mostMarks)
      throw source.error(begin, `there are more than ${mostMarks} marks of Markdown in one paragraph`);
    if (i === mostLines) throw source.error(i + 1, `a lesson has ${mostLines} lines at most`);
    if (line.length > longestLine) throw source.error(i + 1, `a line has ${longestLine} characters at most`);
    if (definition.test(line) && ++definitions > mostDefinitions)
      throw source.error(i + 1, `a lesson has ${mostDefinitions} definitions of links at most`);
  }
}
