import { useMemo, useState } from "react";
import type { KubeObject, ManagedFieldsEntry } from "../../../apimachinery/meta.ts";
import { ChangeList } from "../../code/change-list.tsx";
import { bookkeeping, changesBetween, summarize } from "../../data/changes.ts";
import { formatClock } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Badge, type Tone } from "../../design/feedback.tsx";
import type { ObjectPath } from "../../kube/resource.ts";
import { usePage } from "../../state/page.ts";
import type { SeenRevision } from "./object-store.ts";
import { restore, restoreOnto, withToast } from "./writes.ts";

const words: Readonly<Record<SeenRevision["type"], readonly [word: string, tone: Tone]>> = {
  ADDED: ["created", "added"],
  MODIFIED: ["changed", "modified"],
  DELETED: ["deleted", "deleted"],
};

/** Lists the revisions of the object, newest first, each with its changes and an action that restores it. */
export function HistoryTab({
  path,
  seen,
  live,
}: {
  readonly path: ObjectPath;
  readonly seen: readonly SeenRevision[];
  readonly live: KubeObject | undefined;
}) {
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const newestFirst = useMemo(() => seen.map((item, i) => ({ item, before: seen[i - 1] })).toReversed(), [seen]);
  return (
    <div className="fill scroll" role="region" aria-label="History" tabIndex={0}>
      <p className="pad quiet small">
        Every revision that the server still keeps. Restoring one writes it again as a new revision.
      </p>
      <ol className="kp-revisions">
        {newestFirst.map(({ item, before }, i) => (
          <li key={item.revision}>
            <RevisionRow
              item={item}
              before={before}
              first={i === newestFirst.length - 1}
              open={chosen === item.revision}
              onToggle={() => setChosen(chosen === item.revision ? undefined : item.revision)}
            />
            {chosen === item.revision ? (
              <RevisionDetail path={path} item={item} before={before} live={live} newest={i === 0} />
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Returns the revision to diff with; undefined if the object was created at this revision. */
const earlier = (item: SeenRevision, before: SeenRevision | undefined): KubeObject | undefined =>
  before === undefined || item.type === "ADDED" || before.type === "DELETED" ? undefined : before.object;

/** Who wrote a revision and when, as far as its managedFields tell: the managers whose entries are new or newer. */
function writerInWords({ object, at }: SeenRevision, base: KubeObject | undefined): string {
  const keyOf = ({ manager, operation, subresource = "" }: ManagedFieldsEntry) =>
    `${manager} ${operation} ${subresource}`;
  // Times are of seconds, in which a manager may write more than once.
  const stateOf = ({ time, fieldsV1 }: ManagedFieldsEntry) => `${time} ${JSON.stringify(fieldsV1)}`;
  const known = new Map((base?.metadata.managedFields ?? []).map((entry) => [keyOf(entry), stateOf(entry)]));
  const newer = (object.metadata.managedFields ?? []).filter((entry) => known.get(keyOf(entry)) !== stateOf(entry));
  const time =
    at ??
    Date.parse(
      newer
        .map((entry) => entry.time ?? "")
        .toSorted()
        .at(-1) ?? "",
    );
  const who = [...new Set(newer.map(({ manager }) => manager))].join(", ");
  return [who === "" ? "" : `by ${who}`, Number.isNaN(time) ? "" : formatClock(time)]
    .filter((part) => part !== "")
    .join(" · ");
}

function RevisionRow({
  item,
  before,
  first,
  open,
  onToggle,
}: {
  readonly item: SeenRevision;
  readonly before: SeenRevision | undefined;
  readonly first: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
}) {
  const [word, tone] = words[item.type];
  const base = earlier(item, before);
  const summary =
    item.type === "MODIFIED" && base !== undefined ? summarize(changesBetween(base, item.object, bookkeeping)) : "";
  return (
    <button type="button" className="kp-fold kp-revision" aria-expanded={open} onClick={onToggle}>
      <span className="mono">{item.revision}</span>
      <Badge tone={tone}>{first && item.type === "MODIFIED" ? "oldest kept" : word}</Badge>
      <span className="mono clip kp-revision-change">{summary}</span>
      <span className="quiet small clip kp-revision-writer">{writerInWords(item, base)}</span>
    </button>
  );
}

function RevisionDetail({
  path,
  item,
  before,
  live,
  newest,
}: {
  readonly path: ObjectPath;
  readonly item: SeenRevision;
  readonly before: SeenRevision | undefined;
  readonly live: KubeObject | undefined;
  readonly newest: boolean;
}) {
  const page = usePage();
  const back = () =>
    void withToast(
      page,
      live === undefined ? restore(page, path, item.object) : restoreOnto(page, path, item.object, live),
      (made) => `Restored revision ${item.revision} as revision ${made.object.metadata.resourceVersion ?? ""}.`,
    );
  return (
    <div className="kp-revision-detail">
      <ChangeList
        label={`What revision ${item.revision} changed`}
        changes={changesBetween(earlier(item, before), item.object, bookkeeping)}
      />
      {newest && live !== undefined ? null : (
        <div className="pad">
          <Button size="small" icon="history" onClick={back}>
            Restore this revision
          </Button>
        </div>
      )}
    </div>
  );
}
