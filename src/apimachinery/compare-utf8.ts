const isSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xe000;

/** Orders strings as Go does, by their UTF-8 bytes (UTF-16 differs only between surrogates and U+E000..U+FFFF). */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    if (isSurrogate(x) !== isSurrogate(y)) return isSurrogate(x) ? (y >= 0xe000 ? 1 : x - y) : x >= 0xe000 ? -1 : x - y;
    return x - y;
  }
  return a.length - b.length;
}
