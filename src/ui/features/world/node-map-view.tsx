import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useMemo, useRef, useState, type MouseEvent } from "react";
import { Name } from "../../design/name.tsx";
import type { Anchor } from "../../design/menu.tsx";
import { StateMark } from "../../overview/state-mark.tsx";
import { formatCount, plural } from "../../data/words.ts";
import { useWidth } from "../../platform/use-width.ts";
import {
  cellsInRow,
  columnsIn,
  formOf,
  heightOf,
  measures,
  rememberedBoxes,
  rowsOf,
  type NodeBox,
  type PodForm,
  type PodGroup,
} from "./node-map.ts";
import { PodCells, podAt, useCellStyle } from "./pod-cells-view.tsx";
import type { Cell } from "./pod-cells.ts";
import { keyOf, nameOf, type WorldObject } from "./world-kinds.ts";
import "./node-map.css";

export interface NodeMapProps {
  readonly objects: readonly WorldObject[];
  /** Reports whether a pod fits the filter; others are pale. Undefined if all do. */
  readonly fits: ((one: WorldObject) => boolean) | undefined;
  readonly selected: string;
  /** The pods of the selected object. */
  readonly lit: ReadonlySet<string>;
  readonly onOpen: (key: string) => void;
  readonly onMenu: (key: string, at: Anchor) => void;
}

/**
 * Nodes as boxes with their pods, drawn as far as they are in sight. It is for the eye and the pointer: the tree beside
 * it says the same to screen readers and takes the keyboard.
 */
export function NodeMap({ objects, fits, selected, lit, onOpen, onMenu }: NodeMapProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const width = useWidth(viewport);
  const [boxesOf] = useState(rememberedBoxes);
  const boxes = useMemo(() => boxesOf(objects), [boxesOf, objects]);
  const form = formOf(boxes);
  const rows = useMemo(() => (width === 0 ? [] : rowsOf(boxes, form, width)), [boxes, form, width]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: (i) => (rows[i]?.height ?? 0) + measures.gap,
    overscan: 1,
  });
  const heights = rows.map(({ height }) => height).join();
  useEffect(() => virtual.measure(), [virtual, heights]);
  const { boxWidth } = columnsIn(width);
  const cellStyle = useCellStyle();
  const cellIn = (cells: HTMLElement, event: MouseEvent) => podAt(cells, event, boxes, cellsInRow(boxWidth));
  const keyAt = (event: MouseEvent): readonly [key: string, at: Anchor] | undefined => {
    const cells = cellsUnder(event);
    const cell = cells === null ? undefined : cellIn(cells, event);
    if (cells !== null && cell !== undefined)
      return [keyOf(cell.pod), { contextElement: cells, getBoundingClientRect: () => cell.at }];
    const at = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    const key = at?.getAttribute("data-key") ?? "";
    return at === null || key === "" ? undefined : [key, at];
  };
  return (
    <div
      className="kp-map fill scroll"
      style={cellStyle}
      ref={viewport}
      aria-hidden="true"
      onClick={(event) => {
        const found = keyAt(event);
        if (found !== undefined) onOpen(found[0]);
      }}
      onContextMenu={(event) => {
        const found = keyAt(event);
        if (found === undefined) return;
        event.preventDefault();
        onMenu(...found);
      }}
      onMouseMove={(event) => {
        const cells = cellsUnder(event);
        if (cells !== null) showTitle(cells, cellIn(cells, event)?.pod);
      }}
    >
      <div className="kp-map-rows" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div key={index} className="kp-map-row" style={{ transform: `translateY(${start}px)` }}>
            {rows[index]?.boxes.map((box) => (
              <Box
                key={box.name}
                box={box}
                form={form}
                width={boxWidth}
                height={rows[index]?.height ?? heightOf(box, form, boxWidth)}
                fits={fits}
                selected={selected}
                lit={lit}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Returns the element under the pointer that shows pods as cells. */
const cellsUnder = ({ target }: MouseEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(".kp-pod-cells") : null;

/** Gives cells the title of the pod under the pointer. */
function showTitle(cells: HTMLElement, pod: WorldObject | undefined): void {
  const title = pod === undefined ? "" : titleOf(pod);
  if (cells.title !== title) cells.title = title;
}

interface BoxProps extends Pick<NodeMapProps, "fits" | "selected" | "lit"> {
  readonly box: NodeBox;
  readonly form: PodForm;
  readonly width: number;
  readonly height: number;
}

const isSame = (a: BoxProps, b: BoxProps): boolean =>
  a.box === b.box &&
  a.form === b.form &&
  a.width === b.width &&
  a.height === b.height &&
  a.fits === b.fits &&
  marksOf(a) === marksOf(b);

/** What of the selection a box shows. */
const marksOf = ({ box, selected, lit }: BoxProps): string => {
  const marked = box.groups.flatMap(({ pods }) => pods.map(keyOf).filter((key) => key === selected || lit.has(key)));
  return `${box.node !== undefined && keyOf(box.node) === selected} ${marked.join()} ${marked.includes(selected) ? selected : ""}`;
};

const Box = memo(function Box(props: BoxProps) {
  const { box, width, height, selected } = props;
  const { name, node, groups, count } = box;
  const key = node === undefined ? "" : keyOf(node);
  return (
    <div className="kp-node" data-level={node?.summary.level ?? "progressing"} style={{ width, height }}>
      <div
        className="kp-node-head"
        data-key={key}
        data-selected={key !== "" && key === selected ? "" : undefined}
        title={node === undefined ? "Pods that the scheduler has not put on a node" : `Node ${name}: ${wordsOf(node)}`}
      >
        {node?.usage === undefined ? null : (
          <i className="kp-node-usage" style={{ width: `${(node.usage.share ?? 0) * 100}%` }} />
        )}
        <span className="kp-node-name clip">{name === "" ? "On no node" : name}</span>
        <NodeState node={node} name={name} />
        <span className="quiet small kp-node-count">
          {node?.usage === undefined ? "" : `${node.usage.short} CPU · `}
          {plural(count, "pod")}
        </span>
      </div>
      {groups.map((group) => (
        <Group key={group.namespace} group={group} {...props} />
      ))}
      {count === 0 ? <div className="kp-pod-namespace quiet small">No pods</div> : null}
    </div>
  );
}, isSame);

/** The pods of a namespace on a node. */
function Group({
  group: { namespace, pods },
  box,
  form,
  width,
  fits,
  selected,
  lit,
}: BoxProps & { readonly group: PodGroup }) {
  const looks = pods.map((pod) => ({
    level: pod.summary.level,
    isPale: fits?.(pod) === false,
    mark: keyOf(pod) === selected ? ("selected" as const) : lit.has(keyOf(pod)) ? ("lit" as const) : undefined,
  }));
  if (form === "cell")
    return (
      <div className="kp-pod-group">
        <div className="kp-pod-namespace quiet small clip">{`${namespace} · ${formatCount(pods.length)}`}</div>
        <PodCells node={box.name} namespace={namespace} cells={looks} perRow={cellsInRow(width)} />
      </div>
    );
  return (
    <div className="kp-pod-group">
      <div className="kp-pod-namespace quiet small clip">{namespace}</div>
      {pods.map((pod, i) => (
        <Pod key={keyOf(pod)} pod={pod} isPale={looks[i]?.isPale ?? false} mark={looks[i]?.mark} />
      ))}
    </div>
  );
}

function NodeState({ node, name }: { readonly node: WorldObject | undefined; readonly name: string }) {
  if (node !== undefined) return <StateMark state={node.summary.state} level={node.summary.level} />;
  return name === "" ? null : <StateMark state="Gone" level="error" />;
}

const wordsOf = ({ summary: { state, reason }, usage }: WorldObject): string =>
  [state, reason, usage?.words ?? ""].filter((part) => part !== "").join(", ");

const titleOf = (pod: WorldObject): string =>
  `${nameOf(pod)} in ${pod.object.metadata.namespace ?? ""}: ${wordsOf(pod)}`;

interface PodProps extends Pick<Cell, "isPale" | "mark"> {
  readonly pod: WorldObject;
}

/** A pod with its name. */
function Pod({ pod, isPale, mark }: PodProps) {
  const { level, state } = pod.summary;
  return (
    <div
      className="kp-pod"
      data-key={keyOf(pod)}
      data-pale={isPale ? "" : undefined}
      data-mark={mark}
      title={titleOf(pod)}
    >
      <i className="kp-pod-state" data-level={level} />
      <span className="kp-pod-name">
        <Name>{nameOf(pod)}</Name>
      </span>
      {pod.usage === undefined ? null : <span className="quiet small">{pod.usage.short}</span>}
      <span className="kp-pod-words small" data-level={level}>
        {state}
      </span>
    </div>
  );
}
