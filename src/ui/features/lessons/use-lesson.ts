import { useStore } from "zustand";
import { inWords } from "../../data/send.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { usePage, type Page } from "../../state/page.ts";
import { lessonWith, loadLesson } from "./catalogue.ts";
import { draft } from "./draft.ts";
import type { LessonSession } from "./lesson-session.ts";
import { lessons } from "./lesson-store.ts";

/** The slug of the lesson that the reader writes. */
export const ownSlug = "own";

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly problem: string }
  | { readonly kind: "ready"; readonly session: LessonSession };

/** Loads the lesson of a slug, and begins it or goes on with it. */
export function useLesson(slug: string): Loaded {
  const page = usePage();
  const own = useStore(draft.of(page.guests.own), ({ text }) => text);
  const text = slug === ownSlug ? own : undefined;
  const loaded = useLatestAnswer(async () => ({ of: slug, as: await load(page, slug, text) }), [page, slug, text]);
  return loaded?.of === slug ? loaded.as : { kind: "loading" };
}

async function load({ guests }: Page, slug: string, own: string | undefined): Promise<Loaded> {
  const entry = lessonWith(slug);
  if (entry === undefined && own === undefined) return { kind: "unknown" };
  try {
    const text = own ?? (entry === undefined ? "" : await loadLesson(entry));
    const session = lessons
      .of(guests.own)
      .getState()
      .begin(slug, text, own === undefined);
    return { kind: "ready", session };
  } catch (error) {
    return { kind: "failed", problem: inWords(error) };
  }
}
