/** Returns the length of a string in UTF-8 bytes, which is what size limits count. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** Returns the number of bytes that a base64 string decodes to. */
export function decodedLength(base64: string): number {
  let end = base64.length;
  while (end > 0 && base64[end - 1] === "=") end--;
  return Math.floor((end * 3) / 4);
}
