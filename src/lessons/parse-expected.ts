import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseDocument } from "yaml";
import type { Expected, ExpectedScalar } from "./lesson.ts";
import type { SourceText } from "./source-lines.ts";

/** What stands for the rest: of a text, a list or an object. */
export const more = "...";

const deepest = 60;

/**
 * Reads a part of a document: YAML, or JSON with the documentation's `...` for what is left out and comments after
 * `//`. Throws a LessonError at its line.
 */
export function parseExpected(source: SourceText): Expected {
  // a text of several lines at the end has its line break, as in a file
  const own = `${withoutBraces(source.text)}\n`;
  const text = /^\s*[{[]/.test(own) ? withRests(withoutComments(own)) : own;
  if (/(?:[[{][^[\]{}\n]{0,40}){100}|(?:[-?][ \t]+){100}/.test(text)) throw source.error(0, "it is nested too deeply");
  const document = parseDocument(text, options);
  // a line of ... in a map of YAML leaves out members, as in JSON; in a text of several lines it is one of them
  if (document.errors.length > 0) return parsed(parseDocument(withoutRests(text), options), document, source);
  return parsed(document, document, source);
}

const options = { version: "1.2", intAsBigInt: true, logLevel: "error" } as const;

const withoutRests = (text: string): string =>
  text.replace(/^[ \t]*\.\.\.[ \t]*$/gm, (line) => " ".repeat(line.length));

/** Returns what a document expects, which may leave out members; throws the error of the document as it is written. */
function parsed(document: Document, written: Document, source: SourceText): Expected {
  const [error] = document.errors.length === 0 ? [] : written.errors;
  if (error !== undefined) throw source.error(error.pos[0], withBraces(firstLine(error.message)));
  if (document.contents === null) throw source.error(0, "nothing is expected here");
  return expectedOf(document.contents, source, 0);
}

/** The first line of an error, without its place in the document. */
export const firstLine = (message: string): string =>
  (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");

/** Writes `${name}` without braces, which would begin a map outside of quotes; offsets stay. */
const withoutBraces = (text: string): string => text.replace(/\$\{([A-Za-z]\w*)\}/g, "$\uE000$1\uE001");
const withBraces = (text: string): string => text.replace(/\$\uE000(\w+)\uE001/g, "${$1}");

/** Blanks what follows `//` outside of strings and addresses, so that offsets stay. */
const withoutComments = (text: string): string =>
  text.replace(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|(?<![^\s,{}[\]])\/\/[^\n]*/g, (part) =>
    part.startsWith("//") ? " ".repeat(part.length) : part,
  );

/** Texts, lines of `...`, and every other character. */
const tokens = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|^[ \t]*\.\.\.[ \t]*$|\S/gm;

/**
 * Reads lines of `...` as the documentation writes them, without commas: one in a list gets them, in place of line
 * breaks; one in a map or outside of the document is blanked. Offsets stay.
 */
function withRests(text: string): string {
  const chars = text.split("");
  const open: string[] = [];
  let last = "";
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const rest = token.trim() === more;
    if (rest) setRest(chars, index, index + token.length, { container: open.at(-1), bare: !",[{".includes(last) });
    else if (token === "{" || token === "[") open.push(token);
    else if (token === "}" || token === "]") open.pop();
    last = rest ? "," : token;
  }
  return chars.join("");
}

interface RestPlace {
  readonly container: string | undefined;
  /** Whether no comma stands before it. */
  readonly bare: boolean;
}

function setRest(chars: string[], start: number, end: number, { container, bare }: RestPlace): void {
  if (container !== "[") chars.fill(" ", start, end);
  else chars[end] = ",";
  if (bare && container !== undefined) chars[container === "[" ? start - 1 : start] = ",";
}

function expectedOf(node: Node, source: SourceText, depth: number): Expected {
  const [start, last] = node.range ?? [0, 0];
  const end = Math.min(last, source.text.length);
  if (depth > deepest) throw source.error(start, "it is nested too deeply");
  const place = source.place(start, end);
  if (isMap(node)) return { kind: "map", place, members: membersOf(node.items, source, depth) };
  if (isSeq(node)) return { kind: "list", place, items: node.items.map((item) => child(item, source, depth)) };
  if (isAlias(node) || !isScalar(node)) throw source.error(start, "aliases are not read here");
  const plain = node.type === "PLAIN";
  if (plain && node.source === more) return { kind: "more", place };
  return { kind: "scalar", place, value: scalarOf(node.value), plain };
}

function membersOf(
  items: readonly { readonly key: unknown; readonly value: unknown }[],
  source: SourceText,
  depth: number,
): readonly (readonly [string, Expected])[] {
  return items.flatMap(({ key, value }) => {
    if (!isScalar(key)) throw source.error(0, "a name is to be a text");
    const name = withBraces(String(key.source ?? key.value));
    if (name === more) return [];
    const [at] = key.range ?? [0];
    if (value !== null) return [[name, child(value, source, depth)] as const];
    return [[name, { kind: "scalar", place: source.place(at, at), value: null, plain: true }] as const];
  });
}

const child = (value: unknown, source: SourceText, depth: number): Expected =>
  expectedOf(value as Node, source, depth + 1);

function scalarOf(value: unknown): ExpectedScalar {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === "string") return withBraces(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  return null;
}

/**
 * Reads the documents of a stream: YAML between `---`, or objects of JSON one after the other, or the items of one
 * list. A document of `...` stands for others.
 */
export function parseExpectedStream(source: SourceText): readonly Expected[] {
  const documents = documentsOf(source);
  const [only] = documents;
  return only?.kind === "list" && documents.length === 1 && only.items.length > 0 ? only.items : documents;
}

function documentsOf(source: SourceText): readonly Expected[] {
  const json = /^\s*\{/.test(source.text);
  const parts: { first: number; lines: string[] }[] = [];
  for (const [i, line] of source.text.split("\n").entries()) {
    const begins = json ? line.startsWith("{") : line === "---";
    if (begins || parts.length === 0) parts.push({ first: json || !begins ? i : i + 1, lines: [] });
    if (json || !begins) parts.at(-1)?.lines.push(line);
  }
  return parts.flatMap(({ first, lines }) => {
    const cut = json ? cutAfterObject(lines) : lines;
    if (cut.every((line) => /^\s*(#.*)?$/.test(line))) return [];
    const text = cut.join("\n");
    const part = source.part(text, first);
    return text.trim() === more
      ? [{ kind: "more", place: part.place(text.indexOf(more), text.length) }]
      : [parseExpected(part)];
  });
}

/** Leaves out what the documentation writes between events: what follows the end of the first object. */
function cutAfterObject(lines: readonly string[]): readonly string[] {
  let open = 0;
  for (const [i, line] of lines.entries()) {
    const bare = line.replace(/"(?:[^"\\]|\\.)*"/g, "");
    open += bare.split("{").length - bare.split("}").length;
    if (open <= 0) return lines.slice(0, i + 1);
  }
  return lines;
}
