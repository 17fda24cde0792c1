import type { ComponentType } from "react";
import type { LessonView } from "../../../lessons/lesson.ts";
import type { Route } from "../../state/route.ts";
import type { LessonSession } from "./lesson-session.ts";
import type { LessonWorld } from "./lesson-world.ts";

export interface SideViewProps {
  readonly session: LessonSession;
  readonly world: LessonWorld;
  readonly route: Route;
}

/** A view of a lesson's server, which stands beside the lesson. It is drawn in the page of that server. */
export interface SideView {
  readonly id: string;
  readonly label: string;
  /** The names in `view` of front matters that choose it. */
  readonly chosenBy: readonly LessonView[];
  readonly View: ComponentType<SideViewProps>;
  /** Whether it has something to show of a lesson; by default of all. */
  readonly fits?: (session: LessonSession) => boolean;
}

/** Returns the views of a lesson, and the one that its front matter chooses. */
export function sideViewsOf(
  views: readonly SideView[],
  session: LessonSession,
): { readonly fitting: readonly SideView[]; readonly chosen: SideView | undefined } {
  const fitting = views.filter(({ fits }) => fits?.(session) !== false);
  return {
    fitting,
    chosen: fitting.find(({ chosenBy }) => chosenBy.some((view) => view === session.lesson.view)) ?? fitting[0],
  };
}
