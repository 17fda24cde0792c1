import type { Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontMatterText, readFrontMatter } from "./front-matter.ts";
import type { FrontMatter } from "./lesson.ts";
import { readLessonMarkdown } from "./lesson-source.ts";
import { plainText } from "./markdown-text.ts";
import { textOfNode } from "./parse-texts.ts";
import { SourceFile } from "./source-lines.ts";

/** A lesson of a course, as the course links it. */
export interface CourseLesson {
  /** The text of the link. */
  readonly title: string;
  /** The path of its file, from the folder of the course. */
  readonly file: string;
  readonly line: number;
}

/** The lessons below a heading; "" for those above the first one. */
export interface CoursePart {
  readonly title: string;
  readonly lessons: readonly CourseLesson[];
}

/** Lessons in the order in which they are to be done. */
export interface Course extends Pick<FrontMatter, "title" | "level"> {
  /** The name of the file, for reports. */
  readonly file: string;
  /** The first paragraph. */
  readonly summary: string;
  readonly parts: readonly CoursePart[];
}

/** The most lessons in a course. */
export const mostLessons = 200;

/** Reports whether a Markdown file says that it is a course: `course: true` in its front matter. */
export const isCourse = (text: string): boolean =>
  /^course:[ \t]*true[ \t]*$/m.test(frontMatterText(new SourceFile("", plainText(text)))?.text ?? "");

/**
 * Reads a course from Markdown: items of lists that begin with a link to a Markdown file are its lessons, in order, and
 * headings are its parts. Throws a LessonError with file and line for what is not a course. The format is described in
 * docs/lessons.md.
 */
export function parseCourse(file: string, text: string): Course {
  const { source, body } = readLessonMarkdown(file, text);
  const { title, level } = readFrontMatter(source, "lesson");
  const reader = new CourseReader(source);
  for (const node of fromMarkdown(body).children) reader.read(node);
  return { file, title, level, summary: reader.summary, parts: reader.finish() };
}

class CourseReader {
  summary = "";
  readonly #source: SourceFile;
  readonly #parts: { readonly title: string; readonly lessons: CourseLesson[] }[] = [{ title: "", lessons: [] }];
  readonly #files = new Set<string>();

  constructor(source: SourceFile) {
    this.#source = source;
  }

  read(node: RootContent): void {
    if (node.type === "heading" && node.depth > 1) this.#parts.push({ title: textOfNode(node), lessons: [] });
    else if (node.type === "paragraph" && this.summary === "") this.summary = textOfNode(node).replace(/\s+/g, " ");
    else if (node.type === "list") for (const item of node.children) this.#item(item);
  }

  finish(): readonly CoursePart[] {
    if (this.#files.size === 0)
      throw this.#source.error(1, "a course has lists of links to its lessons, which are Markdown files");
    return this.#parts.filter(({ lessons }) => lessons.length > 0);
  }

  #item(item: Nodes): void {
    const line = item.position?.start.line ?? 1;
    const [first, ...others] = "children" in item ? (item.children as readonly Nodes[]) : [];
    const link = first?.type === "paragraph" ? first.children[0] : undefined;
    if (link?.type === "link" && /^(?![a-z][\w+.-]*:|[/#])[^?#]+\.md$/i.test(link.url))
      this.#add({ title: textOfNode(link), file: pathOf(link.url), line });
    for (const list of [first, ...others])
      if (list?.type === "list") for (const inner of list.children) this.#item(inner);
  }

  #add(lesson: CourseLesson): void {
    const { file, line } = lesson;
    if (this.#files.has(file)) throw this.#source.error(line, `${file} is in this course already`);
    if (this.#files.size >= mostLessons) throw this.#source.error(line, `a course has ${mostLessons} lessons at most`);
    this.#files.add(file);
    this.#parts.at(-1)?.lessons.push(lesson);
  }
}

/** Returns the path that a link leads to: Markdown has spaces and other characters of names encoded as in URLs. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url; // a "%" that stands for itself
  }
}

/** Returns the lessons of a course in their order. */
export const lessonsOf = ({ parts }: Pick<Course, "parts">): readonly CourseLesson[] =>
  parts.flatMap(({ lessons }) => lessons);
