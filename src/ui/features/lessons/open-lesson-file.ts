import { messageOf } from "../../../apimachinery/message-of.ts";
import { isCourse } from "../../../lessons/parse-course.ts";
import { largestLesson } from "../../../lessons/lesson-source.ts";
import { LessonError } from "../../../lessons/lesson-error.ts";
import { plural } from "../../data/words.ts";
import type { Page } from "../../state/page.ts";
import { navigate } from "../../state/route.ts";
import { lessonsIn } from "./catalogue.ts";
import { draft } from "../../state/lesson-draft.ts";
import { courseFiles, openedCourse, ownCourse } from "./own-course.ts";

/** Opens Markdown files: a course with its lessons, or a lesson where lessons are written. */
export async function openMarkdownFiles(page: Page, files: readonly File[]): Promise<void> {
  const [file] = files;
  if (file === undefined) return;
  if (files.length > 1) return openCourseFiles(page, files);
  if (file.size > largestLesson) return tellTooLarge(page, file);
  const text = await file.text();
  if (isCourse(text)) return openCourseFiles(page, files);
  openLesson(page, file.name, text);
}

/** Opens a lesson from a file. Nothing of it runs until the reader runs it. */
function openLesson({ guests, toasts }: Page, name: string, text: string): void {
  const { text: before, write } = draft.of(guests.own).getState();
  write(text);
  navigate("#/lessons/write");
  toasts.add({
    description: `${name} is open. It takes the place of the lesson that you wrote.`,
    actionProps: { children: "Undo", onClick: () => write(before) },
  });
}

/** Opens a course and its lessons. Nothing of them runs until the reader runs it. */
export async function openCourseFiles(page: Page, files: readonly File[]): Promise<void> {
  const large = files.find(({ size }) => size > largestLesson);
  if (large !== undefined) return tellTooLarge(page, large);
  try {
    const texts = await Promise.all(files.map(async (file) => [file.name, await file.text()] as const));
    const { course, isKept } = ownCourse.of(page.guests.own).getState().open(courseFiles(texts));
    navigate(`#/lessons/course/${openedCourse}`);
    const words = `${course.title} is open, with ${plural(lessonsIn(course).length, "lesson")}.`;
    page.toasts.add({ description: isKept ? words : `${words} ${notKept}` });
  } catch (error) {
    const words = error instanceof LessonError ? error.message : messageOf(error);
    page.toasts.add({ description: `The course cannot be opened: ${words}` });
  }
}

const notKept = "This browser has no room for it: it is gone when the page is loaded again.";

const tellTooLarge = ({ toasts }: Page, { name }: File): void =>
  void toasts.add({ description: `${name} is larger than 1 MB, which is the most that a lesson may be.` });
