import type { ReactNode } from "react";
import { Icon } from "../design/icon.tsx";
import { Breakable } from "./breakable.tsx";
import type { Problem } from "./problem.ts";
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
            </span>
          </button>
        </li>
      ))}
      {problems.length > mostShown ? <li className="quiet pad">and {problems.length - mostShown} more</li> : null}
    </ul>
  );
}

/** The pane below an editor: a sentence that sums the problems up, then the list, then what the feature adds to it. */
export function ProblemsPane({
  headline,
  problems,
  onGo,
  children,
}: {
  readonly headline: string;
  readonly problems: readonly Problem[];
  readonly onGo: (problem: Problem) => void;
  readonly children?: ReactNode;
}) {
  const isEmpty = problems.length === 0;
  return (
    <section
      className="column kp-problems-pane"
      aria-label="Problems"
      aria-live="polite"
      data-some={isEmpty ? undefined : ""}
    >
      <h3 className="kp-dry-head small quiet">{headline}</h3>
      {isEmpty ? null : (
        <div className="fill scroll" tabIndex={0} role="region" aria-label="List of problems">
          <ProblemList label="Problems" problems={problems} onGo={onGo} />
          {children}
        </div>
      )}
    </section>
  );
}
