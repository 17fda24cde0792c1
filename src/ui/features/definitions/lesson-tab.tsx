import type { DefinitionLesson } from "../../../scenarios/definitions/definition-lesson.ts";
import { LinkButton } from "../../design/button.tsx";
import { withParameters } from "../../state/route.ts";
import type { Bench } from "./bench.ts";
import { pathParameter } from "./bench-actions.ts";

const tabWords: Readonly<Record<string, string>> = {
  schema: "Show it in the schema",
  examples: "Go to the examples",
  fixtures: "Go to the fixtures",
  compare: "Go to the comparison",
};

/** The steps of a lesson, each with a link to the part it describes. */
export function LessonTab({ lesson, bench }: { readonly lesson: DefinitionLesson; readonly bench: Bench }) {
  return (
    <div className="fill scroll pad" tabIndex={0} role="region" aria-label="Lesson">
      <div className="kp-lesson">
        <h2>{lesson.title}</h2>
        <p>{lesson.words}</p>
        <ol>
          {lesson.steps.map(({ title, words, tab, node }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{words}</p>
              <LinkButton
                size="small"
                href={withParameters(bench.route, { tab, n: node === undefined ? undefined : pathParameter(node) })}
              >
                {tabWords[tab]}
              </LinkButton>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
