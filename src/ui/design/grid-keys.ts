/** The keys that move among the cells of a grid, and by how many rows and columns. */
export const gridMoves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** Returns the nearest index of a row or column that there is. */
export const clampIndex = (index: number, length: number): number => Math.max(0, Math.min(length - 1, index));
