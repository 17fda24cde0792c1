import { useMemo } from "react";
import type { JsonValue } from "../../../../apimachinery/json/value.ts";
import { CodeView } from "../../../code/code-view.tsx";
import { statusLine, statusTone } from "../../../data/words.ts";
import { printJson } from "../../../data/yaml.ts";
import { Button, IconButton, LinkButton } from "../../../design/button.tsx";
import { Badge, EmptyState } from "../../../design/feedback.tsx";
import { Tabs } from "../../../design/tabs.tsx";
import { usePage } from "../../../state/page.ts";
import { logAddress, navigate, withParameters } from "../../../state/route.ts";
import { audit, type EventPart } from "./audit-store.ts";
import { eventInWords, levelWords, stageWords } from "./audit-words.ts";
import { objectsOf, type Entry } from "./entry.ts";

const parts = [
  { id: "words", label: "In words" },
  { id: "request", label: "Request object" },
  { id: "response", label: "Response object" },
  { id: "event", label: "Whole event" },
] as const;

export interface EventDetailProps {
  readonly entry: Entry;
  /** All events of the same request. */
  readonly stages: readonly Entry[];
  readonly onOpen: (entry: Entry | undefined) => void;
}

/** An event as sentences, with its annotations and the recorded objects. */
export function EventDetail({ entry, stages, onOpen }: EventDetailProps) {
  const part = audit.use((state) => state.part);
  const show = audit.use((state) => state.setPart);
  const { head } = entry;
  return (
    <section className="column fill" aria-label="Audit event">
      <div className="kp-toolbar">
        {head.responseStatus?.code === undefined ? (
          <Badge>{head.stage}</Badge>
        ) : (
          <Badge tone={statusTone(head.responseStatus.code)}>{statusLine(head.responseStatus.code)}</Badge>
        )}
        <span className="mono grow kp-audit-target">
          {head.verb} {head.requestURI}
        </span>
        <IconButton size="small" icon="close" label="Close the event" onClick={() => onOpen(undefined)} />
      </div>
      <Tabs label="Parts of the event" items={parts} value={part} onValue={show} />
      <Body part={part} entry={entry} stages={stages} onOpen={onOpen} />
    </section>
  );
}

function Body({ part, entry, stages, onOpen }: EventDetailProps & { readonly part: EventPart }) {
  const objects = useMemo(
    () => (part === "request" || part === "response" ? objectsOf(entry) : undefined),
    [part, entry],
  );
  switch (part) {
    case "words":
      return <Words entry={entry} stages={stages} onOpen={onOpen} />;
    case "event":
      return (
        <CodeView
          label="The event as JSON"
          language="json"
          text={printJson(JSON.parse(entry.text))}
          folded={["managedFields"]}
        />
      );
    case "request":
      return <KeptObject value={objects?.requestObject} label="Request object" entry={entry} />;
    case "response":
      return <KeptObject value={objects?.responseObject} label="Response object" entry={entry} />;
  }
}

function Words({ entry: { key, head }, stages, onOpen }: EventDetailProps) {
  return (
    <div className="fill scroll pad stack" tabIndex={0} role="region" aria-label="The event in words">
      <div>
        {eventInWords(head).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <dl className="kp-audit-facts">
        <div>
          <dt>Level</dt>
          <dd>
            <strong>{head.level}</strong> <span className="quiet">{levelWords[head.level]}</span>
          </dd>
        </div>
        <div>
          <dt>Stage</dt>
          <dd>
            <strong>{head.stage}</strong> <span className="quiet">{stageWords[head.stage]}</span>
          </dd>
        </div>
        {stages.length < 2 ? null : (
          <div>
            <dt>Its stages</dt>
            <dd className="row wrap">
              {stages.map((stage) => (
                <Button key={stage.key} size="small" aria-pressed={stage.key === key} onClick={() => onOpen(stage)}>
                  {stage.head.stage}
                </Button>
              ))}
            </dd>
          </div>
        )}
        <WhoAsked head={head} />
        <div>
          <dt>Audit id</dt>
          <dd>
            <code>{head.auditID}</code>{" "}
            <LinkButton
              size="small"
              tone="plain"
              icon="requests"
              href={logAddress(head.auditID)}
              title="Stages of the request"
            >
              Its trace
            </LinkButton>
          </dd>
        </div>
      </dl>
      <Annotations annotations={Object.entries(head.annotations ?? {})} />
    </div>
  );
}

/** The user, the impersonated user and the user agent. */
function WhoAsked({ head }: { readonly head: Entry["head"] }) {
  return (
    <>
      <div>
        <dt>User</dt>
        <dd>
          {head.user.username ?? "nobody"} <span className="quiet">{(head.user.groups ?? []).join(", ")}</span>
        </dd>
      </div>
      {head.impersonatedUser === undefined ? null : (
        <div>
          <dt>Acting as</dt>
          <dd>
            {head.impersonatedUser.username}{" "}
            <span className="quiet">{(head.impersonatedUser.groups ?? []).join(", ")}</span>
          </dd>
        </div>
      )}
      {head.userAgent === undefined ? null : (
        <div>
          <dt>Client</dt>
          <dd>
            <code>{head.userAgent}</code>
          </dd>
        </div>
      )}
    </>
  );
}

function Annotations({ annotations }: { readonly annotations: readonly (readonly [name: string, value: string])[] }) {
  return (
    <>
      <h2>Annotations</h2>
      {annotations.length === 0 ? (
        <p className="quiet">None.</p>
      ) : (
        <dl className="kp-audit-facts kp-audit-notes">
          {annotations.map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{value === "" ? <span className="quiet">empty</span> : value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function KeptObject({
  value,
  label,
  entry: { head },
}: {
  readonly value: JsonValue | undefined;
  readonly label: string;
  readonly entry: Entry;
}) {
  const page = usePage();
  if (value !== undefined)
    return (
      <CodeView
        label={label}
        language={typeof value === "string" ? "yaml" : "json"}
        text={typeof value === "string" ? value : printJson(value)}
      />
    );
  const policy = (
    <Button
      icon="edit"
      onClick={() => navigate(withParameters(page.route.getState(), { view: "policy", event: undefined }), true)}
    >
      Choose a policy
    </Button>
  );
  const enough = head.level === "RequestResponse" || (head.level === "Request" && label === "Request object");
  return enough ? (
    <EmptyState icon="objects" title={`No ${label.toLowerCase()}`}>
      There is none at this stage.
    </EmptyState>
  ) : (
    <EmptyState icon="objects" title="Not kept" actions={policy}>
      At level {head.level} {label === "Request object" ? "no objects are" : "what was answered is not"} logged. The
      level Request adds the request body, RequestResponse the response body too.
    </EmptyState>
  );
}
