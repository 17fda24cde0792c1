import { useMemo, type RefObject } from "react";
import type { ManifestScope } from "../../../assist/manifest-assist.ts";
import { Select } from "../../design/field.tsx";
import { useManifestAssist } from "../../state/use-manifest-assist.ts";
import { StatusNote } from "../../shared/status-note.tsx";
import { noMarks, TextPane } from "../../workbench/text-pane.tsx";
import type { Bench } from "./bench.ts";
import { show, pathParameter } from "./bench-actions.ts";
import { drafts } from "./draft-store.ts";
import type { LineMarks } from "../../texts/line-marks.ts";
import { schemaPlaceOf } from "./model/field-steps.ts";
import type { Problem } from "../../texts/problem.ts";

const definitionScope: ManifestScope = {
  expected: { group: "apiextensions.k8s.io", version: "v1", kind: "CustomResourceDefinition" },
  partial: false,
};

/** The editor of a definition, with the server's response below it. */
export function DefinitionText({
  bench,
  text,
  ...lines
}: {
  readonly bench: Bench;
  readonly text: string;
  readonly marks: LineMarks;
  readonly host: RefObject<HTMLDivElement | null>;
}) {
  const edit = drafts.use((state) => state.edit);
  const { place, check } = bench;
  const assist = useManifestAssist(definitionScope);
  const help = useMemo(() => ({ ...assist, check: noMarks }), [assist]);
  const go = ({ steps }: Problem) => {
    const found = schemaPlaceOf(steps);
    const version = found && bench.definition?.versions[found.version];
    if (found !== undefined && version !== undefined && (bench.route.parameters["tab"] ?? "schema") === "schema")
      show(bench, { v: version.name, n: pathParameter(found.path) });
  };
  return (
    <TextPane
      label="Definition"
      value={text}
      placeholder="Paste a CustomResourceDefinition as YAML or JSON"
      onValue={(next) => edit(place, { text: next })}
      assist={help}
      check={check}
      onGo={go}
      above={<DocumentSelect bench={bench} text={text} />}
      {...lines}
    >
      {check.kind === "refused" && check.status !== undefined ? (
        <details className="pad">
          <summary className="small">Full response</summary>
          <StatusNote status={check.status} />
        </details>
      ) : null}
    </TextPane>
  );
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
