import { NumberParseError, parseInteger } from "./strconv.ts";

/** The format of a quantity: `1500m`, `1Ki`, `15e2`. Empty for an unset one (resource.Format). */
export type QuantityFormat = "DecimalSI" | "BinarySI" | "DecimalExponent" | "";

/** The multiplier of a suffix. */
export interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const decimalSuffixes: ReadonlyMap<string, number> = new Map([
  ["n", -9],
  ["u", -6],
  ["m", -3],
  ["", 0],
  ["k", 3],
  ["M", 6],
  ["G", 9],
  ["T", 12],
  ["P", 15],
  ["E", 18],
]);
const binarySuffixes: ReadonlyMap<string, number> = new Map([
  ["Ki", 10],
  ["Mi", 20],
  ["Gi", 30],
  ["Ti", 40],
  ["Pi", 50],
  ["Ei", 60],
]);

const inverted = (suffixes: ReadonlyMap<string, number>): ReadonlyMap<number, string> =>
  new Map([...suffixes].map(([text, exponent]) => [exponent, text]));
const decimalByExponent = inverted(decimalSuffixes);
const binaryByExponent = inverted(binarySuffixes);

function exponentSuffix(text: string): Suffix | undefined {
  try {
    return { base: 10, exponent: Number(BigInt.asIntN(32, parseInteger(text))), format: "DecimalExponent" };
  } catch (error) {
    if (error instanceof NumberParseError) return undefined;
    throw error;
  }
}

/** Returns the meaning of a suffix; undefined if it is invalid. */
export function interpretSuffix(text: string): Suffix | undefined {
  const decimal = decimalSuffixes.get(text);
  if (decimal !== undefined) return { base: 10, exponent: decimal, format: "DecimalSI" };
  const binary = binarySuffixes.get(text);
  if (binary !== undefined) return { base: 2, exponent: binary, format: "BinarySI" };
  return text.length > 1 && (text.startsWith("e") || text.startsWith("E")) ? exponentSuffix(text.slice(1)) : undefined;
}

/** Returns the suffix for an exponent; "" if the format has none, as upstream. */
export function suffixOf(exponent: number, format: QuantityFormat): string {
  switch (format) {
    case "DecimalSI":
      return decimalByExponent.get(exponent) ?? "";
    case "BinarySI":
      return binaryByExponent.get(exponent) ?? "";
    case "DecimalExponent":
    case "":
      return exponent === 0 ? "" : `e${exponent}`;
  }
}
