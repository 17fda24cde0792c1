import { byteLength } from "../apimachinery/go-strings.ts";
import { lineOf, type Location } from "./source.ts";

/** A compilation error and its location. */
export interface Issue {
  readonly location: Location;
  readonly message: string;
  /** The offset in UTF-16 code units; undefined for errors without a location. */
  readonly offset: number | undefined;
}

const mostIssues = 100;
const longestSnippet = 16384;
const wideDot = "\uff0e";
const wideCaret = "\uff3e";

/** Returns a caret below a column. Non-ASCII characters are two columns wide. */
function pointer(line: string, column: number): string {
  let [dots, at] = ["", 0];
  for (const rune of line) {
    const wide = byteLength(rune) > 1;
    if (at++ === Math.max(column, 0)) return dots + (wide ? wideCaret : "^");
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

/** Returns issues sorted by location, up to the maximum number. */
export const sortIssues = (issues: readonly Issue[]): readonly Issue[] =>
  issues.slice(0, mostIssues).sort(compareIssues);

/** Formats issues as one message with their source lines. */
export function displayIssues(text: string, issues: readonly Issue[]): string {
  const shown = sortIssues(issues).map((issue) => displayIssue(text, issue));
  return issues.length <= mostIssues
    ? shown.join("\n")
    : [...shown, `${issues.length - mostIssues} more errors were truncated`].join("\n");
}
