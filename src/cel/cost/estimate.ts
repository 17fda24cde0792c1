import { addUint64, maxOfUint64, minUint64, multiplyUint64, scaleUint64, unbounded, type Uint64 } from "./uint64.ts";

/** Lower and upper bound of a cost or size. */
export interface Range {
  readonly min: Uint64;
  readonly max: Uint64;
}

export const fixed = (value: Uint64): Range => ({ min: value, max: value });
export const unknownSize: Range = { min: 0, max: unbounded };
export const noCost = fixed(0);
export const unitCost = fixed(1);

export const addRanges = (a: Range, b: Range): Range => ({
  min: addUint64(a.min, b.min),
  max: addUint64(a.max, b.max),
});
export const multiplyRanges = (a: Range, b: Range): Range => ({
  min: multiplyUint64(a.min, b.min),
  max: multiplyUint64(a.max, b.max),
});
export const scaleRange = (a: Range, factor: number): Range => ({
  min: scaleUint64(a.min, factor),
  max: scaleUint64(a.max, factor),
});
export const unionRanges = (a: Range, b: Range): Range => ({
  min: minUint64(a.min, b.min),
  max: maxOfUint64(a.max, b.max),
});

/** Cost units per character of a traversed string. */
export const stringTraversal = 0.1;
/** Cost units per character of a regular expression. */
export const regexLength = 0.25;
export const listCreation = 10;
export const mapCreation = 30;
export const structCreation = 40;
