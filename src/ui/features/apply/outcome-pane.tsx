import { ChangeList } from "../../code/change-list.tsx";
import { bookkeeping, changesBetween } from "../../data/changes.ts";
import { plural } from "../../data/words.ts";
import { Note } from "../../design/feedback.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { ConflictPanel, type ConflictPanelProps } from "./conflict-panel.tsx";
import { FollowingFields } from "./following-fields.tsx";
import type { Outcome } from "./outcome.ts";
import { consequences, headline } from "./outcome-words.ts";

export interface OutcomePaneProps extends Omit<ConflictPanelProps, "outcome"> {
  readonly manager: string;
  readonly outcome: Outcome | undefined;
  /** Whether the outcome refers to the current object. */
  readonly current: boolean;
  /** Whether the manifest came by a link and has not been sent. */
  readonly linked: boolean;
}

/** The result of the server's dry run of an actor's manifest. */
export function OutcomePane({ manager, reading, outcome, current, linked, ...conflict }: OutcomePaneProps) {
  const unclear = reading?.kind === "unclear";
  return (
    <section className="column fill kp-outcome" aria-label={`What if ${manager} applies this`}>
      <p
        className="kp-outcome-head"
        role="status"
        data-kind={unclear ? "unclear" : outcome?.kind}
        data-current={current ? "" : undefined}
      >
        {unclear
          ? "The manifest cannot be applied yet."
          : outcome !== undefined && current
            ? headline(outcome)
            : linked
              ? "Not sent to the server yet."
              : "Asking the server…"}
      </p>
      <div className="fill scroll kp-outcome-body" tabIndex={0} role="region" aria-label={`Dry run as ${manager}`}>
        {unclear ? (
          <Note tone="warning">
            {reading.line === undefined ? "" : `Line ${reading.line + 1}: `}
            {reading.message}
          </Note>
        ) : null}
        {unclear || outcome === undefined ? null : <OutcomeOf outcome={outcome} reading={reading} {...conflict} />}
      </div>
    </section>
  );
}

function OutcomeOf({ outcome, ...conflict }: { readonly outcome: Outcome } & Omit<ConflictPanelProps, "outcome">) {
  switch (outcome.kind) {
    case "refused":
      return <StatusNote status={outcome.status} />;
    case "conflict":
      return <ConflictPanel outcome={outcome} {...conflict} />;
    case "accepted":
      return <Accepted outcome={outcome} />;
  }
}

function Accepted({
  outcome: { before, answer, manager },
}: {
  readonly outcome: Outcome & { readonly kind: "accepted" };
}) {
  const sentences = consequences(before, answer.object);
  const changes = changesBetween(before ?? {}, answer.object, bookkeeping);
  return (
    <div className="stack">
      {answer.warnings.map((warning) => (
        <Note key={warning} tone="warning">
          {warning}
        </Note>
      ))}
      {sentences.length === 0 ? (
        <p className="quiet">No manager would gain or lose a field.</p>
      ) : (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <FollowingFields object={answer.object} label={`managedFields after ${manager} applied`} />
      {before === undefined || changes.length === 0 ? null : (
        <details>
          <summary className="small">{plural(changes.length, "value")} would change</summary>
          <ChangeList label="Values that would change" changes={changes} />
        </details>
      )}
    </div>
  );
}
