import { useMemo, type RefObject } from "react";
import { CodeEditor } from "../../code/code-editor.tsx";
import type { EditorAssist } from "../../code/editor-assist.ts";
import { looksLikeJson } from "../../data/yaml.ts";
import { plural } from "../../data/words.ts";
import { usePage } from "../../state/page.ts";
import { useManifestAssist } from "../../state/use-manifest-assist.ts";
import type { LineMarks } from "../../texts/line-marks.ts";
import { ProblemsPane } from "../../texts/problem-list.tsx";
import { policyAssist } from "./policy-assist.ts";
import { policyDrafts } from "./policy-store.ts";
import type { PolicyBench } from "./use-policy-bench.ts";
import type { PolicyCheck } from "./use-policy-check.ts";

const anyKind = { expected: undefined, partial: false };
const noMarks: EditorAssist["check"] = async () => [];

/** The editor of a policy with its bindings and parameters, and the problems that the server finds. */
export function PolicyTextPane({
  bench: { place, check },
  text,
  marks,
  host,
}: {
  readonly bench: PolicyBench;
  readonly text: string;
  readonly marks: LineMarks;
  readonly host: RefObject<HTMLDivElement | null>;
}) {
  const page = usePage();
  const edit = policyDrafts.use((state) => state.edit);
  const manifest = useManifestAssist(anyKind);
  // The server checks the whole text, and its problems are marked.
  const assist = useMemo(() => ({ ...policyAssist(page, manifest), check: noMarks }), [page, manifest]);
  return (
    <div className="column fill">
      <div className="column fill" ref={host}>
        <CodeEditor
          label="Policy"
          language={looksLikeJson(text) ? "json" : "yaml"}
          value={text}
          placeholder="Paste a policy and its binding as YAML"
          onValue={(next) => edit(place, next)}
          assist={assist}
          attach={marks.attach}
        />
      </div>
      <ProblemsPane headline={headline(check)} problems={check.problems} onGo={({ line }) => marks.goTo(line)} />
    </div>
  );
}

function headline({ kind, problems }: PolicyCheck): string {
  const errors = problems.filter(({ tone }) => tone === "error").length;
  if (errors > 0) return plural(errors, "problem");
  if (problems.length > 0) return plural(problems.length, "warning");
  if (kind === "empty") return "Problems are listed here.";
  return kind === "waiting" ? "Asking the server…" : "No problems found.";
}
