import { useEffect, useState, type CSSProperties } from "react";
import { followTheme } from "../../platform/theme.ts";
import { measures, type NodeBox } from "./node-map.ts";
import { cellAt, cellPicture, placeOfCell, runsOf, widthOfCells, type Cell } from "./pod-cells.ts";
import type { WorldObject } from "./world-kinds.ts";

export interface PodCellsProps {
  /** Where the pods are, by which they are found from the element. */
  readonly node: string;
  readonly namespace: string;
  readonly cells: readonly Cell[];
  readonly perRow: number;
}

/**
 * Pods as cells. Those beside each other that look the same are one element: with one for each pod, thousands of them
 * take longer than a frame.
 */
export function PodCells({ node, namespace, cells, perRow }: PodCellsProps) {
  const { y } = placeOfCell(cells.length - 1, perRow);
  return (
    <div className="kp-pod-cells" data-node={node} data-namespace={namespace} style={{ height: y + measures.cell }}>
      {runsOf(cells, perRow).map(({ index, length, level, isPale, mark }) => {
        const { x: left, y: top } = placeOfCell(index, perRow);
        return (
          <i
            key={index}
            data-level={level}
            data-pale={isPale ? "" : undefined}
            data-mark={mark}
            style={{ left, top, width: widthOfCells(length) }}
          />
        );
      })}
    </div>
  );
}

/** A pod that is a cell, and where that is in the window. */
export interface FoundCell {
  readonly pod: WorldObject;
  readonly at: DOMRect;
}

/** Returns the pod whose cell is at a point of the window; undefined if the element shows none there. */
export function podAt(
  cells: HTMLElement,
  point: { readonly clientX: number; readonly clientY: number },
  boxes: readonly NodeBox[],
  perRow: number,
): FoundCell | undefined {
  const box = boxes.find(({ name }) => name === cells.dataset["node"]);
  const pods = box?.groups.find(({ namespace }) => namespace === cells.dataset["namespace"])?.pods ?? [];
  const { left, top } = cells.getBoundingClientRect();
  const index = cellAt(point.clientX - left, point.clientY - top, perRow, pods.length);
  const pod = pods[index];
  if (pod === undefined) return undefined;
  const { x, y } = placeOfCell(index, perRow);
  return { pod, at: new DOMRect(left + x, top + y, measures.cell, measures.cell) };
}

/** Returns the style in which cells have the colours of the theme. */
export function useCellStyle(): CSSProperties {
  const [style, setStyle] = useState(cellStyle);
  useEffect(() => followTheme(() => setStyle(cellStyle())), []);
  return style;
}

function cellStyle(): CSSProperties {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string): string => style.getPropertyValue(`--${token}`).trim();
  const levels = ["ok", "progressing", "warning", "error"] as const;
  return Object.fromEntries(levels.map((level) => [`--cell-${level}`, cellPicture(level, colour)]));
}
