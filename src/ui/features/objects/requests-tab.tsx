import { useMemo, useState } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Trace } from "../../../component-base/trace.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { whoOf } from "../../data/who.ts";
import { formatClock, formatCount, formatMs, plural } from "../../data/words.ts";
import { LinkButton } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { Check } from "../../design/field.tsx";
import { VirtualTable, type Column } from "../../design/virtual-table.tsx";
import { targetOf, type ObjectPath } from "../../kube/resource.ts";
import { useNarrow } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import { consoleAddress, logAddress, navigate } from "../../state/route.ts";
import { keyOfTrace, mostTraces, serverTraces } from "../../state/traces.ts";
import { creationOf, requestsOf, shortTarget } from "./requests-of.ts";

/** What touched an object: the requests to it that the log still has. A selected one opens in the log. */
export function RequestsTab({ path, object }: { readonly path: ObjectPath; readonly object: KubeObject }) {
  const page = usePage();
  const traces = serverTraces.use((state) => state.traces);
  const [withReads, setWithReads] = useState(false);
  const { shown, reads, creations } = useMemo(() => requestsOf(path, traces, withReads), [path, traces, withReads]);
  const { uid = "" } = object.metadata;
  const { value: creation } = useAnswer(`${uid} ${creations.length} ${creations[0]?.requestId ?? ""}`, () =>
    creationOf(uid, creations, (id) => page.inspect.traceText(id)),
  );
  const rows = creation === undefined ? shown : [...shown, creation];
  const narrow = useNarrow();
  const columns = useMemo(() => columnsOf(path).filter(({ id }) => !narrow || onPhones.includes(id)), [path, narrow]);
  const open = (trace: Trace) => navigate(logAddress(trace.requestId));
  return (
    <section className="column fill" aria-label="Requests">
      <div className="row wrap kp-body-bar">
        <p className="quiet small kp-requests-words">
          What touched this object, newest first: the requests to it among the last {formatCount(mostTraces)} of the
          log. Select one to see its stages and what it changed.
        </p>
        <Check label={`with ${plural(reads, "read")} of this page`} checked={withReads} onChecked={setWithReads} />
      </div>
      <VirtualTable
        label="Requests to the object"
        rows={rows}
        columns={columns}
        rowKey={keyOfTrace}
        {...(page.embed === undefined && { onSelect: open })}
        empty={
          <EmptyState
            icon="requests"
            title="No requests to it in the log"
            actions={
              page.embed === undefined ? (
                <LinkButton
                  icon="requests"
                  href={consoleAddress({ method: "GET", target: targetOf(path), send: true })}
                >
                  Get it in the console
                </LinkButton>
              ) : undefined
            }
          >
            It was created before this page was opened, or its requests are no longer kept.
          </EmptyState>
        }
      />
    </section>
  );
}

/** What a phone has room for. */
const onPhones = ["who", "request", "status"];

// oxfmt-ignore
const columnsOf = (path: ObjectPath): readonly Column<Trace>[] => [
  { id: "time", label: "Time", width: "64px", draw: (trace) => <span className="quiet mono">{formatClock(trace.at)}</span> },
  { id: "who", label: "Who", width: "minmax(96px, 2fr)", draw: (trace) => whoOf(trace.source) },
  { id: "request", label: "Request", width: "minmax(120px, 3fr)", draw: (trace) => <RequestCell path={path} trace={trace} /> },
  { id: "status", label: "Status", width: "44px", draw: ({ status }) => status },
  { id: "took", label: "Took", width: "60px", end: true, draw: (trace) => <span className="quiet">{formatMs(trace.durationUs / 1000)}</span> },
];

function RequestCell({ path, trace }: { readonly path: ObjectPath; readonly trace: Trace }) {
  return (
    <span className="mono" title={trace.target}>
      <span className="kp-verb" data-method={trace.method}>
        {trace.method}
      </span>{" "}
      {shortTarget(path, trace.target)}
    </span>
  );
}
