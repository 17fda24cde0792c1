import { useEffect, useState } from "react";
import { Panes, type Pane } from "../../design/panes.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { isEmbedded } from "../../platform/embedded.ts";
import { useNarrow } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import { navigate, withParameters, type Route } from "../../state/route.ts";
import { FolderPane } from "./folder-pane.tsx";
import { folder } from "../../state/folder.ts";
import { terminal } from "./store.ts";
import { TerminalPane } from "./terminal-pane.tsx";
import "./terminal.css";

/** The terminal with the files that its commands read. An address may bring a line (`?line=…`). */
export function TerminalView({ route }: { readonly route: Route }) {
  useGivenLine(route);
  const narrow = useNarrow();
  const open = folder.use((state) => state.open);
  if (narrow && !isEmbedded()) return <TabbedTerminal />;
  const panes: readonly Pane[] = [
    { id: "commands", size: 62, min: 320, content: <TerminalPane autoFocus={!isEmbedded()} /> },
  ];
  if (!open) return <Panes id="terminal" panes={panes} />;
  const files = <FolderPane isClosable={!isEmbedded()} />;
  return <Panes id="terminal" panes={[...panes, { id: "files", size: 38, min: 240, content: files }]} />;
}

/**
 * Takes the line of the address once, and drops it from there. A link only fills it in; with `run=1`, as embeds have
 * it, lines that only read are run.
 */
function useGivenLine(route: Route): void {
  const page = usePage();
  const { line, run } = route.parameters;
  useEffect(() => {
    if (line === undefined) return;
    navigate(withParameters(route, { line: undefined, run: undefined }), true);
    void terminal
      .of(page)
      .getState()
      .take(line, run === "1");
  }, [page, route, line, run]);
}

const tabs = [
  { id: "commands", label: "Commands" },
  { id: "files", label: "Files" },
] as const;

/** Where there is little room, the terminal and its files take turns. A command that asks for the editor shows it. */
export function TabbedTerminal() {
  const [chosen, setChosen] = useState<"commands" | "files">("commands");
  const editing = folder.use((state) => state.editing !== undefined);
  const tab = editing ? "files" : chosen;
  return (
    <div className="column fill">
      <Tabs label="Parts of the terminal" items={tabs} value={tab} onValue={setChosen} />
      {tab === "commands" ? <TerminalPane /> : <FolderPane isClosable={false} />}
    </div>
  );
}
