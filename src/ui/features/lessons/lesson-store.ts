import { createStore } from "zustand/vanilla";
import { parseLesson } from "../../../lessons/parse-lesson.ts";
import { defineSlice } from "../../state/page.ts";
import { LessonSession } from "./lesson-session.ts";
import { createLessonKeep, progress } from "./progress.ts";

interface Lessons {
  /** The lesson under way, and the slug of its address. */
  readonly slug: string;
  readonly session: LessonSession | undefined;
  /**
   * Begins a lesson, or goes on with it if it is the one under way. Another one that was under way ends: a tab has one
   * lesson's server at a time. Throws a LessonError for a text that cannot be read.
   */
  readonly begin: (slug: string, text: string, isKept: boolean) => LessonSession;
}

/** The lesson under way in the tab. It goes on while other views are shown. */
export const lessons = defineSlice<Lessons>((page) =>
  createStore<Lessons>((set, get) => ({
    slug: "",
    session: undefined,
    begin(slug, text, isKept) {
      const known = get();
      if (known.session !== undefined && known.slug === slug && known.session.text === text) return known.session;
      const lesson = parseLesson(`${slug}.md`, text);
      known.session?.close();
      const session = new LessonSession({
        page,
        lesson,
        text,
        ...(isKept && {
          keep: createLessonKeep(page.memory, slug, text),
          onProgress: (now) => progress.of(page).getState().set(slug, now),
        }),
      });
      set({ slug, session });
      return session;
    },
  })),
);
