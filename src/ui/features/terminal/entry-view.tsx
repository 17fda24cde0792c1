import { codeType } from "../../platform/presenting.ts";
import { memo, useDeferredValue, useState } from "react";
import { formatCount, formatMs, plural } from "../../data/words.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { copy } from "../../state/copy.ts";
import { logChoice } from "../../state/log-choice.ts";
import { usePage } from "../../state/page.ts";
import { terminalAddress } from "../../state/route.ts";
import { setDock, settings } from "../../state/settings.ts";
import { ActionMenu } from "../../design/menu.tsx";
import { keptLines, outputText, type Block, type Entry } from "./model/transcript.ts";
import { SentRequests } from "./sent-requests.tsx";
import { terminal } from "./store.ts";

/** Output with more lines is not read aloud by itself: the line below says how much there is. */
const linesReadAloud = 40;

/** A command with its output, its exit code and the requests that it sent. */
export const EntryView = memo(function EntryView({ entry }: { readonly entry: Entry }) {
  const [explained, setExplained] = useState(false);
  // Its menu costs as much as long output: it is drawn after that.
  const hasTools = useDeferredValue(true, false);
  const { text, as, revision, blocks, lines } = entry;
  const dropped = lines - keptLines(entry);
  return (
    <article
      className="kp-entry"
      aria-label={text}
      data-running={entry.code === undefined ? "" : undefined}
      data-failed={entry.code === undefined || entry.code === 0 ? undefined : ""}
    >
      <div className="kp-entry-line">
        <pre>
          <span className="kp-prompt" data-past={revision === undefined ? undefined : ""}>
            {as === undefined ? "" : `${as} `}
            {revision === undefined ? "" : `@${revision} `}${" "}
          </span>
          {text}
        </pre>
        {hasTools ? <EntryTools id={entry.id} text={text} running={entry.code === undefined} /> : null}
      </div>
      <div
        className="kp-output"
        data-sentences={/^kubepad\s+why\b/.test(text) ? "" : undefined}
        aria-live={lines > linesReadAloud ? "off" : undefined}
      >
        {dropped > 1 ? <p className="quiet small">The first {plural(dropped, "line")} are no longer kept.</p> : null}
        {blocks.map((block) => (
          <OutputBlock key={block.id} block={block} />
        ))}
      </div>
      <EntryFoot entry={entry} explained={explained} onExplain={() => setExplained(!explained)} />
      {explained ? <SentRequests entry={entry} /> : null}
    </article>
  );
});

/** A part of the output. The browser lays out only parts that are in sight; their height is known before. */
const OutputBlock = memo(function OutputBlock({ block: { stream, text, lines } }: { readonly block: Block }) {
  return (
    <pre data-stream={stream} style={{ containIntrinsicBlockSize: `auto ${Math.max(1, lines) * codeType().line}px` }}>
      {text}
    </pre>
  );
});

interface EntryToolsProps {
  readonly id: number;
  readonly text: string;
  readonly running: boolean;
}

/** What can be done with a command. It is not drawn again for each piece of output. */
const EntryTools = memo(function EntryTools({ id, text, running }: EntryToolsProps) {
  const page = usePage();
  const { setText, run, stop } = terminal.of(page).getState();
  const output = () => {
    const entry = terminal
      .of(page)
      .getState()
      .entries.find((other) => other.id === id);
    return entry === undefined ? "" : outputText(entry);
  };
  const link = () => `${location.origin}${location.pathname}${terminalAddress(text)}`;
  return (
    <div className="row kp-entry-tools">
      {running ? <IconButton size="small" icon="stop" label="Stop this command" onClick={() => stop(id)} /> : null}
      <IconButton
        size="small"
        icon="copy"
        label="Copy the command"
        onClick={() => void copy(page, text, "Command copied.")}
      />
      <ActionMenu
        trigger={
          <Button size="small" tone="plain" className="kp-icon-button" icon="more" aria-label="More for this command" />
        }
        entries={[
          { label: "Copy the output", icon: "copy", onSelect: () => void copy(page, output(), "Output copied.") },
          ...(page.embed === undefined
            ? [
                {
                  label: "Copy a link",
                  icon: "external" as const,
                  onSelect: () => void copy(page, link(), "Link copied."),
                },
              ]
            : []),
          { label: "Edit and run again", icon: "edit", onSelect: () => setText(text) },
          { label: "Run again", icon: "play", onSelect: () => void run(text) },
        ]}
      />
    </div>
  );
});

interface EntryFootProps {
  readonly entry: Entry;
  readonly explained: boolean;
  readonly onExplain: () => void;
}

/** What became of the command, and what it asked of the server. */
function EntryFoot({ entry: { code, lines, ms, requests, text }, explained, onExplain }: EntryFootProps) {
  const page = usePage();
  const showInLog = () => {
    const ids = new Set(requests.map(({ id }) => id));
    logChoice
      .of(page)
      .getState()
      .choose({ ids, words: text.split("\n", 1)[0] ?? text });
    setDock(page, true);
    settings.of(page).getState().change({ sheetOpen: true });
  };
  return (
    <div className="row wrap small kp-entry-foot">
      {code === undefined ? (
        <span className="quiet">running</span>
      ) : code === 0 ? null : (
        <span className="kp-exit-code">exit code {code}</span>
      )}
      {lines > linesReadAloud ? <span className="quiet">{formatCount(lines)} lines</span> : null}
      {requests.length === 0 ? null : (
        <>
          {page.embed === undefined ? (
            <button type="button" className="kp-link" title="Shows them in the request log" onClick={showInLog}>
              {plural(requests.length, "request")}
            </button>
          ) : (
            <span className="quiet">{plural(requests.length, "request")}</span>
          )}
          <button type="button" className="kp-link" aria-expanded={explained} onClick={onExplain}>
            Explain this command
          </button>
        </>
      )}
      {code === undefined ? null : <span className="quiet">{formatMs(ms)}</span>}
    </div>
  );
}
