import type { Nodes, Table } from "mdast";
import type { ExpectedText, Prediction } from "./lesson.ts";
import type { SourceFile, SourceText } from "./source-lines.ts";

/** Returns the text of a node without its marks. */
export function textOfNode(node: Nodes): string {
  if ("value" in node) return node.type === "html" ? "" : node.value;
  return "children" in node ? (node.children as readonly Nodes[]).map(textOfNode).join("") : "";
}

/** Returns the lines of a block, without empty ones at the end. */
export function linesOf(source: SourceText): readonly ExpectedText[] {
  const lines = source.lines().map(({ text, start }) => ({ text, place: source.place(start, start + text.length) }));
  return lines.slice(0, lines.findLastIndex(({ text }) => text.trim() !== "") + 1);
}

/** Returns the texts of a table's cells, row by row, the header first. */
export const cellsOf = (source: SourceFile, { children }: Table): readonly (readonly ExpectedText[])[] =>
  children.map((row) =>
    row.children.map((cell) => {
      const [start, end] = innerRange(source, cell);
      return { text: textOfNode(cell).trim(), place: { line: cell.position?.start.line ?? 1, start, end } };
    }),
  );

/** The offsets of a cell's content, without the bars. */
function innerRange(source: SourceFile, cell: Nodes): readonly [number, number] {
  const children = "children" in cell ? (cell.children as readonly Nodes[]) : [];
  const [first, last] = [children[0], children.at(-1)];
  const start = first?.position?.start.offset ?? cell.position?.start.offset ?? 0;
  const end = last?.position?.end.offset ?? cell.position?.end.offset ?? start;
  const code = first === last && first?.type === "inlineCode";
  return code && source.text[start] === "`" ? [start + 1, end - 1] : [start, end];
}

/** Reads a question's answers, one a line: `( ) 201 Created`, and `(x)` before the right one. */
export function parsePrediction(source: SourceText): Prediction {
  const choices = source.lines().flatMap(({ text, start }) => {
    if (text.trim() === "") return [];
    const [, mark, answer = ""] = /^\(([ x])\) (.+)$/.exec(text.trim()) ?? [];
    if (mark === undefined) throw source.error(start, "an answer begins with ( ), the right one with (x)");
    const status = /^(\d{3})\b/.exec(answer)?.[1];
    const at = start + text.indexOf(answer);
    const place = source.place(at, at + answer.length);
    return [{ text: answer, right: mark === "x", place, status: status === undefined ? undefined : Number(status) }];
  });
  if (choices.length < 2 || choices.filter(({ right }) => right).length !== 1)
    throw source.error(0, "a question has at least two answers, one of which is right");
  return { place: source.place(0, source.text.length), choices };
}
