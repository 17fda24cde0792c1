import { byteLength } from "../apimachinery/go-strings.ts";
import { lineOf, type Location } from "./source.ts";

/** Something wrong with an expression, and where. */
export interface Issue {
  readonly location: Location;
  readonly message: string;
  /** Where it lies in the text in UTF-16 units; undefined where no place is to blame. */
  readonly offset: number | undefined;
}

const mostIssues = 100;
const longestSnippet = 16384;
const wideDot = "\uff0e";
const wideCaret = "\uff3e";

/** A caret below a column; characters beyond ASCII take the room of two. */
function pointer(line: string, column: number): string {
  let [dots, at] = ["", 0];
  for (const rune of line) {
    const wide = byteLength(rune) > 1;
    if (at++ === column) return dots + (wide ? wideCaret : "^");
    dots += wide ? wideDot : ".";
  }
  return `${dots}^`;
}

function displayIssue(text: string, { location, message }: Issue): string {
  const head = `ERROR: <input>:${location.line}:${location.column + 1}: ${message}`;
  const line = lineOf(text, location.line)?.replaceAll("\t", " ");
  if (line === undefined || byteLength(line) > longestSnippet) return head;
  return `${head}\n | ${line}\n | ${pointer(line, location.column)}`;
}

const compareIssues = (a: Issue, b: Issue): number =>
  a.location.line - b.location.line || a.location.column - b.location.column;

/** Issues in the order of their places, as they are listed. */
export const sortIssues = (issues: readonly Issue[]): readonly Issue[] =>
  issues.slice(0, mostIssues).sort(compareIssues);

/** The issues as one message with the lines they lie in. */
export function displayIssues(text: string, issues: readonly Issue[]): string {
  const shown = sortIssues(issues).map((issue) => displayIssue(text, issue));
  return issues.length <= mostIssues
    ? shown.join("\n")
    : [...shown, `${issues.length - mostIssues} more errors were truncated`].join("\n");
}
