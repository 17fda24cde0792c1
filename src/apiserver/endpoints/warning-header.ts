/** A Warning header's value: code 299, no agent, the text quoted (net.NewWarningHeader). */
export const warningHeader = (text: string): string => `299 - ${quote(text)}`;

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
