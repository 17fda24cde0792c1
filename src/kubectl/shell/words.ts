import { KubectlError } from "../kubectl-error.ts";
import { arrayText } from "./arrays.ts";
import { closingParenthesis, literalText, readExpansion, readHeredoc, withoutMarks } from "./expansions.ts";

/** A command of a pipeline: its words, where its output goes and what it reads. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly stdin: string | undefined;
  readonly output: Redirection | undefined;
  /** Where errors go: "out" is where the output goes, and "before" where it went before it was redirected. */
  readonly errors: "out" | "before" | Redirection | undefined;
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
  ";;",
  "2>&1",
  "1>&2",
  ">&2",
  ">&1",
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
  ">|",
  "0<",
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
    if (words.length > 0 || output !== undefined || typeof errors === "object")
      commands.push({ words, stdin, output, errors });
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
    else if (text === ";;") {
      endPipeline(";");
      pipelines.push({
        joint: ";",
        commands: [{ words: [text], stdin: undefined, output: undefined, errors: undefined }],
      });
    } else if (text === "2>&1") command.errors = "out";
    else if (text === ">&1") continue;
    else if (text.endsWith(">&2")) command.output = { path: standardError, append: false };
    else {
      const { text: target, quoted } = tokens[++at] ?? { text: "" };
      const body = (): string => {
        const written = waiting.shift() ?? "";
        return quoted === true ? written : readHeredoc(written);
      };
      if (text.startsWith("<<")) command.stdin = text === "<<<" ? `${target}\n` : body();
      else if (text === "<" || text === "0<") command.words.push("\0<", target);
      else redirect(command, text, target);
    }
  }
  endPipeline(";");
  return pipelines;
}

/** The words of a text without operators. Throws a KubectlError for an open quote. */
export const splitWords = (text: string): readonly string[] => tokensOf(text).map((token) => withoutMarks(token.text));

/** A text as a single word with its quotes read, and its expansions marked. Throws a KubectlError for an open quote. */
export const readWhole = (text: string): string => readWord(text, 0, /(?!)/).word;

interface Draft {
  words: string[];
  stdin?: string;
  output?: Redirection;
  errors?: "out" | "before" | Redirection;
}

function redirect(command: Draft, operator: string, path: string): void {
  const to = { path, append: operator.endsWith(">>") };
  if (operator.startsWith("2")) command.errors = to;
  else {
    if (command.errors === "out" && command.output === undefined) command.errors = "before";
    command.output = to;
  }
  if (operator.startsWith("&")) command.errors = "out";
}

/** Words after which a command begins. */
export const leading: ReadonlySet<string> = new Set([
  "while",
  "until",
  "if",
  "do",
  "then",
  "else",
  "elif",
  "!",
  "{",
  "(",
]);
/** The name of a function before its body. */
export const functionHead = /^[\w-]+\(\)$/;

/** Splits a text into words and operators. Throws a KubectlError for a quote or a bracket that is open. */
export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  let [depth, begins, began] = [0, true, false];
  const push = (token: Token): void => {
    const { kind, text, quoted } = token;
    const last = tokens.at(-1);
    // `function NAME` and `NAME ()` are `NAME()`
    if (kind === "word" && began && last?.kind === "word" && (last.text === "function" || text === "()")) {
      tokens.pop();
      begins = true;
      return push({ kind, text: `${last.text === "function" ? text.replace(/\(\)$/, "") : last.text}()` });
    }
    began = begins && kind === "word" && quoted !== true;
    tokens.push(token);
    begins =
      kind === "operator"
        ? /^(?:;;?|[&|]|&&|\|\|)$/.test(text)
        : begins && quoted !== true && (leading.has(text) || functionHead.test(text));
  };
  const end = (): void => {
    // a line that ends after an operator goes on, but for one that names where it writes
    const last = tokens.at(-1);
    if (last?.kind === "word" || last?.text.includes(">&") === true) push({ kind: "operator", text: ";" });
  };
  for (let at = 0; at < line.length;) {
    const char = line.charAt(at);
    if (/\s/.test(char)) {
      if (char === "\n") end();
      at++;
      continue;
    }
    if (char === "#") {
      const comment = line.indexOf("\n", at);
      if (comment < 0) break;
      at = comment;
      continue;
    }
    const last = tokens.at(-1);
    if ((begins || (last?.kind === "word" && last.text === "for")) && line.startsWith("((", at)) {
      const close = closingParenthesis(line, at);
      push({ kind: "word", text: "((" });
      push({ kind: "word", text: line.slice(at + 2, close - 1), quoted: true });
      at = close + 1;
      continue;
    }
    if (begins && /^\[\[\s/.test(line.slice(at, at + 3))) {
      const condition = readCondition(line, at);
      for (const token of condition.tokens) push(token);
      at = condition.end;
      continue;
    }
    if ((char === "(" && begins) || (char === ")" && depth > 0)) {
      if (char === ")") end();
      push({ kind: "word", text: char });
      depth += char === "(" ? 1 : -1;
      at++;
      continue;
    }
    const operator = line.startsWith("<(", at) ? undefined : operatorAt(line, at);
    if (operator !== undefined) {
      push({ kind: "operator", text: operator });
      at += operator.length;
      continue;
    }
    const read = readWord(line, at, depth > 0 ? /[\s|;<>&)]/ : /[\s|;<>&]/);
    push({ kind: "word", text: read.word, quoted: /['"\\]/.test(line.slice(at, read.end)) });
    at = read.end;
  }
  return tokens;
}

/** The operator at a place; a digit is one only where a word would begin. */
const operatorAt = (line: string, at: number): string | undefined =>
  operators.find(
    (each) => line.startsWith(each, at) && (!/^[012]/.test(each) || at === 0 || /[\s;|&]/.test(line.charAt(at - 1))),
  );

/** Stands before a word of a condition that is quoted: it is no pattern. */
export const quotedMark = "\uE004";

/** Reads `[[ ... ]]`: within it, operators are words. */
function readCondition(line: string, from: number): { readonly tokens: readonly Token[]; readonly end: number } {
  const tokens: Token[] = [{ kind: "word", text: "[[" }];
  for (let at = from + 2; at < line.length;) {
    const [operator = "", space] = /^(?:(\s+)|\]\](?=[\s;|&)]|$)|&&|\|\||[()<>])/.exec(line.slice(at)) ?? [];
    const isPattern = tokens.at(-1)?.text === "=~" && space === undefined;
    if (operator !== "" && !(isPattern && operator === "(")) {
      at += operator.length;
      if (space === undefined) tokens.push({ kind: "word", text: operator });
      if (operator === "]]") return { tokens, end: at };
      continue;
    }
    const { word, end } = readWord(line, at, isPattern ? /\s/ : /[\s|<>&()]/);
    const quoted = /['"]/.test(line.slice(at, end));
    tokens.push({ kind: "word", text: quoted ? quotedMark + word : word, quoted });
    at = Math.max(end, at + 1);
  }
  throw new KubectlError("unexpected end of line while looking for matching ]]", 2);
}

const functionName = /^[\w-]*$/;
const arrayName = /^[A-Za-z_]\w*\+?=$/;

/** Reads a word with its quotes, as a shell does; its expansions are marked. Throws a KubectlError. */
function readWord(line: string, start: number, stop: RegExp): { readonly word: string; readonly end: number } {
  let word = "";
  let at = start;
  while (at < line.length && (!stop.test(line.charAt(at)) || (at === start && line.startsWith("<(", at)))) {
    const char = line.charAt(at);
    const expansion = readExpansion(line, at, false);
    if (expansion !== undefined) {
      word += expansion.text;
      at = expansion.end;
    } else if (char === "\\") {
      word += line.charAt(at + 1) === "\n" ? "" : literalText(line.charAt(at + 1));
      at += 2;
    } else if (char === "'" || char === '"' || (char === "$" && line.charAt(at + 1) === "'")) {
      const ansi = char === "$";
      const quoted = readQuoted(line, ansi ? at + 1 : at, ansi);
      word += quoted.text;
      at = quoted.end;
    } else if (char === "(" && arrayName.test(word)) {
      const close = closingParenthesis(line, at);
      const items = tokensOf(line.slice(at + 1, close)).flatMap(({ kind, text }) => (kind === "word" ? [text] : []));
      word += arrayText(items);
      at = close + 1;
    } else {
      if (line.startsWith("()", at) && functionName.test(word)) return { word: `${word}()`, end: at + 2 };
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
    if (char === "\\" && ansi) text += ansiEscapes[next] ?? literalText(next);
    else if (char === "\\" && quote === '"' && '"\\$`\n'.includes(next)) text += next === "\n" ? "" : next;
    else {
      text += literalText(char);
      continue;
    }
    at++;
  }
  throw new KubectlError(`unexpected end of line while looking for matching ${quote}`, 2);
}
