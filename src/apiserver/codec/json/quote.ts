/** Below this length looking at each character costs less than a call of JSON.stringify. */
const short = 32;

/** A string in quotes, with everything escaped but what `escapeHtml` sees to for a whole text at once. */
export function quoteText(text: string): string {
  if (text.length >= short) return JSON.stringify(text);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x22 || code === 0x5c || code >= 0xd800) return JSON.stringify(text);
  }
  return `"${text}"`;
}

const html = /[<>&\u2028\u2029]/g;
const htmlEscape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Escapes `<`, `>`, `&` and the two line separators, as Go does: in JSON they stand in strings only. */
export function escapeHtml(json: string): string {
  const none = json.indexOf("<") < 0 && json.indexOf(">") < 0 && json.indexOf("&") < 0 && json.indexOf("\u2028") < 0 && json.indexOf("\u2029") < 0;
  return none ? json : json.replace(html, htmlEscape);
}
