import { ChangeList } from "../../code/change-list.tsx";
import { plural } from "../../data/words.ts";
import { Note } from "../../design/feedback.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import type { DryRun } from "./use-dry-run.ts";

/** Shows the result of the server's dry run while the user types. */
export function DryRunPane({
  outcome,
  words,
}: {
  readonly outcome: DryRun;
  readonly words: (differences: string) => string;
}) {
  return (
    <section className="column kp-dry-run" aria-label="Dry run result" aria-live="polite">
      <div className="kp-dry-head small quiet">{headline(outcome, words)}</div>
      <div className="fill scroll" tabIndex={0} role="region" aria-label="Dry run">
        {outcome.kind === "refused" ? (
          <div className="pad">
            <StatusNote status={outcome.status} />
          </div>
        ) : null}
        {outcome.kind === "unreadable" ? (
          <div className="pad">
            <Note tone="warning">{outcome.message}</Note>
          </div>
        ) : null}
        {outcome.kind === "accepted" ? (
          <>
            {outcome.warnings.map((warning) => (
              <div className="pad" key={warning}>
                <Note tone="warning">{warning}</Note>
              </div>
            ))}
            <ChangeList label="What would change" changes={outcome.changes} />
          </>
        ) : null}
      </div>
    </section>
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
