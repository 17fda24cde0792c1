import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Lesson } from "../../src/lessons/lesson.ts";
import { isCourse, lessonsOf, parseCourse, type CourseLesson } from "../../src/lessons/parse-course.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";

const folder = "src/lessons/content";

/** A lesson of this project, which is parsed once, when it is asked for: parsing all takes seconds. */
export class WrittenLesson {
  readonly file: string;
  readonly text: string;
  #lesson: Lesson | undefined;

  constructor(file: string) {
    this.file = file;
    this.text = readFileSync(file, "utf8");
  }

  get slug(): string {
    return this.file.replace(/^.*[/\\]/, "").replace(/\.md$/, "");
  }

  get lesson(): Lesson {
    return (this.#lesson ??= parseLesson(this.file, this.text));
  }
}

const writtenFiles = (): readonly WrittenLesson[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => new WrittenLesson(join(folder, name)));

/** The lessons of this project, by their paths. */
export const writtenLessons = (): readonly WrittenLesson[] => writtenFiles().filter(({ text }) => !isCourse(text));

/** Returns the lessons of a course of this project, in their order, with the links to them. */
export function lessonsOfCourse(
  slug: string,
): readonly { readonly link: CourseLesson; readonly written: WrittenLesson }[] {
  const files = writtenFiles();
  const course = files.find((one) => one.slug === slug);
  if (course === undefined) throw new Error(`there is no course ${slug}`);
  return lessonsOf(parseCourse(course.file, course.text)).map((link) => {
    const path = join(course.file, "..", link.file);
    const written = files.find((one) => one.file === path);
    if (written === undefined) throw new Error(`${course.file} has ${link.file}, which is not there`);
    return { link, written };
  });
}
