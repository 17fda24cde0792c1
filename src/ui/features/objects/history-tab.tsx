import { useMemo, useState } from "react";
import type { KubeObject, ManagedFieldsEntry } from "../../../apimachinery/meta.ts";
import type { Trace } from "../../../component-base/trace.ts";
import { ChangeList } from "../../code/change-list.tsx";
import { bookkeeping, changesBetween, summarize } from "../../data/changes.ts";
import { formatClock } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Badge, type Tone } from "../../design/feedback.tsx";
import type { ObjectPath } from "../../kube/resource.ts";
import { usePage, whyUnchangeable } from "../../state/page.ts";
import { logAddress } from "../../state/route.ts";
import { serverTraces } from "../../state/traces.ts";
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
  const writers = useWriters();
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
              writer={writers.get(item.revision)}
              onToggle={() => setChosen(chosen === item.revision ? undefined : item.revision)}
            />
            {chosen === item.revision ? (
              <RevisionDetail
                path={path}
                item={item}
                before={before}
                live={live}
                newest={i === 0}
                writer={writers.get(item.revision)}
              />
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

/** The requests that wrote revisions, by the revision; of several that answered with one, the first wrote it. */
function useWriters(): ReadonlyMap<string, Trace> {
  const traces = serverTraces.use((state) => state.traces);
  return useMemo(() => {
    const writers = new Map<string, Trace>();
    for (const trace of traces)
      if (trace.revision !== undefined && !writers.has(trace.revision)) writers.set(trace.revision, trace);
    return writers;
  }, [traces]);
}

/**
 * Who wrote a revision and when, as far as its managedFields tell: the managers whose entries are new or newer, and the
 * controller behind them that sent the request.
 */
function writerInWords({ object, at }: SeenRevision, base: KubeObject | undefined, request: Trace | undefined): string {
  const keyOf = ({ manager, operation, subresource = "" }: ManagedFieldsEntry) =>
    `${manager} ${operation} ${subresource}`;
  // Times are of seconds, in which a manager may write more than once.
  const stateOf = ({ time, fieldsV1 }: ManagedFieldsEntry) => `${time} ${JSON.stringify(fieldsV1)}`;
  const known = new Map((base?.metadata.managedFields ?? []).map((entry) => [keyOf(entry), stateOf(entry)]));
  const newer = (object.metadata.managedFields ?? []).filter((entry) => known.get(keyOf(entry)) !== stateOf(entry));
  const told = newer
    .map((entry) => entry.time ?? "")
    .toSorted()
    .at(-1);
  // What one manager writes twice in a second leaves managedFields as they are: the request knows when.
  const time = at ?? (told === undefined ? (request?.at ?? Number.NaN) : Date.parse(told));
  const who = [...new Set(newer.map(({ manager }) => manager))].join(", ");
  const behind =
    request?.source.kind === "controller" && request.source.name !== who ? ` (${request.source.name})` : "";
  return [who === "" ? "" : `by ${who}${behind}`, Number.isNaN(time) ? "" : formatClock(time)]
    .filter((part) => part !== "")
    .join(" · ");
}

function RevisionRow({
  item,
  before,
  first,
  open,
  writer,
  onToggle,
}: {
  readonly item: SeenRevision;
  readonly before: SeenRevision | undefined;
  readonly first: boolean;
  /** The request that wrote it, if the log has it. */
  readonly writer: Trace | undefined;
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
      <span className="quiet small clip kp-revision-writer">{writerInWords(item, base, writer)}</span>
    </button>
  );
}

function RevisionDetail({
  path,
  item,
  before,
  live,
  newest,
  writer,
}: {
  readonly path: ObjectPath;
  readonly item: SeenRevision;
  readonly before: SeenRevision | undefined;
  readonly live: KubeObject | undefined;
  readonly newest: boolean;
  readonly writer: Trace | undefined;
}) {
  const page = usePage();
  const why = whyUnchangeable(page);
  const canRestore = !newest || live === undefined;
  const canLead = writer !== undefined && page.embed === undefined;
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
      {canRestore || canLead ? (
        <div className="pad row wrap">
          {canRestore ? (
            <Button size="small" icon="history" disabled={why !== undefined} title={why} onClick={back}>
              Restore this revision
            </Button>
          ) : null}
          {canLead ? (
            <LinkButton size="small" tone="plain" icon="requests" href={logAddress(writer.requestId)}>
              The request that wrote it
            </LinkButton>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
