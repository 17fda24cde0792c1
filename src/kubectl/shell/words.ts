import { KubectlError } from "../kubectl-error.ts";
import { readExpansion, readHeredoc } from "./expansions.ts";

/** A command of a pipeline: its words, where its output goes and what it reads. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly stdin: string | undefined;
  readonly output: Redirection | undefined;
  /** Where errors go: "out" is where the output goes. */
  readonly errors: "out" | Redirection | undefined;
}

/** A file that takes what is written. */
export interface Redirection {
  readonly path: string;
  readonly append: boolean;
}

/** Pipelines and what joins each to the one before it. */
export interface Pipeline {
  readonly joint: ";" | "&&" | "||";
  readonly commands: readonly ShellCommand[];
  /** Whether the shell goes on while it runs: `&`. */
  readonly background?: boolean;
}

interface Token {
  readonly kind: "word" | "operator";
  readonly text: string;
  /** Whether a part of it is quoted. */
  readonly quoted?: boolean;
}

const operators = [
  "2>&1",
  "1>&2",
  ">&2",
  "&>>",
  "&>",
  "2>>",
  "2>",
  "1>>",
  "1>",
  "&&",
  "||",
  "<<<",
  "<<-",
  "<<",
  ">>",
  "|",
  ";",
  ">",
  "<",
  "&",
] as const;

/** Where `>&2` writes. */
export const standardError = "/dev/stderr";

/** Parses one command line, whose heredocs have these bodies. Throws a KubectlError for what this shell lacks. */
export function parseLine(line: string, bodies: readonly string[]): readonly Pipeline[] {
  const waiting = [...bodies];
  const pipelines: Pipeline[] = [];
  let joint: Pipeline["joint"] = ";";
  let commands: ShellCommand[] = [];
  let command: Draft = { words: [] };
  const endCommand = (): void => {
    const { words, stdin, output, errors } = command;
    if (words.length > 0) commands.push({ words, stdin, output, errors });
    command = { words: [] };
  };
  const endPipeline = (next: Pipeline["joint"], background = false): void => {
    endCommand();
    if (commands.length > 0) pipelines.push({ joint, commands, ...(background && { background }) });
    commands = [];
    joint = next;
  };
  const tokens = tokensOf(line);
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? { kind: "word", text: "" };
    if (kind === "word") command.words.push(text);
    else if (text === "|") endCommand();
    else if (text === ";" || text === "&&" || text === "||") endPipeline(text);
    else if (text === "&") endPipeline(";", true);
    else if (text === "2>&1") command.errors = "out";
    else if (text.endsWith(">&2")) command.output = { path: standardError, append: false };
    else {
      const { text: target, quoted } = tokens[++at] ?? { text: "" };
      const body = (): string => {
        const written = waiting.shift() ?? "";
        return quoted === true ? written : readHeredoc(written);
      };
      if (text.startsWith("<<")) command.stdin = text === "<<<" ? `${target}\n` : body();
      else if (text === "<") command.words.push("\0<", target);
      else redirect(command, text, target);
    }
  }
  endPipeline(";");
  return pipelines;
}

/** The words of a text without operators. Throws a KubectlError for an open quote. */
export const splitWords = (text: string): readonly string[] => tokensOf(text).map((token) => token.text);

interface Draft {
  words: string[];
  stdin?: string;
  output?: Redirection;
  errors?: "out" | Redirection;
}

function redirect(command: Draft, operator: string, path: string): void {
  const to = { path, append: operator.endsWith(">>") };
  if (operator.startsWith("2")) command.errors = to;
  else command.output = to;
  if (operator.startsWith("&")) command.errors = "out";
}

function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < line.length;) {
    const char = line.charAt(at);
    if (/\s/.test(char)) {
      // a line that ends after an operator goes on
      if (char === "\n" && tokens.at(-1)?.kind === "word") tokens.push({ kind: "operator", text: ";" });
      at++;
      continue;
    }
    if (char === "#") {
      const end = line.indexOf("\n", at);
      if (end < 0) break;
      at = end;
      continue;
    }
    const operator = operatorAt(line, at);
    if (operator !== undefined) {
      tokens.push({ kind: "operator", text: operator });
      at += operator.length;
      continue;
    }
    const { word, end } = readWord(line, at);
    tokens.push({ kind: "word", text: word, quoted: /['"\\]/.test(line.slice(at, end)) });
    at = end;
  }
  return tokens;
}

/** The operator at a place; a digit is one only where a word would begin. */
const operatorAt = (line: string, at: number): string | undefined =>
  operators.find(
    (each) => line.startsWith(each, at) && (!/^[12]/.test(each) || at === 0 || /[\s;|&]/.test(line.charAt(at - 1))),
  );

/** Reads a word with its quotes, as a POSIX shell does; its expansions are marked. Throws a KubectlError. */
function readWord(line: string, start: number): { readonly word: string; readonly end: number } {
  let word = "";
  let at = start;
  while (at < line.length && !/[\s|;<>&]/.test(line.charAt(at))) {
    const char = line.charAt(at);
    const expansion = readExpansion(line, at, false);
    if (expansion !== undefined) {
      word += expansion.text;
      at = expansion.end;
    } else if (char === "\\") {
      word += line.charAt(at + 1) === "\n" ? "" : line.charAt(at + 1);
      at += 2;
    } else if (char === "'" || char === '"' || (char === "$" && line.charAt(at + 1) === "'")) {
      const ansi = char === "$";
      const quoted = readQuoted(line, ansi ? at + 1 : at, ansi);
      word += quoted.text;
      at = quoted.end;
    } else {
      word += char;
      at++;
    }
  }
  return { word, end: at };
}

const ansiEscapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  e: "\u001b",
  E: "\u001b",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
};

function readQuoted(line: string, start: number, ansi: boolean): { readonly text: string; readonly end: number } {
  const quote = line.charAt(start);
  let text = "";
  for (let at = start + 1; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === quote) return { text, end: at + 1 };
    const expansion = quote === '"' ? readExpansion(line, at, true) : undefined;
    if (expansion !== undefined) {
      text += expansion.text;
      at = expansion.end - 1;
      continue;
    }
    const next = line.charAt(at + 1);
    if (char === "\\" && ansi) text += ansiEscapes[next] ?? next;
    else if (char === "\\" && quote === '"' && '"\\$`\n'.includes(next)) text += next === "\n" ? "" : next;
    else {
      text += char;
      continue;
    }
    at++;
  }
  throw new KubectlError(`unexpected end of line while looking for matching ${quote}`, 2);
}

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

const opening: ReadonlySet<string> = new Set(["for", "while", "until", "if"]);
const closing: ReadonlySet<string> = new Set(["done", "fi"]);
/** Words after which a command begins. */
const leading: ReadonlySet<string> = new Set(["while", "until", "if", "do", "then", "else", "elif", "!"]);
const joining: ReadonlySet<string> = new Set(["|", "&&", "||"]);

/** Whether a loop or condition is open at the end of a text, or an operator is that joins what follows. */
function goesOn(text: string): boolean {
  if (!/[|&]\s*(?:#.*)?$|\b(?:for|while|until|if)\b/.test(text)) return false;
  let [depth, begins, joins] = [0, true, false];
  try {
    for (const { kind, text: word, quoted } of tokensOf(text)) {
      joins = kind === "operator" && joining.has(word);
      if (begins && kind === "word" && quoted !== true) depth += opening.has(word) ? 1 : closing.has(word) ? -1 : 0;
      begins = kind === "operator" ? /^(?:[;&|]|&&|\|\|)$/.test(word) : begins && leading.has(word);
    }
  } catch {
    return false;
  }
  return depth > 0 || joins;
}

const endsInBackslash = (line: string): boolean => /(?:^|[^\\])\\$/.test(line);

/** Reports whether a quote is open at the end of a text. */
function isOpen(text: string): boolean {
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\" && quote !== "'") at++;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === "'" || char === '"') quote = char;
    else if (char === "#" && (at === 0 || /\s/.test(text.charAt(at - 1)))) return false;
  }
  return quote !== "";
}
