import { stringify } from "yaml";
import type { Pattern, Piece } from "./pattern.ts";
import type { EventsOperation, FindOperation, LineOperation, Operation, Plan, RequestOperation } from "./plan.ts";

/** Stands for any value that is no text. It is written as a plain `...`, which YAML would put into quotes. */
const anyValue = "ANY\u2026VALUE";

const yamlOptions = { indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false } as const;
const print = (value: unknown): string => stringify(value, yamlOptions).trimEnd();

/** A lesson, and the lines from 1 at which its operations begin. */
export interface WrittenLesson {
  readonly text: string;
  readonly lines: readonly number[];
}

/** Writes a replay as a lesson: Markdown that runs, with the claims below the steps. */
export function writeLesson(plan: Plan): WrittenLesson {
  let text = `---\n${print(frontMatter(plan))}\n---\n\n# ${heading(plan.name)}\n`;
  const lines = plan.operations.map((operation, i) => {
    text += `\n`;
    const line = text.split("\n").length;
    text += `## ${heading(operation.title)}\n\n${blocksOf(operation, i)}\n`;
    return line;
  });
  return { text, lines };
}

function frontMatter({ name, settings, objects, operations }: Plan): Readonly<Record<string, unknown>> {
  const { emulatedVersion, pace, ...others } = settings;
  const speed = Math.round(pace?.speed ?? 1);
  const server = {
    ...(emulatedVersion !== undefined && { release: emulatedVersion }),
    ...others,
    ...(speed > 1 && { speed }),
  };
  return {
    title: oneLine(name),
    section: "Recordings",
    ...(operations.some(({ kind }) => kind === "line") && { view: "terminal" }),
    ...(Object.keys(server).length > 0 && { server }),
    ...(objects.length > 0 && { seed: objects }),
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim() || "A recording";

/** Text in a heading, in which no character is of Markdown. */
const heading = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>]/g, String.raw`\$&`);

function blocksOf(operation: Operation, at: number): string {
  switch (operation.kind) {
    case "request":
      return requestBlock(operation, at);
    case "find":
      return findBlock(operation);
    case "line":
      return lineBlocks(operation);
    case "events":
      return eventsBlock(operation);
  }
}

/** A document of `...` stands for others that come between. */
function eventsBlock({ of, events, isLoose }: EventsOperation): string {
  const documents = events.map((event) => print(expectedValue(event)).replaceAll(anyValue, "..."));
  const all = isLoose ? documents.flatMap((document) => ["...", document]) : documents;
  return fence(`yaml events of=${of}`, all.join("\n---\n"));
}

function requestBlock(
  { method, target, headers, body, isText, expected, isRepeated, watch }: RequestOperation,
  at: number,
): string {
  const as = headers.find(([name]) => name.toLowerCase() === "impersonate-user")?.[1];
  const groups = headers.filter(([name]) => name.toLowerCase() === "impersonate-group").map(([, value]) => value);
  const options = [
    ...(isRepeated ? ["until"] : []),
    ...(watch === undefined ? [] : [option("watch", watch)]),
    ...(as === undefined ? [] : [option("as", as)]),
    ...(groups.length === 0 ? [] : [option("group", groups.join(","))]),
  ];
  const written = headers.filter(([name, value]) => !isImplied(name, value, isText));
  const head = [`${method} ${inText(target)}`, ...written.map(([name, value]) => `${name}: ${value}`)];
  const sent = body === undefined ? [] : ["", isText ? inText(piecesIn(body)) : json(body)];
  const part = expected.part === undefined ? undefined : print(expectedValue(expected.part));
  // an answer begins with a status: a value of the lesson takes any
  const status =
    expected.status === undefined ? `\${status${at + 1}}` : `${expected.status}${reasonOf(expected.status)}`;
  const answer = expected.status === undefined && part === undefined ? [] : answerLines(status, part);
  return fence(["http", ...options].join(" "), [...head, ...sent, ...answer].join("\n"));
}

const option = (name: string, value: string): string => `${name}=${/[\s"]/.test(value) ? `"${value}"` : value}`;

/** Headers that a lesson adds by itself, or that are options of the block. */
const isImplied = (name: string, value: string, isText: boolean): boolean =>
  /^impersonate-/i.test(name) ||
  (name.toLowerCase() === "accept" && value === "application/json") ||
  (name.toLowerCase() === "content-type" && value === "application/json" && !isText);

const answerLines = (status: string, part: string | undefined): readonly string[] => [
  "---",
  status,
  ...(part === undefined ? [] : ["", part.replaceAll(anyValue, "...")]),
];

const reasons: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  410: "Gone",
  413: "Request Entity Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};
const reasonOf = (status: number): string => (reasons[status] === undefined ? "" : ` ${reasons[status]}`);

function findBlock({ target, prefix, variable }: FindOperation): string {
  const item = { metadata: { name: `\${${variable}}`, generateName: inText(prefix) } };
  const part = print({ items: [anyValue, item, anyValue] });
  return fence("http until", [`GET ${inText(target)}`, ...answerLines("200 OK", part)].join("\n"));
}

function lineBlocks({ text, code, output, files, isRepeated }: LineOperation): string {
  const written = files.map(([path, content]) => fence(`${languageOf(path)} file=${path}`, content.replace(/\n$/, "")));
  const line = text.map((piece) => (piece.kind === "text" ? withoutBraces(piece.text) : inPiece(piece))).join("");
  // without a word about the output, a line is to end well
  const command = output?.length === 0 && code !== 0 ? `${line} || true` : line;
  const [first = "", ...more] = command.split("\n");
  const shown = output === undefined ? ["..."] : output.map((pieces) => outputLine(inText(pieces)));
  const block = [`$ ${first}`, ...more.map((each) => `> ${each}`), ...shown].join("\n");
  return [...written, fence(isRepeated && output !== undefined ? "console until" : "console", block)].join("\n\n");
}

/** A line that looks like a command line begins with any characters. */
const outputLine = (line: string): string => (/^[$>] /.test(line) ? `...${line.slice(1)}` : line);

/** `${name}` is a value of a lesson; a variable of the shell is written as `$name`. */
const withoutBraces = (text: string): string => text.replace(/\$\{(\w+)\}(?!\w)/g, "$$$1");

const languages: Readonly<Record<string, string>> = {
  yaml: "yaml",
  yml: "yaml",
  json: "json",
  sh: "shell",
  md: "markdown",
};
const languageOf = (path: string): string => languages[path.split(".").at(-1) ?? ""] ?? "text";

/** A fenced block, whose fence is longer than any in it. */
function fence(info: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([{ length }]) => length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${info}\n${text}\n${marks}`;
}

const piecesIn = (pattern: Pattern): readonly Piece[] =>
  pattern.kind === "pieces"
    ? pattern.pieces
    : [{ kind: "text", text: String(pattern.kind === "scalar" ? pattern.value : "") }];

function inPiece(piece: Piece): string {
  switch (piece.kind) {
    case "text":
      return piece.text;
    case "variable":
      return `\${${piece.name}}`;
    case "any":
      return "...";
  }
}

const inText = (pieces: readonly Piece[]): string => pieces.map(inPiece).join("");

/** What is sent, as JSON. What would be a value of the lesson is escaped. */
function json(pattern: Pattern): string {
  const variable = /\uE000(\w+)\uE001/g;
  const text = JSON.stringify(sentValue(pattern), undefined, 2).replaceAll("${", String.raw`\u0024{`);
  return text.replace(variable, "${$1}");
}

function sentValue(pattern: Pattern): unknown {
  switch (pattern.kind) {
    case "scalar":
      return pattern.value;
    case "any":
      return null;
    case "pieces":
      return pattern.pieces
        .map((piece) => (piece.kind === "variable" ? `\uE000${piece.name}\uE001` : inPiece(piece)))
        .join("");
    case "list":
      return pattern.items.map(sentValue);
    case "map":
      return Object.fromEntries(pattern.members.map(([name, member]) => [name, sentValue(member)]));
  }
}

/** What is expected, as the value that YAML is written of. */
function expectedValue(pattern: Pattern): unknown {
  switch (pattern.kind) {
    case "scalar":
      return typeof pattern.value === "string" ? literal(pattern.value) : pattern.value;
    case "any":
      return anyValue;
    case "pieces":
      return pattern.pieces.map((piece) => (piece.kind === "text" ? literal(piece.text) : inPiece(piece))).join("");
    case "list":
      return [...pattern.items.map(expectedValue), ...(pattern.rest === true ? [anyValue] : [])];
    case "map":
      return Object.fromEntries(pattern.members.map(([name, member]) => [name, expectedValue(member)]));
  }
}

/** A text in which `${` does not begin a value of the lesson. */
const literal = (text: string): string => text.replaceAll("${", "...");
