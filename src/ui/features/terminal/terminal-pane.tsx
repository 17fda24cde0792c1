import { useEffect, useRef, type ReactNode } from "react";
import { IconButton, Button } from "../../design/button.tsx";
import { Note } from "../../design/feedback.tsx";
import { isEmbedded } from "../../platform/embedded.ts";
import { useNarrow } from "../../platform/media.ts";
import { NamespaceField } from "../../shared/namespace-field.tsx";
import { identity } from "../../state/identity.ts";
import { usePage } from "../../state/page.ts";
import { EmptyTerminal } from "./empty-terminal.tsx";
import { EntryView } from "./entry-view.tsx";
import { folder } from "../../state/folder.ts";
import { InputLine } from "./input-line.tsx";
import { terminal } from "./store.ts";
import "./terminal.css";

export interface TerminalPaneProps {
  /** Buttons at the end of the pane's bar. */
  readonly tools?: ReactNode;
  /** Whether the line for the next command gets the focus. */
  readonly autoFocus?: boolean;
}

/** The transcript of commands over the line for the next one. */
export function TerminalPane({ tools, autoFocus = false }: TerminalPaneProps) {
  const trouble = terminal.use((state) => state.trouble);
  const prepare = terminal.use((state) => state.prepare);
  useEffect(prepare, [prepare]);
  return (
    <section className="column fill kp-terminal" aria-label="Terminal">
      <TerminalBar tools={tools} />
      {trouble === "" ? null : <Note tone="error">{trouble}</Note>}
      <Transcript />
      <InputLine autoFocus={autoFocus} />
    </section>
  );
}

function TerminalBar({ tools }: { readonly tools: ReactNode }) {
  const page = usePage();
  const namespace = terminal.use((state) => state.namespace);
  const { run, clear, stop } = terminal.of(page).getState();
  const running = terminal.use((state) => state.entries.some(({ code }) => code === undefined));
  const as = identity.use((state) => state.as);
  return (
    <div className="kp-toolbar kp-terminal-bar">
      <label className="row small">
        <span className="quiet">Namespace</span>
        <NamespaceField
          key={namespace}
          field={{ "aria-label": "Namespace of the context" }}
          value={namespace}
          onValue={(name) => {
            const wanted = name === "" ? "default" : name;
            if (wanted !== namespace) void run(`kubectl config set-context --current --namespace=${wanted}`);
          }}
        />
      </label>
      {as === undefined || page.embed !== undefined ? null : (
        <span className="quiet small clip">
          as <code>{as.user}</code>
        </span>
      )}
      <span className="grow" />
      {running ? (
        <Button size="small" icon="stop" title="Stops the command (Ctrl C)" onClick={() => stop()}>
          Stop
        </Button>
      ) : null}
      <FilesButton />
      <IconButton size="small" icon="clear" label="Clear the terminal (Ctrl L)" onClick={clear} />
      {tools}
    </div>
  );
}

function FilesButton() {
  const open = folder.use((state) => state.open);
  const setOpen = folder.use((state) => state.setOpen);
  const page = usePage();
  const narrow = useNarrow();
  const place = page.route.getState().parts[0];
  if ((narrow && !isEmbedded()) || place !== "terminal") return null;
  return (
    <Button size="small" tone="plain" aria-pressed={open} onClick={() => setOpen(!open)}>
      Files
    </Button>
  );
}

/** How near to the end, in pixels, the transcript follows new output. */
const nearEnd = 40;

/** The commands and their output, oldest first. New output keeps its end in sight, unless the reader has left it. */
function Transcript() {
  const entries = terminal.use((state) => state.entries);
  const region = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const last = entries.at(-1)?.id;
  useEffect(() => {
    follows.current = true;
  }, [last]);
  useEffect(() => {
    const area = region.current;
    if (area !== null && follows.current) area.scrollTop = area.scrollHeight;
  }, [entries]);
  const onScroll = () => {
    const area = region.current;
    if (area !== null) follows.current = area.scrollHeight - area.scrollTop - area.clientHeight < nearEnd;
  };
  return (
    <div
      ref={region}
      className="fill scroll kp-transcript"
      role="log"
      aria-label="Commands and their output"
      tabIndex={0}
      onScroll={onScroll}
    >
      {entries.length === 0 ? <EmptyTerminal /> : entries.map((entry) => <EntryView key={entry.id} entry={entry} />)}
    </div>
  );
}
