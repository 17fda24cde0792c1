import type { Status } from "../../../apimachinery/meta.ts";
import { useMemo } from "react";
import { ChangeList } from "../../code/change-list.tsx";
import { plural } from "../../data/words.ts";
import { Note } from "../../design/feedback.tsx";
import type { RequestChange, SentRequest } from "../../shared/request-change.ts";
import { StatusHelp, StatusNote, WarningHelp } from "../../shared/status-note.tsx";
import { ProblemList } from "../../texts/problem-list.tsx";
import type { Problem } from "../../texts/problem.ts";
import type { DryRun } from "./use-dry-run.ts";

/** Shows the result of the server's dry run while the user types. */
export function DryRunPane({
  outcome,
  words,
  problems,
  onGo,
  onText,
}: {
  readonly outcome: DryRun;
  readonly words: (differences: string) => string;
  /** What it reports, at the lines of the text. */
  readonly problems: readonly Problem[];
  readonly onGo: (problem: Problem) => void;
  /** Called with the text as help changes it. */
  readonly onText: (text: string) => void;
}) {
  const text = "text" in outcome ? outcome.text : "";
  const request = useMemo((): SentRequest => ({ method: "", target: "", body: text }), [text]);
  const accept = ({ body }: RequestChange) => {
    if (body !== undefined) onText(body);
  };
  return (
    <section className="column kp-dry-run" aria-label="Dry run result" aria-live="polite">
      <div className="kp-dry-head small quiet">{headline(outcome, words)}</div>
      <div className="fill scroll" tabIndex={0} role="region" aria-label="Dry run">
        <ProblemList label="Problems that the server reports" problems={problems} onGo={onGo} />
        {outcome.kind === "refused" ? (
          <Refusal status={outcome.status} isListed={problems.length > 0} request={request} onChange={accept} />
        ) : null}
        {outcome.kind === "accepted" ? (
          <WarningHelp warnings={outcome.warnings} request={request} onChange={accept} />
        ) : null}
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

/** The whole answer. If its causes are listed, what would work comes first, and the answer is folded. */
function Refusal({
  status,
  isListed,
  request,
  onChange,
}: {
  readonly status: Status;
  readonly isListed: boolean;
  readonly request: SentRequest;
  readonly onChange: (change: RequestChange) => void;
}) {
  if (!isListed)
    return (
      <div className="pad">
        <StatusNote status={status} request={request} onChange={onChange} />
      </div>
    );
  return (
    <>
      <div className="pad">
        <StatusHelp status={status} request={request} onChange={onChange} />
      </div>
      <details className="pad">
        <summary className="small">Full response</summary>
        <Note tone="error">
          <strong>{status.reason ?? status.code}</strong>: {status.message}
        </Note>
      </details>
    </>
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
