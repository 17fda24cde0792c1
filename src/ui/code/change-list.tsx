import { shown, summarize, type Change } from "../data/changes.ts";
import { WholeObject } from "./whole-object.tsx";

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
    return (
      <div className="kp-whole" data-kind={only.kind}>
        <p className="quiet small">
          {only.kind === "added" ? "The object as created" : "The object before it was deleted"}
        </p>
        <WholeObject label={label} object={only.kind === "added" ? only.after : only.before} />
      </div>
    );
  return (
    <div className="kp-diff" role="list" aria-label={label} title={summarize(changes)}>
      {changes.map((change) => (
        <ChangeRow key={`${change.kind} ${change.path}`} change={change} />
      ))}
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
