import { useState } from "react";
import { Button, IconButton } from "../../design/button.tsx";
import { Badge, EmptyState } from "../../design/feedback.tsx";
import { TextInput } from "../../design/field.tsx";
import { formatAge, statusLine, statusTone } from "../../data/words.ts";
import { usePage } from "../../state/page.ts";
import { requests, type HistoryEntry } from "./store.ts";

/** Lists previous requests, pinned ones first. A click loads a request so that it can be sent again. */
export function HistoryList() {
  const history = requests.use((state) => state.history);
  const clear = requests.use((state) => state.clear);
  const [filter, setFilter] = useState("");
  const fitting = history.filter(({ draft }) =>
    `${draft.method} ${draft.target}`.toLowerCase().includes(filter.toLowerCase()),
  );
  const ordered = [...fitting.filter((entry) => entry.pinned), ...fitting.filter((entry) => !entry.pinned)];
  return (
    <aside className="column" aria-label="History">
      <div className="kp-toolbar">
        <TextInput placeholder="Filter history" aria-label="Filter history" value={filter} onValue={setFilter} />
        <IconButton
          icon="clear"
          label="Clear the history, except pinned requests"
          onClick={clear}
          disabled={history.length === 0}
        />
      </div>
      {history.length === 0 ? (
        <EmptyState icon="history" title="Nothing sent yet">
          Requests that you send are listed here. Open one to change it or send it again.
        </EmptyState>
      ) : (
        <ul className="fill scroll kp-history" tabIndex={0} aria-label="Requests sent before">
          {ordered.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </aside>
  );
}

function Entry({ entry }: { readonly entry: HistoryEntry }) {
  const page = usePage();
  const shown = requests.use((state) => state.shown === entry.id);
  const watching = requests.use((state) => state.runs[entry.id]?.phase === "streaming");
  const { pin, forget } = requests.use((state) => state);
  const { draft } = entry;
  return (
    <li className="kp-history-entry" data-selected={shown ? "" : undefined}>
      <a
        className="grow"
        href={`#/requests/${entry.id}`}
        aria-current={shown ? "true" : undefined}
        title={draft.target}
      >
        <span className="row">
          <span className="kp-verb mono" data-method={draft.method}>
            {draft.method}
          </span>
          <span className="mono clip">{draft.target}</span>
        </span>
        <span className="row small quiet">
          {watching ? (
            <Badge tone="info">watching</Badge>
          ) : entry.status === 0 ? (
            <span>no answer</span>
          ) : (
            <Badge tone={statusTone(entry.status)}>{statusLine(entry.status)}</Badge>
          )}
          <time dateTime={new Date(entry.at).toISOString()} title={new Date(entry.at).toLocaleString()}>
            {formatAge(entry.at, page.clock.now())} ago
          </time>
        </span>
      </a>
      <span className="kp-history-actions">
        <IconButton
          icon="pin"
          size="small"
          label={entry.pinned ? "Unpin" : "Pin"}
          aria-pressed={entry.pinned}
          onClick={() => pin(entry.id)}
        />
        <IconButton icon="close" size="small" label="Remove" onClick={() => forget(entry.id)} />
      </span>
    </li>
  );
}

/** The button that shows the history on narrow screens. */
export function HistoryToggle({ open, onToggle }: { readonly open: boolean; readonly onToggle: () => void }) {
  return (
    <Button icon="history" size="small" tone="plain" aria-pressed={open} onClick={onToggle}>
      History
    </Button>
  );
}
