/** The text of a Warning header with code 299; undefined for others (net.ParseWarningHeader). */
export function unquoteWarning(value: string): string | undefined {
  const text = /^299 \S+ "((?:[^"\\]|\\.)*)"/.exec(value)?.[1];
  if (text === undefined) return undefined;
  const bytes = Uint8Array.from(text.replace(/\\(.)/g, "$1"), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
