import { summarize, type Change } from "../data/changes.ts";

const signs: Readonly<Record<Change["kind"], readonly [sign: string, word: string]>> = {
  added: ["+", "added"],
  removed: ["−", "removed"],
  changed: ["~", "changed"],
  moved: ["↕", "moved"],
};

/** Differences of two objects, a row a path: what was there and what is there. */
export function ChangeList({ changes, label }: { readonly changes: readonly Change[]; readonly label: string }) {
  if (changes.length === 0)
    return <p className="quiet pad">Nothing differs but the server's bookkeeping (revision, managed fields).</p>;
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

const shown = (value: unknown): string => {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value, null, 1) : JSON.stringify(value);
  return text.length > 1200 ? `${text.slice(0, 1200)}…` : text;
};
