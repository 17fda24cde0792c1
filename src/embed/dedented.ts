/** Returns a text that is indented in a page without the indentation of all its lines and the empty lines around. */
export function dedented(text: string): string {
  const lines = text
    .replace(/^(?:[ \t]*\r?\n)+/, "")
    .trimEnd()
    .split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const common = Math.min(...indents);
  return lines.map((line) => `${line.slice(common)}\n`).join("");
}
