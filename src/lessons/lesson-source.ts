import { frontMatterText } from "./front-matter.ts";
import { checkMarkdown, plainText } from "./markdown-text.ts";
import { SourceFile } from "./source-lines.ts";

/** The largest file, in characters. */
export const largestLesson = 1_000_000;

/** A file of a lesson or course, and its Markdown: the front matter is empty lines there, so that positions stay. */
export interface LessonMarkdown {
  readonly source: SourceFile;
  readonly body: string;
}

/** Reads a file up to its Markdown. Throws a LessonError for a file that is too large or would take long to parse. */
export function readLessonMarkdown(file: string, text: string): LessonMarkdown {
  const source = new SourceFile(file, plainText(text));
  if (text.length > largestLesson) throw source.error(1, "the file is larger than 1 MB");
  const above = frontMatterText(source)?.length ?? 0;
  const body = source.text.slice(0, above).replace(/[^\n]/g, " ") + source.text.slice(above);
  checkMarkdown(source, body);
  return { source, body };
}
