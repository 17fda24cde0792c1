import { messageOf } from "../../apimachinery/message-of.ts";
import { RecordingsView } from "../features/recorder/recordings-view.tsx";
import type { TryLesson } from "../features/recorder/try-lesson.ts";
import { LessonError } from "../../lessons/lesson-error.ts";
import { parseLesson } from "../../lessons/parse-lesson.ts";
import type { Route } from "../state/route.ts";

/** Runs a lesson as the lessons do, from its beginning, until a step fails. */
const tryLesson: TryLesson = async (page, text) => {
  const [{ LessonSession }, { claimWords }] = await Promise.all([
    import("../features/lessons/lesson-session.ts"),
    import("../features/lessons/claims.ts"),
  ]);
  try {
    const session = new LessonSession({ page: page.guests.own, lesson: parseLesson("recording.md", text), text });
    await session.runAll();
    const { steps, problem } = session.state.getState();
    session.close();
    const findings = steps.flatMap(({ report }) => report?.findings ?? []);
    const missed = findings.filter(({ holds }) => !holds);
    return {
      problem,
      steps: steps.length,
      ran: steps.filter(({ report }) => report !== undefined).length,
      claims: findings.length,
      missed: missed.map((finding) => ({ line: finding.place.line, words: claimWords(finding) })),
    };
  } catch (error) {
    const problem = error instanceof LessonError ? `Line ${error.line}: ${error.words}` : messageOf(error);
    return { problem, steps: 0, ran: 0, claims: 0, missed: [] };
  }
};

/** The recordings, which are tried out as lessons. */
export const RecordingsPlace = ({ route }: { readonly route: Route }) => (
  <RecordingsView route={route} tryLesson={tryLesson} />
);
