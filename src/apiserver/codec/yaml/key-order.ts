const letter = /^\p{L}$/u;
const digit = /^\p{Nd}$/u;

/** Compares keys like go-yaml: numbers in them by value, letters after other characters. */
export function compareYamlKeys(a: string, b: string): number {
  if (a === b) return 0;
  const quick = compareAscii(a, b);
  if (quick !== undefined) return quick;
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < left.length && i < right.length; i++) {
    if (left[i] !== right[i]) return compareFrom(left, right, i);
  }
  return left.length - right.length;
}

const isAsciiLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const isAsciiDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Compares keys that differ in ASCII, and in numbers that are exact; undefined for others. */
function compareAscii(a: string, b: string): number | undefined {
  const end = Math.min(a.length, b.length);
  let i = 0;
  while (i < end && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (i === end) return a.length - b.length;
  const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
  if (x >= 0x80 || y >= 0x80) return undefined;
  if (isAsciiLetter(x) && isAsciiLetter(y)) return x - y;
  if (isAsciiLetter(x) || isAsciiLetter(y)) return isAsciiLetter(y) ? -1 : 1;
  let prefix = 0;
  for (let j = i - 1; (x === 0x30 || y === 0x30) && j >= 0; j--) {
    const before = a.charCodeAt(j);
    if (before >= 0x80) return undefined;
    if (!isAsciiDigit(before)) break;
    if (before !== 0x30) prefix = 1;
  }
  const [m, n] = [readExact(a, i, prefix), readExact(b, i, prefix)];
  if (m === undefined || n === undefined) return undefined;
  if (m.value !== n.value) return m.value - n.value;
  return m.end !== n.end ? m.end - n.end : x - y;
}

const exactDigits = 14;

/** Reads the ASCII digits at an index; undefined if there are too many, or others. */
function readExact(
  text: string,
  from: number,
  prefix: number,
): { readonly value: number; readonly end: number } | undefined {
  let value = prefix;
  let end = from;
  for (; isAsciiDigit(text.charCodeAt(end)); end++) value = value * 10 + text.charCodeAt(end) - 0x30;
  return end - from > exactDigits || text.charCodeAt(end) >= 0x80 ? undefined : { value, end };
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
