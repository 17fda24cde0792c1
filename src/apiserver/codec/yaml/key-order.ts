const letter = /^\p{L}$/u;
const digit = /^\p{Nd}$/u;

/** Compares keys like go-yaml: numbers in them by value, letters after other characters. */
export function compareYamlKeys(a: string, b: string): number {
  if (a === b) return 0;
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < left.length && i < right.length; i++) {
    if (left[i] !== right[i]) return compareFrom(left, right, i);
  }
  return left.length - right.length;
}

const isLetter = (rune = ""): boolean => letter.test(rune);
const isDigit = (rune = ""): boolean => digit.test(rune);
const code = (rune = ""): number => rune.codePointAt(0) ?? 0;

/** Compares two keys that are equal up to index `i`. */
function compareFrom(a: readonly string[], b: readonly string[], i: number): number {
  const [x, y] = [a[i], b[i]];
  if (isLetter(x) && isLetter(y)) return code(x) - code(y);
  if (isLetter(x) || isLetter(y)) return isLetter(y) ? -1 : 1;
  const prefix = (x === "0" || y === "0") && followsNonZero(a, i) ? 1n : 0n;
  const m = readNumber(a, i, prefix);
  const n = readNumber(b, i, prefix);
  if (m.value !== n.value) return m.value < n.value ? -1 : 1;
  return m.end !== n.end ? m.end - n.end : code(x) - code(y);
}

/** Reports whether a nonzero digit precedes an index in the same number, so that a zero there is one of its digits. */
function followsNonZero(runes: readonly string[], i: number): boolean {
  for (let j = i - 1; j >= 0 && isDigit(runes[j]); j--) if (runes[j] !== "0") return true;
  return false;
}

/** Reads the digits at an index as an int64, which may overflow. */
function readNumber(
  runes: readonly string[],
  from: number,
  prefix: bigint,
): { readonly value: bigint; readonly end: number } {
  let value = prefix;
  let end = from;
  for (; isDigit(runes[end]); end++) value = BigInt.asIntN(64, value * 10n + BigInt(code(runes[end]) - 0x30));
  return { value, end };
}
