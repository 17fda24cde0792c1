/**
 * A command of GitHub's workflows that annotates a file, as the runner reads it: data has line breaks and %, properties
 * colons and commas as well, as %XX.
 */
export function workflowCommand(
  kind: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number>>,
  words: string,
): string {
  const data = (text: string): string => text.replace(/[%\r\n]/g, escaped);
  const property = (text: string): string => text.replace(/[%\r\n:,]/g, escaped);
  const list = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${kind} ${list.join(",")}::${data(words)}`;
}

const escaped = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** A text in XML; characters that XML 1.0 does not have, or discourages, become U+FFFD. */
export const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{7e}\u{85}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"\n\r]/g, (char) => entities[char] ?? char);
