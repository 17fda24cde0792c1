import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFrontMatter } from "../../src/lessons/front-matter.ts";
import type { Lesson } from "../../src/lessons/lesson.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { SourceFile } from "../../src/lessons/source-lines.ts";

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

  /** Its place in the path for newcomers, from 1; 0 if it is not in it. */
  get path(): number {
    return readFrontMatter(new SourceFile(this.file, this.text), "lesson").path;
  }

  get lesson(): Lesson {
    return (this.#lesson ??= parseLesson(this.file, this.text));
  }
}

/** The lessons of this project, by their paths. */
export const writtenLessons = (): readonly WrittenLesson[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => new WrittenLesson(join(folder, name)));
