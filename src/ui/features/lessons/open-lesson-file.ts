import { largestLesson } from "../../../lessons/parse-lesson.ts";
import type { Page } from "../../state/page.ts";
import { navigate } from "../../state/route.ts";
import { draft } from "./draft.ts";

/** Opens a Markdown file where lessons are written. Nothing of it runs until the reader runs it. */
export async function openLessonFile({ guests, toasts }: Page, file: File): Promise<void> {
  if (file.size > largestLesson)
    return void toasts.add({
      description: `${file.name} is larger than 1 MB, which is the most that a lesson may be.`,
    });
  const { text: before, write } = draft.of(guests.own).getState();
  write(await file.text());
  navigate("#/lessons/write");
  toasts.add({
    description: `${file.name} is open. It takes the place of the lesson that you wrote.`,
    actionProps: { children: "Undo", onClick: () => write(before) },
  });
}
