import { useState, type ReactNode } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { readSetting, writeSetting } from "../platform/storage.ts";

export interface Pane {
  readonly id: string;
  /** Percent of the group at first. */
  readonly size: number;
  /** Pixels. */
  readonly min: number;
  readonly max?: number;
  readonly content: ReactNode;
}

const isLayout = (value: unknown): value is Record<string, number> =>
  typeof value === "object" && value !== null && Object.values(value).every((size) => typeof size === "number");

/** Panes beside or above each other, whose sizes are remembered under `id`; separators can be moved with arrow keys. */
export function Panes({ id, direction = "horizontal", panes }: { readonly id: string; readonly direction?: "horizontal" | "vertical"; readonly panes: readonly Pane[] }) {
  const key = `panes.${id}.${panes.map((pane) => pane.id).join("-")}`;
  const [layout] = useState(() => readSetting(key, isLayout));
  return (
    <Group className="fill" orientation={direction} defaultLayout={layout} onLayoutChanged={(next) => writeSetting(key, next)} key={key}>
      {panes.map((pane, i) => <PaneOf key={pane.id} pane={pane} first={i === 0} />)}
    </Group>
  );
}

function PaneOf({ pane, first }: { readonly pane: Pane; readonly first: boolean }) {
  return (
    <>
      {first ? null : <Separator className="kp-separator" aria-label={`resize ${pane.id}`} />}
      <Panel id={pane.id} defaultSize={`${pane.size}%`} minSize={pane.min} {...(pane.max === undefined ? {} : { maxSize: pane.max })} className="kp-pane">
        {pane.content}
      </Panel>
    </>
  );
}
