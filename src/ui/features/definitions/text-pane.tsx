import { useMemo, type RefObject } from "react";
import { CodeEditor } from "../../code/code-editor.tsx";
import type { EditorAssist } from "../../code/editor-assist.ts";
import type { ManifestScope } from "../../data/manifest-assist.ts";
import { looksLikeJson } from "../../data/yaml.ts";
import { plural } from "../../data/words.ts";
import { Select } from "../../design/field.tsx";
import { useManifestAssist } from "../../state/use-manifest-assist.ts";
import { StatusNote } from "../../shared/status-note.tsx";
import type { Bench } from "./bench.ts";
import { show, pathParameter } from "./bench-actions.ts";
import { drafts } from "./draft-store.ts";
import type { Check } from "./use-check.ts";
import type { LineMarks } from "../../texts/line-marks.ts";
import { schemaPlaceOf } from "./model/field-steps.ts";
import { ProblemsPane } from "../../texts/problem-list.tsx";
import type { Problem } from "../../texts/problem.ts";

const definitionScope: ManifestScope = {
  expected: { group: "apiextensions.k8s.io", version: "v1", kind: "CustomResourceDefinition" },
  partial: false,
};

const noMarks: EditorAssist["check"] = async () => [];

/** The editor of a definition, with the server's response below it. */
export function TextPane({
  bench,
  text,
  marks,
  host,
}: {
  readonly bench: Bench;
  readonly text: string;
  readonly marks: LineMarks;
  readonly host: RefObject<HTMLDivElement | null>;
}) {
  const edit = drafts.use((state) => state.edit);
  const { place } = bench;
  const assist = useManifestAssist(definitionScope);
  // Disable the editor's own checks: the server validates the whole definition and its problems are marked.
  const help = useMemo(() => ({ ...assist, check: noMarks }), [assist]);
  const editor = (
    <div className="column fill" ref={host}>
      <DocumentSelect bench={bench} text={text} />
      <CodeEditor
        label="Definition"
        language={looksLikeJson(text) ? "json" : "yaml"}
        value={text}
        placeholder="Paste a CustomResourceDefinition as YAML or JSON"
        onValue={(next) => edit(place, { text: next })}
        assist={help}
        attach={marks.attach}
      />
    </div>
  );
  const go = (problem: Problem) => {
    marks.goTo(problem.line);
    const found = schemaPlaceOf(problem.steps);
    const version = found && bench.definition?.versions[found.version];
    if (found !== undefined && version !== undefined && (bench.route.parameters["tab"] ?? "schema") === "schema")
      show(bench, { v: version.name, n: pathParameter(found.path) });
  };
  return (
    <div className="column fill">
      {editor}
      <Problems bench={bench} onGo={go} />
    </div>
  );
}

function Problems({ bench: { check }, onGo }: { readonly bench: Bench; readonly onGo: (problem: Problem) => void }) {
  return (
    <ProblemsPane headline={headline(check)} problems={check.problems} onGo={onGo}>
      {check.kind === "refused" && check.status !== undefined ? (
        <details className="pad">
          <summary className="small">Full response</summary>
          <StatusNote status={check.status} />
        </details>
      ) : null}
    </ProblemsPane>
  );
}

function headline({ kind, problems }: Check): string {
  if (problems.length === 0)
    return kind === "accepted"
      ? "No problems found."
      : kind === "waiting"
        ? "Asking the server…"
        : "Problems are listed here.";
  const errors = problems.filter(({ tone }) => tone === "error").length;
  const words = errors === 0 ? plural(problems.length, "warning") : plural(errors, "problem");
  return kind === "unreadable" ? words : `${words}, reported by the server`;
}

function DocumentSelect({
  bench: { place, documents, document },
  text,
}: {
  readonly bench: Bench;
  readonly text: string;
}) {
  const edit = drafts.use((state) => state.edit);
  if (documents.length < 2) return null;
  const options = documents.map(
    ({ kind, name, line }, i) =>
      [
        String(i),
        `${i + 1} of ${documents.length}: ${kind === "" ? "unreadable" : kind} ${name} (line ${line + 1})`,
      ] as const,
  );
  return (
    <div className="kp-body-bar row">
      <Select
        aria-label="Document"
        options={options}
        value={String(document)}
        onValue={(value) => edit(place, { text, document: Number(value) })}
      />
    </div>
  );
}
