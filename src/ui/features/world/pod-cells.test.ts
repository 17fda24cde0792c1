import { expect, it } from "vitest";
import { cellAt, cellPicture, placeOfCell, runsOf, widthOfCells, type Cell } from "./pod-cells.ts";

const [perRow, count] = [5, 13];

it("each cell is found where it is drawn, and nothing beside the cells", () => {
  for (let index = 0; index < count; index += 1) {
    const { x, y } = placeOfCell(index, perRow);
    expect([cellAt(x, y, perRow, count), cellAt(x + 13, y + 13, perRow, count)]).toEqual([index, index]);
  }
  const { x, y } = placeOfCell(count, perRow);
  expect(cellAt(x, y, perRow, count)).toBe(-1);
  expect([cellAt(-1, 5, perRow, count), cellAt(5, -1, perRow, count)]).toEqual([-1, -1]);
  expect(cellAt(widthOfCells(perRow) + 3, 5, perRow, count)).toBe(-1);
});

it("cells that look the same are one run within a row, marked ones a run each", () => {
  const cell = (level: Cell["level"], rest: Partial<Cell> = {}): Cell => ({
    level,
    isPale: false,
    mark: undefined,
    ...rest,
  });
  const cells = [
    ...Array.from({ length: 6 }, () => cell("ok")),
    cell("error"),
    cell("ok", { isPale: true }),
    cell("ok", { isPale: true }),
    cell("ok", { mark: "lit" }),
    cell("ok", { mark: "lit" }),
  ];
  expect(runsOf(cells, perRow).map(({ index, length, level }) => [index, length, level])).toEqual([
    [0, 5, "ok"],
    [5, 1, "ok"],
    [6, 1, "error"],
    [7, 2, "ok"],
    [9, 1, "ok"],
    [10, 1, "ok"],
  ]);
});

it("each state has a picture of its own, in the colours of the theme", () => {
  const levels = ["ok", "progressing", "warning", "error"] as const;
  const pictures = levels.map((level) => cellPicture(level, () => "#123456"));
  expect(new Set(pictures).size).toBe(4);
  for (const picture of pictures) expect(decodeURIComponent(picture)).toContain("stroke='#123456'");
});
