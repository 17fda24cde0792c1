import { useMemo } from "react";
import { summarize, type Change } from "../data/changes.ts";
import { printJson } from "../data/yaml.ts";
import { settings } from "../state/settings.ts";
import { CodeView } from "./code-view.tsx";
import { useYaml } from "./use-yaml.ts";

const signs: Readonly<Record<Change["kind"], readonly [sign: string, word: string]>> = {
  added: ["+", "added"],
  removed: ["−", "removed"],
  changed: ["~", "changed"],
  moved: ["↕", "moved"],
};

/** Lists the differences between two objects, one row per path, with the old and new values. */
export function ChangeList({ changes, label }: { readonly changes: readonly Change[]; readonly label: string }) {
  const [only] = changes;
  if (only === undefined)
    return <p className="quiet pad">No changes, apart from metadata that the server maintains itself.</p>;
  if (only.path === "" && (only.kind === "added" || only.kind === "removed"))
    return <WholeObject label={label} kind={only.kind} object={only.kind === "added" ? only.after : only.before} />;
  return (
    <div className="kp-diff" role="list" aria-label={label} title={summarize(changes)}>
      {changes.map((change) => (
        <ChangeRow key={`${change.kind} ${change.path}`} change={change} />
      ))}
    </div>
  );
}

/** An object that was created or deleted, shown as a whole. */
function WholeObject({
  label,
  kind,
  object,
}: {
  readonly label: string;
  readonly kind: "added" | "removed";
  readonly object: unknown;
}) {
  const language = settings.use((state) => state.language);
  const json = useMemo(() => printJson(object), [object]);
  const yaml = useYaml(json);
  return (
    <div className="kp-whole" data-kind={kind}>
      <p className="quiet small">{kind === "added" ? "The object as created" : "The object before it was deleted"}</p>
      <CodeView label={label} language={language} text={language === "json" ? json : (yaml ?? "")} />
    </div>
  );
}

function ChangeRow({ change }: { readonly change: Change }) {
  const [sign, word] = signs[change.kind];
  return (
    <div className="kp-change" role="listitem" data-kind={change.kind}>
      <span aria-label={word}>{sign}</span>
      <span>{change.path === "" ? "the whole object" : change.path}</span>
      <span>
        {change.kind === "removed" || change.kind === "changed" ? <del>{shown(change.before)}</del> : null}
        {change.kind === "changed" ? " → " : null}
        {change.kind === "added" || change.kind === "changed" ? <ins>{shown(change.after)}</ins> : null}
      </span>
    </div>
  );
}

const shown = (value: unknown): string => {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value, null, 1) : JSON.stringify(value);
  return text.length > 1200 ? `${text.slice(0, 1200)}…` : text;
};
