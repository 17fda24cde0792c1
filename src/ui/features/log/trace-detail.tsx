import { onlyReads, type Trace, type TraceStage } from "../../../component-base/trace.ts";
import { ChangeList } from "../../code/change-list.tsx";
import type { Change } from "../../data/changes.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { whoOf } from "../../data/who.ts";
import { formatBytes, formatClock, formatMs, plural, statusLine, statusTone } from "../../data/words.ts";
import { IconButton } from "../../design/button.tsx";
import { deferred } from "../../design/deferred.tsx";
import { Badge, Note } from "../../design/feedback.tsx";
import { usePage, type Page } from "../../state/page.ts";
import { faultOf } from "./fault-of.ts";
import { Message } from "./message-part.tsx";
import { TraceTools } from "./trace-tools.tsx";
import { Consequences } from "./consequences-list.tsx";
import { TraceSteps } from "./trace-steps.tsx";
import { loadChange } from "./trace-texts.ts";

/** The details of a request: the request, its user, the stages of processing, and the changes to the object. */
export function TraceDetail({
  trace,
  hrefOf,
  onClose,
}: {
  readonly trace: Trace;
  /** The address that shows another request. */
  readonly hrefOf: (id: string) => string;
  readonly onClose?: () => void;
}) {
  return (
    <section className="column fill kp-trace-detail" aria-label="Exchange">
      <div className="kp-toolbar wrap">
        <Badge tone={statusTone(trace.status)}>{statusLine(trace.status)}</Badge>
        <span className="grow" />
        <TraceTools trace={trace} />
        {onClose === undefined ? null : (
          <IconButton size="small" icon="close" label="Close the exchange" onClick={onClose} />
        )}
      </div>
      <div className="fill scroll pad stack" tabIndex={0} role="region" aria-label="What the server did">
        <h2 className="mono kp-trace-target">
          <strong>{trace.method}</strong> {trace.target}
        </h2>
        <p>
          {whoOf(trace.source)} as <code>{trace.user}</code> at{" "}
          <time dateTime={new Date(trace.at).toISOString()}>{formatClock(trace.at)}</time>;{" "}
          {trace.streaming ? "still streaming" : `answered in ${formatMs(trace.durationUs / 1000)}`},{" "}
          {formatBytes(trace.bytes)}.{" "}
          <span className="quiet">
            Audit id <code>{trace.requestId}</code>
          </span>
        </p>
        <Injected trace={trace} />
        {trace.warnings.map((warning) => (
          <Note key={warning} tone="warning">
            {warning}
          </Note>
        ))}
        <Stages trace={trace} />
        <Changes trace={trace} />
        {onlyReads(trace) ? null : <Consequences key={trace.requestId} trace={trace} hrefOf={hrefOf} />}
        <Message key={`${trace.requestId} request`} title="Request" message={trace.request} />
        <Message key={`${trace.requestId} answer`} title="Answer" message={trace.answer} />
      </div>
    </section>
  );
}

/** Says that a rule of faults has taken the request. */
function Injected({ trace }: { readonly trace: Trace }) {
  const fault = faultOf(trace);
  return fault === undefined ? null : (
    <Note tone="warning">
      Injected: the rule of faults “{fault}” has taken this request. <a href="#/server?tab=faults">Rules of faults</a>
    </Note>
  );
}

function Stages({ trace }: { readonly trace: Trace }) {
  if (trace.stages.length === 0) return <p className="quiet">No stages were recorded for this request.</p>;
  const total = Math.max(1, ...trace.stages.map((stage) => stage.startUs + stage.durationUs));
  return (
    <table className="kp-stages">
      <caption className="unseen">
        Stages of the request: {plural(trace.stages.length, "stage")} in {formatMs(total / 1000)}
      </caption>
      <thead>
        <tr>
          <th scope="col">Stage</th>
          <th scope="col">When</th>
          <th scope="col" className="kp-end">
            Took
          </th>
          <th scope="col">Decision</th>
        </tr>
      </thead>
      <tbody>
        {trace.stages.map((stage, i) => (
          <StageRow key={i} trace={trace} stage={stage} total={total} />
        ))}
      </tbody>
    </table>
  );
}

/** What the extension server did; its code is loaded with the first request that was sent on. */
const extensionTrace = deferred(async () => (await import("./extension-trace.tsx")).ExtensionTrace, null);

interface StageProps {
  readonly stage: TraceStage;
  readonly total: number;
}

function StageRow({ trace, stage, total }: StageProps & { readonly trace: Trace }) {
  const { steps = [] } = stage;
  return (
    <>
      <StageLine stage={stage} total={total} />
      {stage.name === "extension server" ? (
        <tr className="kp-stage-steps">
          <td colSpan={4}>
            <extensionTrace.View trace={trace} draw={(own) => <Stages trace={own} />} />
          </td>
        </tr>
      ) : null}
      {steps.length === 0 ? null : (
        <tr className="kp-stage-steps">
          <td colSpan={4}>
            <TraceSteps steps={steps} />
          </td>
        </tr>
      )}
    </>
  );
}

function StageLine({ stage, total }: StageProps) {
  return (
    <tr>
      <th scope="row">{stage.name}</th>
      <td className="kp-stage-track">
        <span
          style={{
            marginLeft: `${(stage.startUs / total) * 100}%`,
            width: `${Math.max(1, (stage.durationUs / total) * 100)}%`,
          }}
        />
      </td>
      <td className="kp-end quiet">{formatMs(stage.durationUs / 1000)}</td>
      <td>
        {stage.decision}
        {stage.warnings?.map((warning) => (
          <div key={warning} className="kp-log-warning">
            {warning}
          </div>
        ))}
      </td>
    </tr>
  );
}

type Loaded = "gone" | "none" | readonly Change[];

function Changes({ trace }: { readonly trace: Trace }) {
  const page = usePage();
  const changes = useLatestAnswer(() => loadChanges(page, trace), [page, trace]);
  if (changes === undefined || changes === "none") return null;
  if (changes === "gone")
    return <p className="quiet">The change is no longer kept. Only the newest requests keep theirs.</p>;
  return (
    <section>
      <h3>What it changed</h3>
      <div className="kp-boxed">
        <ChangeList label="What the request changed" changes={changes} />
      </div>
    </section>
  );
}

/** Compares the object before the first stage that has one with the object after the last. */
async function loadChanges(page: Page, { stages }: Trace): Promise<Loaded> {
  const before = stages.find((stage) => stage.objectBefore !== undefined)?.objectBefore;
  const after = stages.findLast((stage) => stage.objectAfter !== undefined)?.objectAfter;
  if (before === undefined && after === undefined) return "none";
  return (await loadChange(page, before, after)) ?? "gone";
}
