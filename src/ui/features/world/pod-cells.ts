import type { Level } from "../../../diagnosis/diagnosis.ts";
import { measures } from "./node-map.ts";

/** A pod as its cell shows it. */
export interface Cell {
  readonly level: Level;
  readonly isPale: boolean;
  readonly mark: "selected" | "lit" | undefined;
}

/** Cells beside each other that look the same, drawn as one element. */
export interface CellRun extends Cell {
  /** The first one. */
  readonly index: number;
  readonly length: number;
}

const { cell, cellGap } = measures;
const step = cell + cellGap;

/**
 * Returns the runs of cells, of which so many stand in a row. A marked cell, which has an outline, is a run of its own.
 */
export function runsOf(cells: readonly Cell[], perRow: number): readonly CellRun[] {
  const runs: CellRun[] = [];
  for (const [index, { level, isPale, mark }] of cells.entries()) {
    const last = runs.at(-1);
    const goesOn =
      last !== undefined &&
      index % perRow !== 0 &&
      mark === undefined &&
      last.mark === undefined &&
      last.level === level &&
      last.isPale === isPale;
    if (goesOn) runs[runs.length - 1] = { ...last, length: last.length + 1 };
    else runs.push({ level, isPale, mark, index, length: 1 });
  }
  return runs;
}

/** Returns where a cell is, with so many in a row. */
export const placeOfCell = (index: number, perRow: number): { readonly x: number; readonly y: number } => ({
  x: (index % perRow) * step,
  y: Math.floor(index / perRow) * step,
});

/** Returns the width of so many cells beside each other. */
export const widthOfCells = (count: number): number => count * step - cellGap;

/** Returns the index of the cell at a point; -1 where there is none. The gap after a cell belongs to it. */
export function cellAt(x: number, y: number, perRow: number, count: number): number {
  const [column, row] = [Math.floor(x / step), Math.floor(y / step)];
  const index = row * perRow + column;
  return column < 0 || column >= perRow || row < 0 || index >= count ? -1 : index;
}

/**
 * Returns the picture of a state with the gap after it, as a value of CSS: its colour and pattern, as legends have it.
 */
export function cellPicture(level: Level, colour: (token: string) => string): string {
  const { name, fill, opacity = 1, border, radius, pattern } = pictures[level];
  const inner = `x='${border / 2}' y='${border / 2}' width='${cell - border}' height='${cell - border}' rx='${radius}'`;
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' width='${step}' height='${cell}'>` +
    `<rect ${inner} fill='${colour(fill)}' fill-opacity='${opacity}' stroke='${colour(name)}' stroke-width='${border}'/>` +
    `<path d='${pattern}' stroke='${colour(name)}' stroke-width='2'/></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

interface Picture {
  /** Tokens of the colour of lines and of that behind them. */
  readonly name: string;
  readonly fill: string;
  readonly opacity?: number;
  readonly border: number;
  readonly radius: number;
  readonly pattern: string;
}

/** Filled, striped, ruled and crossed. */
const pictures: Readonly<Record<Level, Picture>> = {
  ok: { name: "added", fill: "added", opacity: 0.45, border: 1, radius: 2.5, pattern: "" },
  progressing: {
    name: "info",
    fill: "info-soft",
    border: 1,
    radius: 2.5,
    pattern: "M1 6L6 1M1 12L12 1M3 13L13 3M9 13L13 9",
  },
  warning: { name: "warning", fill: "warning-soft", border: 2, radius: 2, pattern: "M1 7H13" },
  error: { name: "error", fill: "error-soft", border: 2, radius: 0, pattern: "M1 1L13 13M1 13L13 1" },
};
