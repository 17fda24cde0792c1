import { functionHead, leading, tokensOf } from "./words.ts";

/** A command line of a script, with the bodies of its heredocs. */
export interface Statement {
  readonly line: string;
  readonly bodies: readonly string[];
}

/** A command line as it is written in its script. */
export interface WrittenStatement extends Statement {
  /** All of its lines, heredocs included. */
  readonly text: string;
  /** Whether the script ends within it: in a quote, in a heredoc, or after `\`. */
  readonly open: boolean;
}

const heredoc = /<<(-)?\s*(['"]?)([A-Za-z_][\w]*)\2/g;

/** Splits a script into command lines: comments and empty lines are left out, `\` and open quotes continue a line. */
export function statementsOf(script: string): readonly WrittenStatement[] {
  const lines = script.split("\n");
  const statements: WrittenStatement[] = [];
  for (let at = 0; at < lines.length;) {
    const first = (lines[at] ?? "").trim();
    if (first === "" || first.startsWith("#")) {
      at++;
      continue;
    }
    const { statement, length } = readStatement(lines, at);
    statements.push(statement);
    at += length;
  }
  return statements;
}

/** Reads the command line that begins at a line of a script, and tells how many lines it has with its heredocs. */
export function readStatement(
  lines: readonly string[],
  from: number,
): { readonly statement: WrittenStatement; readonly length: number } {
  let { end, line, bodies, open } = readLogicalLine(lines, from);
  line = line.replace(/^\s*\$ /, "");
  if (!open && goesOn(line)) {
    const rest = readRest(lines, end + 1, line);
    if (rest === undefined) open = true;
    else [end, line, bodies, open] = [rest.end, rest.line, [...bodies, ...rest.bodies], rest.open];
  }
  const text = lines
    .slice(from, end + 1)
    .join("\n")
    .trim();
  return { statement: { line, bodies, text, open }, length: end + 1 - from };
}

/** A line with those that `\\`, quotes and heredocs add to it. */
interface LogicalLine {
  readonly line: string;
  readonly bodies: readonly string[];
  /** The index of its last line. */
  readonly end: number;
  readonly open: boolean;
}

function readLogicalLine(lines: readonly string[], from: number): LogicalLine {
  let at = from;
  let line = lines[at] ?? "";
  while ((endsInBackslash(line) || isOpen(line)) && at + 1 < lines.length) {
    const next = lines[++at] ?? "";
    line = endsInBackslash(line) && !isOpen(line) ? `${line.slice(0, -1)}${next}` : `${line}\n${next}`;
  }
  const bodies: string[] = [];
  let open = endsInBackslash(line) || isOpen(line);
  for (const [, dash, , word = ""] of line.matchAll(heredoc)) {
    const rest = lines.slice(at + 1).map((text) => (dash === undefined ? text : text.replace(/^\t+/, "")));
    const end = rest.findIndex((text) => text.trimEnd() === word);
    const body = end < 0 ? rest : rest.slice(0, end);
    bodies.push(body.map((text) => `${text}\n`).join(""));
    at += body.length + 1;
    open ||= end < 0;
  }
  return { line, bodies, end: at, open };
}

/** The lines after one that goes on, up to its end; undefined if it has none, and takes no lines then. */
function readRest(lines: readonly string[], from: number, first: string): LogicalLine | undefined {
  let line = first;
  const bodies: string[] = [];
  for (let at = from; at < lines.length;) {
    const next = readLogicalLine(lines, at);
    line += `\n${next.line}`;
    bodies.push(...next.bodies);
    if (next.open || !goesOn(line)) return { ...next, line, bodies };
    at = next.end + 1;
  }
  return undefined;
}

const opening: ReadonlySet<string> = new Set(["for", "while", "until", "if", "case", "{", "("]);
const closing: ReadonlySet<string> = new Set(["done", "fi", "esac", "}", ")"]);
const joining: ReadonlySet<string> = new Set(["|", "&&", "||"]);

/** Whether a loop, a condition or a function is open at the end of a text, or an operator joins what follows. */
function goesOn(text: string): boolean {
  if (!/[|&]\s*(?:#.*)?$|\b(?:for|while|until|if|case)\b|[({]/.test(text)) return false;
  let [depth, cases, begins, joins] = [0, 0, true, false];
  let isHead = false;
  try {
    for (const { kind, text: word, quoted } of tokensOf(text)) {
      if (kind === "operator") {
        joins = joining.has(word);
        begins = /^(?:;;?|[&|]|&&|\|\|)$/.test(word);
        continue;
      }
      joins = false;
      const isKeyword = begins && quoted !== true;
      if (isKeyword) depth += opening.has(word) ? 1 : closing.has(word) ? -1 : 0;
      if (isKeyword && (word === "case" || word === "esac")) cases += word === "case" ? 1 : -1;
      isHead = isKeyword && functionHead.test(word);
      begins = (isKeyword && (leading.has(word) || isHead)) || (cases > 0 && quoted !== true && word.endsWith(")"));
    }
  } catch {
    return false;
  }
  return depth > 0 || joins || isHead;
}

const endsInBackslash = (line: string): boolean => /(?:^|[^\\])\\$/.test(line);

/** Reports whether a quote is open at the end of a text, or the bracket of a command in it or of an array. */
function isOpen(text: string): boolean {
  let [quote, depth] = ["", 0];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\" && quote !== "'") at++;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === "'" || char === '"') quote = char;
    else if (char === "(" && (depth > 0 || /[$=<]/.test(text.charAt(at - 1)))) depth++;
    else if (char === ")" && depth > 0) depth--;
    else if (char === "#" && (at === 0 || /\s/.test(text.charAt(at - 1)))) {
      const end = text.indexOf("\n", at);
      if (end < 0) return depth > 0;
      at = end;
    }
  }
  return quote !== "" || depth > 0;
}
