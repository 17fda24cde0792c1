import { CodeEditor } from "../../code/code-editor.tsx";
import type { Kind } from "../../../assist/manifest-assist.ts";
import type { Language } from "../../../assist/language.ts";
import { Panes } from "../../design/panes.tsx";
import { useManifestAssist } from "../../state/use-manifest-assist.ts";
import { useLineMarks } from "../../texts/use-line-marks.ts";
import { DryRunPane } from "./dry-run-pane.tsx";
import type { DryRun } from "./use-dry-run.ts";
import { useCurrentAnswer } from "../../data/use-answer.ts";
import { usePage } from "../../state/page.ts";
import { placeFindings } from "../../texts/place-findings.ts";
import { findingsOf, findingsOfWarnings, type Finding, type Problem } from "../../texts/problem.ts";
import { textsOf } from "../../texts/texts.ts";

const none: readonly Problem[] = [];

/** Finds what a dry run reports in the text that was sent. Returns nothing for what concerns the request as a whole. */
function useProblems(owner: string, outcome: DryRun): readonly Problem[] {
  const page = usePage();
  const placed = useCurrentAnswer(() => {
    const findings = findingsIn(outcome);
    if (findings.length === 0 || !("text" in outcome)) return undefined;
    const reading = textsOf(page).read(owner, outcome.text);
    return reading.then(() => placeFindings(page, { owner, document: 0 }, findings));
  }, [page, owner, outcome]);
  return placed ?? none;
}

function findingsIn(outcome: DryRun): readonly Finding[] {
  if (outcome.kind === "accepted") return findingsOfWarnings(outcome.warnings);
  const refused = outcome.kind === "refused" && (outcome.status.details?.causes ?? []).length > 0;
  return refused ? findingsOf(outcome.status) : [];
}

export interface EditingPanesProps {
  /** The key under which the pane sizes are persisted. */
  readonly id: string;
  /** The default kind for a manifest without one. */
  readonly kind?: Kind;
  readonly label: string;
  readonly language: Language;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSubmit: () => void;
  readonly outcome: DryRun;
  readonly words: (differences: string) => string;
}

/** A manifest editor with the dry run below it. */
export function EditingPanes({ id, kind, label, language, text, onText, onSubmit, outcome, words }: EditingPanesProps) {
  const assist = useManifestAssist({ expected: kind, partial: false });
  const problems = useProblems(`objects/${id}`, outcome);
  const { host, marks } = useLineMarks(problems);
  const editor = (
    <div className="column fill" ref={host}>
      <CodeEditor
        autoFocus
        label={label}
        language={language}
        value={text}
        assist={assist}
        attach={marks.attach}
        onValue={onText}
        onSubmit={onSubmit}
      />
    </div>
  );
  const result = (
    <DryRunPane
      outcome={outcome}
      words={words}
      problems={problems}
      onGo={({ line }) => marks.goTo(line)}
      onText={onText}
    />
  );
  return (
    <Panes
      id={id}
      direction="vertical"
      panes={[
        { id: "editor", size: 62, min: 120, content: editor },
        { id: "dry run", size: 38, min: 80, content: result },
      ]}
    />
  );
}
