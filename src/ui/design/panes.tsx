import type { ReactNode } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { isEmbedded } from "../platform/embedded.ts";
import { settingsStorage } from "../platform/storage.ts";

export interface Pane {
  readonly id: string;
  /** The initial size as a percentage of the group. */
  readonly size: number;
  /** The minimum size in pixels. */
  readonly min: number;
  readonly content: ReactNode;
}

/**
 * Resizable panes in a row or column. Panes may be added and removed; sizes are persisted for each combination. The
 * separators can be moved with the arrow keys.
 */
export function Panes(props: PanesProps) {
  return isEmbedded() ? <StackedPanes panes={props.panes} /> : <ResizablePanes {...props} />;
}

interface PanesProps {
  readonly id: string;
  readonly direction?: "horizontal" | "vertical";
  readonly panes: readonly Pane[];
}

/** The panes of an embed, which is as high as what it shows. */
function StackedPanes({ panes }: Pick<PanesProps, "panes">) {
  return panes.map(({ id, content }) => (
    <div key={id} className="kp-pane">
      {content}
    </div>
  ));
}

function ResizablePanes({ id, direction = "horizontal", panes }: PanesProps) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: `panes.${id}`,
    panelIds: panes.map((pane) => pane.id),
    storage: settingsStorage,
  });
  return (
    <Group className="fill" orientation={direction} defaultLayout={defaultLayout} onLayoutChanged={onLayoutChanged}>
      {panes.map((pane, i) => (
        <PaneOf key={pane.id} pane={pane} first={i === 0} />
      ))}
    </Group>
  );
}

function PaneOf({ pane, first }: { readonly pane: Pane; readonly first: boolean }) {
  return (
    <>
      {first ? null : <Separator className="kp-separator" title={`resize ${pane.id}`} />}
      <Panel id={pane.id} defaultSize={`${pane.size}%`} minSize={pane.min} className="kp-pane">
        {pane.content}
      </Panel>
    </>
  );
}
