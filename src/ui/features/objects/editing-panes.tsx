import { CodeEditor } from "../../code/code-editor.tsx";
import type { Kind } from "../../data/manifest-assist.ts";
import type { Language } from "../../data/yaml.ts";
import { Panes } from "../../design/panes.tsx";
import { useManifestAssist } from "../../state/use-manifest-assist.ts";
import { useLineMarks } from "../../texts/use-line-marks.ts";
import { DryRunPane } from "./dry-run-pane.tsx";
import type { DryRun } from "./use-dry-run.ts";
import { useProblems } from "./use-problems.ts";

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
    <DryRunPane outcome={outcome} words={words} problems={problems} onGo={({ line }) => marks.goTo(line)} />
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
