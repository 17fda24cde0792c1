const utf8 = new TextEncoder();

/** A Warning header's value: code 299, no agent, the text quoted (net.NewWarningHeader). Its characters are the bytes of UTF-8, as headers carry them. */
export const warningHeader = (text: string): string => `299 - ${isAscii(text) ? quote(text) : asBytes(quote(text))}`;

const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text);
const asBytes = (text: string): string => String.fromCharCode(...utf8.encode(text));

/** Control characters become spaces, quotes and backslashes are escaped. */
function quote(text: string): string {
  let out = '"';
  for (const char of text) {
    if (char === '"' || char === "\\") out += `\\${char}`;
    else out += isControl(char.codePointAt(0) ?? 0) ? " " : char;
  }
  return `${out}"`;
}

const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);
