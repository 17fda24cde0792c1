import { findLessons } from "../features/lessons/catalogue.ts";
import { navigate } from "../state/route.ts";
import type { Command } from "./commands.ts";

/** Returns the commands that open lessons. */
export const lessonCommands = (): readonly Command[] => [
  ...findLessons("").map(({ slug, title, section, headings }): Command => ({
    id: `learn ${slug}`,
    label: `Lesson: ${title}`,
    note: section,
    icon: "book",
    words: headings.map((heading) => heading.toLowerCase()),
    run: () => navigate(`#/lessons/${slug}`),
  })),
  {
    id: "write lesson",
    label: "Write a lesson",
    note: "Markdown that runs, with a preview",
    icon: "edit",
    words: ["author", "template", "markdown"],
    run: () => navigate("#/lessons/write"),
  },
];
