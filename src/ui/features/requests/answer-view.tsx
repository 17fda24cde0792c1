import { isExpired } from "../../../client/is-expired.ts";
import { isWatch } from "../../kube/resource.ts";
import { useMemo, useState } from "react";
import type { AnswerHeader } from "../../../component-base/exchange.ts";
import { CodeView } from "../../code/code-view.tsx";
import { refusal, warningsOf } from "../../data/send.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { formatBytes, formatMs, statusLine, statusTone } from "../../data/words.ts";
import { looksLikeJson, type Language } from "../../../assist/language.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Badge, EmptyState, Note, Skeleton } from "../../design/feedback.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { copy } from "../../state/copy.ts";
import { useLaidOut } from "../../code/use-yaml.ts";
import { usePage } from "../../state/page.ts";
import { settings } from "../../state/settings.ts";
import type { RequestChange } from "../../shared/request-change.ts";
import { StatusNote, WarningHelp } from "../../shared/status-note.tsx";
import { deferred } from "../../design/deferred.tsx";
import { textsOf } from "../../texts/texts.ts";
import { NextSteps } from "./next-steps.tsx";
import { answerInWords, readUpTo, sizeInWords } from "./answer-words.ts";
import { withMediaTypes } from "./draft.ts";
import { repeatable } from "./repeatable.ts";
import type { Run } from "./run.ts";
import { StreamView } from "./stream-view.tsx";
import { requests } from "./store.ts";

const migration = deferred(async () => (await import("../../migration/migration-note.tsx")).MigrationNote, null);

const encodings = deferred(
  async () => (await import("../../encodings/encodings-panel.tsx")).EncodingsPanel,
  <Skeleton lines={8} />,
);

/** Bodies larger than this are formatted only on request. */
const largeFrom = { yaml: 300_000, json: 1_000_000 } as const;

type View = "json" | "yaml" | "raw" | "encodings" | "headers";

/** The response: a summary, followed by the body. */
export function AnswerView() {
  const run = requests.use((state) => (state.shown === undefined ? undefined : state.runs[state.shown]));
  if (run === undefined) return <Nothing />;
  return (
    <section className="column" aria-label="Answer">
      <AnswerHead run={run} />
      {run.phase === "sending" ? (
        <Skeleton lines={8} />
      ) : run.timeline === undefined ? (
        <AnswerBody run={run} />
      ) : (
        <StreamView run={run} timeline={run.timeline} />
      )}
    </section>
  );
}

function Nothing() {
  const send = requests.use((state) => state.send);
  const { method, target } = requests.use((state) => state.draft);
  return (
    <section className="column" aria-label="Answer">
      <EmptyState
        icon="requests"
        title="The answer appears here"
        actions={
          <Button icon="send" onClick={send}>
            Send {target.length > 36 ? `this ${method}` : `${method} ${target}`}
          </Button>
        }
      >
        Send a request to the API server in this tab. Watches are shown as a timeline, errors with an explanation.
      </EmptyState>
    </section>
  );
}

function AnswerHead({ run }: { readonly run: Run }) {
  const warnings = warningsOf(run.headers);
  const status = run.status >= 400 ? refusal(run.status, run.text) : run.timeline?.error;
  const code = run.timeline?.error?.code ?? run.status;
  const { resume, setDraft, send, draft } = requests.use((state) => state);
  const isOfDraft = draft.method === run.draft.method && draft.target === run.draft.target;
  const change = ({ isSent, contentType, accept, ...parts }: RequestChange) => {
    setDraft(withMediaTypes({ ...run.draft, ...parts }, contentType, accept));
    if (isSent) send();
  };
  return (
    <>
      <div className="kp-toolbar" role="status">
        {run.status === 0 ? (
          <Badge>{run.phase === "sending" ? "sending" : run.phase}</Badge>
        ) : (
          <Badge tone={statusTone(code)}>{statusLine(code)}</Badge>
        )}
        <span className="grow clip">
          {isOfDraft ? null : (
            <>
              <code>
                {run.draft.method} {run.draft.target}
              </code>
              :{" "}
            </>
          )}
          <AnswerWords key={run.id} run={run} />
        </span>
        <span className="quiet small kp-answer-figures">
          {formatMs(run.durationMs)}
          {run.timeline === undefined ? ` · ${formatBytes(run.bytes)}` : ""}
        </span>
      </div>
      {run.trouble === "" ? null : (
        <div className="pad">
          <Note tone="error">{run.trouble}</Note>
        </div>
      )}
      {status === undefined ? null : (
        <div className="pad">
          <StatusNote
            key={run.id}
            status={status}
            request={run.draft}
            toldElsewhere="request-of-removed-version"
            onChange={change}
          />
          {isWatch(run.draft.method, run.draft.target) && isExpired(status) ? (
            <Button size="small" icon="refresh" onClick={() => void resume()}>
              List again and resume
            </Button>
          ) : null}
        </div>
      )}
      {warnings.length === 0 ? null : (
        <div className="pad stack">
          {warnings.map((warning) => (
            <Note key={warning} tone="warning">
              {warning}
            </Note>
          ))}
          <WarningHelp key={run.id} warnings={warnings} request={run.draft} onChange={change} />
        </div>
      )}
      <Migration run={run} deprecated={warnings.some((warning) => warning.includes(" is deprecated"))} />
      {run.phase === "done" || run.phase === "streaming" ? <NextSteps run={run} /> : null}
    </>
  );
}

/** The answer in a sentence. A long body is read in a worker, for the size of its list. */
function AnswerWords({ run }: { readonly run: Run }) {
  const page = usePage();
  const isLong = run.text.length > readUpTo;
  const words = useMemo(() => answerInWords(run), [run]);
  const { value } = useAnswer(`${isLong}`, async () => (isLong ? textsOf(page).listSize(run.text) : undefined));
  return value === undefined ? words : sizeInWords(value);
}

/**
 * Migration advice if the request uses a deprecated or removed version: the server rejected it or returned a warning.
 */
function Migration({ run, deprecated }: { readonly run: Run; readonly deprecated: boolean }) {
  const edit = requests.use((state) => state.edit);
  if (!deprecated && run.status !== 404 && run.status !== 400) return null;
  return (
    <migration.View
      key={run.id}
      request={run.draft}
      served={deprecated}
      onRewrite={({ target, body }) => edit({ target, body })}
    />
  );
}

function AnswerBody({ run }: { readonly run: Run }) {
  const language = settings.use((state) => state.language);
  const change = settings.use((state) => state.change);
  const [view, setView] = useState<View>(language);
  const page = usePage();
  const show = (next: View) => {
    setView(next);
    if (next === "yaml" || next === "json") change({ language: next });
  };
  return (
    <>
      <Tabs
        label="Views of the answer"
        items={[
          { id: "yaml", label: "YAML" },
          { id: "json", label: "JSON" },
          { id: "raw", label: "Raw" },
          { id: "encodings", label: "Encodings" },
          { id: "headers", label: "Headers", count: run.headers.length },
        ]}
        value={view}
        onValue={show}
        end={
          <IconButton
            icon="copy"
            size="small"
            label="Copy the body"
            onClick={() => void copy(page, run.text, "Body copied.")}
          />
        }
      />
      {view === "headers" ? (
        <HeaderTable headers={run.headers} />
      ) : view === "encodings" ? (
        <AnswerEncodings run={run} />
      ) : (
        <BodyText key={run.id} text={run.text} view={view} />
      )}
    </>
  );
}

function AnswerEncodings({ run }: { readonly run: Run }) {
  const found = useMemo(() => repeatable(run), [run]);
  if (found.kind === "never") return <p className="pad quiet">{found.words}</p>;
  return <encodings.View key={run.id} question={found.question} stamp={run.id} subject="answer" note={found.note} />;
}

function HeaderTable({ headers }: { readonly headers: readonly AnswerHeader[] }) {
  return (
    <div className="fill scroll pad" tabIndex={0} role="region" aria-label="Answer headers">
      <dl className="kp-facts mono">
        {headers.map(([name, value], i) => (
          <div key={i}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function BodyText({ text, view }: { readonly text: string; readonly view: "json" | "yaml" | "raw" }) {
  const [asked, setAsked] = useState(false);
  if (text === "") return <p className="pad quiet">The response has no body.</p>;
  if (view === "raw" || !looksLikeJson(text)) return <CodeView label="Answer body" language="json" text={text} />;
  if (text.length > largeFrom[view] && !asked) {
    return (
      <EmptyState
        icon="objects"
        title={`A body of ${formatBytes(text.length)}`}
        actions={<Button onClick={() => setAsked(true)}>Format it</Button>}
      >
        Formatting a body of this size takes a moment. “Raw” shows it at once. Set limit in the request to get less.
      </EmptyState>
    );
  }
  return <LaidOut key={view} text={text} language={view} />;
}

function LaidOut({ text, language }: { readonly text: string; readonly language: Language }) {
  const laidOut = useLaidOut(text, language);
  if (laidOut !== undefined) return <CodeView label="Answer body" language={language} text={laidOut} />;
  return (
    <>
      {text.length < largeFrom[language] ? null : (
        <p className="pad quiet" role="status">
          Formatting {formatBytes(text.length)} in the background. The page stays usable, and Raw shows the body at
          once.
        </p>
      )}
      <Skeleton lines={8} />
    </>
  );
}
