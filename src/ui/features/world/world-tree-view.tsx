import { useMemo } from "react";
import { EmptyState } from "../../design/feedback.tsx";
import { Name } from "../../design/name.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { Tree } from "../../design/tree.tsx";
import { StateMark } from "../../overview/state-mark.tsx";
import type { WorldObject } from "./world-kinds.ts";
import { world } from "./world-store.ts";
import { worldLines, type WorldLine } from "./world-tree.ts";

export interface WorldTreeProps {
  readonly objects: readonly WorldObject[];
  readonly onOpen: (key: string) => void;
  readonly onMenu: (key: string, at: Element) => void;
  /** Whether there are no workloads yet. */
  readonly isBare: boolean;
  readonly hint: string;
}

/** All objects as a tree, by owner or by node. Enter opens one, and the context menu tells what can be done to it. */
export function WorldTree({ objects, onOpen, onMenu, isBare, hint }: WorldTreeProps) {
  const { filter, grouping, closed, selected, toggle, change } = world.use((state) => state);
  const lines = useMemo(() => worldLines(objects, { filter, grouping, closed }), [objects, filter, grouping, closed]);
  return (
    <div className="column fill kp-world-tree">
      <Tabs
        label="Order of the list"
        items={[
          { id: "owner", label: "By owner" },
          { id: "node", label: "By node" },
        ]}
        value={grouping}
        onValue={(chosen) => change({ grouping: chosen })}
      />
      {isBare ? <p className="kp-world-hint quiet small">{hint}</p> : null}
      {lines.length > 0 ? (
        <Tree
          label={grouping === "owner" ? "Objects by owner" : "Pods by node"}
          lines={lines}
          selected={selected}
          onSelect={(key) => change({ selected: key })}
          onToggle={toggle}
          onOpen={onOpen}
          onMenu={onMenu}
          draw={(line) => <Line line={line} />}
        />
      ) : (
        <EmptyState icon="filter" title="Nothing fits">
          No object of this world fits the filter.
        </EmptyState>
      )}
    </div>
  );
}

function Line({ line: { kind, name, state, level, notes } }: { readonly line: WorldLine }) {
  return (
    <span className="kp-world-line">
      <span className="kp-world-kind quiet">{kind}</span>
      <span className="kp-world-name clip" title={name}>
        <Name>{name}</Name>
      </span>
      <StateMark state={state} level={level} />
      <span className="kp-world-notes quiet small clip" title={notes.join(", ")}>
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </span>
    </span>
  );
}
