import { trimRight } from "../../apimachinery/trim.ts";
import type { Comment, Token } from "./scanner.ts";

/** A line of a comment, without markers. */
export interface CommentLine {
  readonly text: string;
  readonly line: number;
}

/** Comments that belong together. */
export interface CommentGroup {
  readonly comments: readonly Comment[];
  readonly line: number;
  readonly endLine: number;
}

/** Collects comments into groups, in the order in which they are read, as go/parser does. */
export class CommentGroups {
  readonly #byEndLine = new Map<number, CommentGroup>();
  #open: Comment[] = [];
  #besideToken = false;

  /** Adds a comment that follows `previous`, the token before it. */
  add(comment: Comment, previous: Token | undefined): void {
    const last = this.#open.at(-1);
    if (last === undefined) this.#besideToken = previous?.line === comment.line;
    else if (comment.line > last.endLine + (this.#besideToken ? 0 : 1)) {
      this.close();
      this.#besideToken = false;
    }
    this.#open.push(comment);
  }

  /** Ends the group at hand: a token follows. */
  close(): void {
    const [first] = this.#open;
    const last = this.#open.at(-1);
    if (first === undefined || last === undefined) return;
    const group = { comments: this.#open, line: first.line, endLine: last.endLine };
    this.#byEndLine.set(group.endLine, group);
    this.#open = [];
  }

  /** Returns the lines of the group that ends on the line before `line`, as gengo attaches comments. */
  before(line: number): readonly CommentLine[] {
    return textOf(this.#byEndLine.get(line - 1));
  }

  /** Returns the lines of the group that is detached from the declaration on `line` by one empty line. */
  detachedBefore(line: number): readonly CommentLine[] {
    const attached = this.#byEndLine.get(line - 1);
    return textOf(this.#byEndLine.get((attached?.line ?? line) - 2));
  }
}

/** Returns what go/ast's CommentGroup.Text keeps: without markers and directives, blank lines joined into one. */
function textOf(group: CommentGroup | undefined): readonly CommentLine[] {
  const lines: CommentLine[] = [];
  for (const line of (group?.comments ?? []).flatMap(linesOf))
    if (line.text !== "" || (lines.at(-1)?.text ?? "") !== "") lines.push(line);
  if (lines.at(-1)?.text === "") lines.pop();
  return lines;
}

function linesOf({ text, line }: Comment): readonly CommentLine[] {
  if (text.startsWith("/*"))
    return text
      .slice(2, -2)
      .split("\n")
      .map((part, index) => ({ text: trimEnd(part), line: line + index }));
  const body = text.slice(2);
  if (body.startsWith(" ")) return [{ text: trimEnd(body.slice(1)), line }];
  return isDirective(body) ? [] : [{ text: trimEnd(body), line }];
}

const trimEnd = (text: string): string => trimRight(text, " \t\n\r");
const isDirective = (body: string): boolean => /^(?:line |extern |export |[a-z0-9]+:[a-z0-9])/.test(body);
