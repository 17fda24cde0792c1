import { useStore } from "zustand";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { usePage, type Page } from "../../state/page.ts";
import { lessonWith, loadLesson } from "./catalogue.ts";
import { draft } from "../../state/lesson-draft.ts";
import type { LessonSession } from "./lesson-session.ts";
import { lessons } from "./lesson-store.ts";
import { isOfOpenedCourse, ownCourse } from "./own-course.ts";

/** The slug of the lesson that the reader writes. */
export const ownSlug = "own";

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly problem: string }
  | { readonly kind: "ready"; readonly session: LessonSession };

/** Reports whether what a lesson does comes from a file of the reader: nothing of it runs before the reader runs it. */
export const isFromFile = (slug: string): boolean => slug === ownSlug || isOfOpenedCourse(slug);

/** Loads the lesson of a slug, and begins it or goes on with it. */
export function useLesson(slug: string): Loaded {
  const page = usePage();
  const own = useStore(draft.of(page.guests.own), ({ text }) => text);
  const opened = useStore(ownCourse.of(page.guests.own), ({ read }) => read?.texts.get(slug));
  const text = slug === ownSlug ? own : opened;
  const loaded = useLatestAnswer(async () => ({ of: slug, as: await load(page, slug, text) }), [page, slug, text]);
  return loaded?.of === slug ? loaded.as : { kind: "loading" };
}

async function load({ guests }: Page, slug: string, given: string | undefined): Promise<Loaded> {
  const entry = lessonWith(slug);
  if (entry === undefined && given === undefined) return { kind: "unknown" };
  try {
    const text = given ?? (entry === undefined ? "" : await loadLesson(entry));
    const session = lessons
      .of(guests.own)
      .getState()
      .begin(slug, text, slug !== ownSlug);
    return { kind: "ready", session };
  } catch (error) {
    return { kind: "failed", problem: messageOf(error) };
  }
}
