const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const hexadecimal = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)$/;
/** Underscores may stand between digits, and behind the prefix of a hexadecimal number. */
const misplaced = /^_|_$|__|[^0-9a-fA-FxX]_|_[^0-9a-fA-F]/;
const infinity = /^([+-]?)inf(?:inity)?$/i;

function parseHex(text: string): number | undefined {
  const match = hexadecimal.exec(text);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match ?? [];
  if (match === null || whole + fraction === "") return undefined;
  const mantissa = Number(BigInt(`0x${whole}${fraction}`));
  const value = mantissa * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === "-" ? -value : value;
}

/** Reads a float64 as Go's strconv.ParseFloat does; undefined where it refuses, too large numbers included. */
export function parseGoFloat(text: string): number | undefined {
  if (text.includes("_")) return misplaced.test(text) ? undefined : parseGoFloat(text.replaceAll("_", ""));
  const match = infinity.exec(text);
  if (match !== null) return match[1] === "-" ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return NaN;
  const value = decimal.test(text) ? Number(text) : parseHex(text);
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}
