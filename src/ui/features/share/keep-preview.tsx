import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { ContentChange, ObjectReport } from "../../../share/create-objects.ts";
import { ChangeList } from "../../code/change-list.tsx";
import { changesBetween } from "../../data/changes.ts";
import { formatCount, plural } from "../../data/words.ts";
import { Note } from "../../design/feedback.tsx";
import { Check } from "../../design/field.tsx";
import { objectInWords } from "./share-words.ts";

const mostNames = 20;

/** Shows what keeping objects does: which are new, which exist with the same content, and which with another. */
export function KeepPreview({
  reports,
  replaced,
  onReplaced,
}: {
  readonly reports: readonly ObjectReport[];
  /** The objects that take the place of those on the own server. */
  readonly replaced: ReadonlySet<KubeObject>;
  readonly onReplaced: (replaced: ReadonlySet<KubeObject>) => void;
}) {
  const created = reports.filter(({ outcome }) => outcome === "created");
  const unchanged = reports.filter(({ outcome }) => outcome === "unchanged");
  const other = reports.filter(({ outcome }) => outcome === "left");
  return (
    <>
      <p>
        {plural(created.length, "object")} will be created on your server.
        {unchanged.length === 0
          ? ""
          : ` ${plural(unchanged.length, "object")} ${unchanged.length === 1 ? "is" : "are"} there already.`}
      </p>
      <Names title="New" reports={created} />
      {other.length === 0 ? null : <Others reports={other} replaced={replaced} onReplaced={onReplaced} />}
      <Names title="There already, with the same content" reports={unchanged} />
      <Failures reports={reports.filter(({ outcome }) => outcome === "failed")} />
    </>
  );
}

function Names({ title, reports }: { readonly title: string; readonly reports: readonly ObjectReport[] }) {
  if (reports.length === 0) return null;
  return (
    <details className="kp-share-kind">
      <summary>
        {title} <span className="quiet">{formatCount(reports.length)}</span>
      </summary>
      <ul>
        {reports.slice(0, mostNames).map(({ object }, i) => (
          <li key={i}>{objectInWords(object)}</li>
        ))}
        <More count={reports.length - mostNames} />
      </ul>
    </details>
  );
}

const More = ({ count }: { readonly count: number }) =>
  count > 0 ? <li className="quiet">and {formatCount(count)} more</li> : null;

/** The objects that exist with other content, each with the change, to be replaced where the reader chooses so. */
function Others({
  reports,
  replaced,
  onReplaced,
}: {
  readonly reports: readonly ObjectReport[];
  readonly replaced: ReadonlySet<KubeObject>;
  readonly onReplaced: (replaced: ReadonlySet<KubeObject>) => void;
}) {
  const set = (object: KubeObject, isReplaced: boolean) => {
    const next = new Set(replaced);
    if (isReplaced) next.add(object);
    else next.delete(object);
    onReplaced(next);
  };
  return (
    <>
      <Note tone="warning">
        You have {plural(reports.length, "object")} with the same name and other content. Yours{" "}
        {reports.length === 1 ? "stays as it is" : "stay as they are"} where you do not replace{" "}
        {reports.length === 1 ? "it" : "them"}.
      </Note>
      {reports.length === 1 ? null : (
        <Check
          label={`Replace all ${formatCount(reports.length)} of mine`}
          checked={replaced.size === reports.length}
          onChecked={(all) => onReplaced(new Set(all ? reports.map(({ object }) => object) : []))}
        />
      )}
      <ul className="kp-keep-others">
        {reports.slice(0, mostNames).map(({ object, change }, i) => (
          <li key={i}>
            <Check
              label={`Replace ${objectInWords(object)}`}
              checked={replaced.has(object)}
              onChecked={(isReplaced) => set(object, isReplaced)}
            />
            {change === undefined ? null : <ChangeOf name={objectInWords(object)} change={change} />}
          </li>
        ))}
        <More count={reports.length - mostNames} />
      </ul>
    </>
  );
}

function ChangeOf({ name, change: { before, after } }: { readonly name: string; readonly change: ContentChange }) {
  const changes = changesBetween(before, after);
  return (
    <details>
      <summary>{plural(changes.length, "change")} to yours</summary>
      <ChangeList changes={changes} label={`Changes to ${name}`} />
    </details>
  );
}

/** The objects that the server rejected, with its messages. */
export function Failures({ reports }: { readonly reports: readonly ObjectReport[] }) {
  if (reports.length === 0) return null;
  return (
    <Note tone="error">
      {plural(reports.length, "object")} rejected by the server:
      <ul className="kp-share-failures">
        {reports.slice(0, mostNames).map(({ object, message }, i) => (
          <li key={i}>
            {objectInWords(object)}: {message}
          </li>
        ))}
      </ul>
    </Note>
  );
}
