import { Icon } from "../design/icon.tsx";
import { Breakable } from "./breakable.tsx";
import { inPlainWords, type Problem } from "./problem.ts";
import "./texts.css";

const mostShown = 200;

/** Lists problems with their lines. Each entry navigates to its position. */
export function ProblemList({
  label,
  problems,
  onGo,
}: {
  readonly label: string;
  readonly problems: readonly Problem[];
  readonly onGo: (problem: Problem) => void;
}) {
  if (problems.length === 0) return null;
  return (
    <ul className="kp-problems" aria-label={label}>
      {problems.slice(0, mostShown).map((problem, i) => (
        <li key={i} data-tone={problem.tone}>
          <button type="button" onClick={() => onGo(problem)}>
            <Icon name="warning" size={14} />
            <span>
              <span className="row wrap kp-problem-place">
                <strong>Line {problem.line + 1}</strong>
                {problem.field === "" ? null : (
                  <code>
                    <Breakable path={problem.field} />
                  </code>
                )}
              </span>
              <span className="kp-problem-words">{problem.message}</span>
              {inPlainWords(problem.message) === "" ? null : (
                <span className="quiet small">{inPlainWords(problem.message)}</span>
              )}
            </span>
          </button>
        </li>
      ))}
      {problems.length > mostShown ? <li className="quiet pad">and {problems.length - mostShown} more</li> : null}
    </ul>
  );
}
