import { useMemo, type KeyboardEvent } from "react";
import type { CelNode } from "../../component-base/cel-node.ts";
import { formatCost, formatShare, heatOf } from "./cost-words.ts";
import { layoutFlame, weightOf, type FlameBox, type Measure } from "./flame-layout.ts";
import "./cel-parts.css";

export interface CostFlameProps {
  readonly label: string;
  readonly root: CelNode;
  readonly measure: Measure;
  /** Returns the fraction of the limit that a weight uses; undefined if there is no limit. */
  readonly share: (weight: number) => number | undefined;
  readonly selected: number | undefined;
  readonly onSelect: (node: CelNode) => void;
}

const rowHeight = 22;
/** Boxes narrower than this fraction of the total width get no label. */
const worded = 0.03;

/** A flame graph of an expression with the root on top. The arrow keys select the parent, a child or a sibling. */
export function CostFlame(props: CostFlameProps) {
  const { label, root, measure, selected, onSelect } = props;
  const boxes = useMemo(() => layoutFlame(root, measure), [root, measure]);
  const depth = boxes.reduce((most, box) => Math.max(most, box.depth), 0) + 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbour(boxes, selected, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.node);
  };
  return (
    <div className="kp-flame" role="group" aria-label={`${label}: arrow keys move`} tabIndex={0} onKeyDown={onKeyDown}>
      <svg
        role="img"
        aria-label={`${label}; the table below has the same in numbers`}
        width="100%"
        height={depth * rowHeight}
      >
        {boxes.map((box) => (
          <Box key={box.node.id} box={box} {...props} />
        ))}
      </svg>
    </div>
  );
}

function Box({
  box: { node, depth, from, to },
  measure,
  share,
  selected,
  onSelect,
}: CostFlameProps & { readonly box: FlameBox }) {
  const weight = weightOf(node, measure);
  const part = share(weight);
  const cost = measure === "estimate" ? formatCost(node.total.max) : formatCost(weight);
  const words = `${node.label} · ${cost}${part === undefined ? "" : ` · ${formatShare(part)}`}`;
  return (
    <svg
      className="kp-flame-box"
      x={`${from * 100}%`}
      y={depth * rowHeight}
      width={`${(to - from) * 100}%`}
      height={rowHeight}
      data-heat={part === undefined ? "cool" : heatOf(part)}
      data-selected={node.id === selected ? "" : undefined}
      data-node={node.id}
      onClick={() => onSelect(node)}
    >
      <title>{words}</title>
      <rect x="0.5" y="0.5" width="100%" height={rowHeight - 1} />
      {to - from > worded ? (
        <text x="6" y="15">
          {words}
        </text>
      ) : null}
    </svg>
  );
}

/** Returns the box that an arrow key selects. */
function neighbour(boxes: readonly FlameBox[], selected: number | undefined, key: string): FlameBox | undefined {
  const at = boxes.find(({ node }) => node.id === selected);
  if (at === undefined) return key.startsWith("Arrow") ? boxes[0] : undefined;
  const row = boxes.filter(({ depth }) => depth === at.depth);
  switch (key) {
    case "ArrowDown":
      return boxes.find((box) => box.depth === at.depth + 1 && box.from >= at.from - 1e-9 && box.to <= at.to + 1e-9);
    case "ArrowUp":
      return boxes.findLast((box) => box.depth === at.depth - 1 && box.from <= at.from + 1e-9);
    case "ArrowRight":
      return row[row.indexOf(at) + 1];
    case "ArrowLeft":
      return row[row.indexOf(at) - 1];
    default:
      return undefined;
  }
}
