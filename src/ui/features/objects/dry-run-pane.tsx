import type { Status } from "../../../apimachinery/meta.ts";
import { ChangeList } from "../../code/change-list.tsx";
import { plural } from "../../data/words.ts";
import { Note } from "../../design/feedback.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { ProblemList } from "../../texts/problem-list.tsx";
import type { Problem } from "../../texts/problem.ts";
import type { DryRun } from "./use-dry-run.ts";

/** Shows the result of the server's dry run while the user types. */
export function DryRunPane({
  outcome,
  words,
  problems,
  onGo,
}: {
  readonly outcome: DryRun;
  readonly words: (differences: string) => string;
  /** What it reports, at the lines of the text. */
  readonly problems: readonly Problem[];
  readonly onGo: (problem: Problem) => void;
}) {
  return (
    <section className="column kp-dry-run" aria-label="Dry run result" aria-live="polite">
      <div className="kp-dry-head small quiet">{headline(outcome, words)}</div>
      <div className="fill scroll" tabIndex={0} role="region" aria-label="Dry run">
        <ProblemList label="Problems that the server reports" problems={problems} onGo={onGo} />
        {outcome.kind === "refused" ? <Refusal status={outcome.status} isListed={problems.length > 0} /> : null}
        {outcome.kind === "unreadable" ? (
          <div className="pad">
            <Note tone="warning">{outcome.message}</Note>
          </div>
        ) : null}
        {outcome.kind === "accepted" ? <ChangeList label="What would change" changes={outcome.changes} /> : null}
      </div>
    </section>
  );
}

/** The whole answer, folded if its causes are listed. */
function Refusal({ status, isListed }: { readonly status: Status; readonly isListed: boolean }) {
  const note = <StatusNote status={status} />;
  if (!isListed) return <div className="pad">{note}</div>;
  return (
    <details className="pad">
      <summary className="small">Full response</summary>
      {note}
    </details>
  );
}

function headline(outcome: DryRun, words: (differences: string) => string): string {
  switch (outcome.kind) {
    case "waiting":
      return "Dry run: waiting for the server";
    case "unreadable":
      return "Dry run: the text is not valid YAML or JSON yet";
    case "refused":
      return "Dry run: the server would reject this";
    case "accepted":
      return `Dry run: ${words(plural(outcome.changes.length, "difference"))}`;
  }
}
