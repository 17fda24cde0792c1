import { trim } from "../apimachinery/trim.ts";
import type { Expectation, ExpectedContent, ExpectedText, Place, RequestText } from "./lesson.ts";
import { parseExpected, parseExpectedStream } from "./parse-expected.ts";
import { linesOf } from "./parse-texts.ts";
import type { SourceText } from "./source-lines.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const requestLine = /^([A-Z]+)[ \t]+((?:\/|\$\{)\S*)(?:[ \t]+HTTP\/1\.1)?$/;
const statusLine = /^(?:HTTP\/1\.1 )?(\d{3}|\$\{[A-Za-z]\w*\})(?: (.*))?$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/;

/** The texts of statuses: RFC 9110, and those that the Kubernetes documentation uses. */
// oxfmt-ignore
const reasons: Readonly<Record<string, readonly string[]>> = {
  "200": ["OK"], "201": ["Created"], "202": ["Accepted"], "301": ["Moved Permanently"], "304": ["Not Modified"],
  "400": ["Bad Request"], "401": ["Unauthorized"], "403": ["Forbidden"], "404": ["Not Found"], "405": ["Method Not Allowed"],
  "406": ["Not Acceptable"], "409": ["Conflict"], "410": ["Gone"], "413": ["Request Entity Too Large", "Content Too Large"],
  "415": ["Unsupported Media Type"], "422": ["Unprocessable Entity", "Unprocessable Content"], "429": ["Too Many Requests"],
  "500": ["Internal Server Error"], "501": ["Not Implemented"], "503": ["Service Unavailable"], "504": ["Gateway Timeout"],
};

/** A request, and the answer that the documentation writes below it after `---`. */
export interface WrittenExchange {
  readonly request: RequestText;
  readonly expectation: Expectation | undefined;
}

/** Whether a text begins as a request does: with a method. */
export const isRequestText = (text: string): boolean => methods.has(text.split(/\s/, 1)[0] ?? "");

/** Reads a request as RFC 9112 writes it, and its answer if there is one. Throws a LessonError at its line. */
export function parseHttp(source: SourceText): WrittenExchange {
  const lines = source.text.split("\n");
  const divider = lines.findIndex((line, i) => line === "---" && statusLine.test(lines[i + 1] ?? ""));
  const own = divider < 0 ? lines : lines.slice(0, divider);
  const first = requestLine.exec((own[0] ?? "").trimEnd());
  const [, method = "", target = ""] = first ?? [];
  if (!methods.has(method)) throw source.error(0, "a request begins with a method and a path: GET /api/v1/pods");
  const { headers, rest } = readHead(source, own, 1);
  const body = own.slice(rest).join("\n").trim();
  const request = { method, target, headers: headers.map(({ name, value }) => [name, value.text] as const), body };
  if (divider < 0) return { request, expectation: undefined };
  const answer = source.part(lines.slice(divider + 1).join("\n"), divider + 1);
  const events = method === "GET" && /[?&]watch(=(1|true))?(&|$)/.test(target);
  return { request, expectation: parseAnswer(answer, events) };
}

/** Reads an answer: a status, headers, and a part of a document or of a stream of events. */
export function parseAnswer(source: SourceText, events = false): Expectation {
  const lines = source.text.split("\n");
  const [, code = "", reason] = statusLine.exec((lines[0] ?? "").trimEnd()) ?? [];
  if (code === "") throw source.error(0, "an answer begins with its status: 200 OK");
  if (reason !== undefined && !code.startsWith("$") && reasons[code]?.includes(reason) !== true)
    throw source.error(0, `${code} is not ${reason}`);
  const at = (lines[0] ?? "").indexOf(code);
  const { headers, rest } = readHead(source, lines, 1);
  const text = lines.slice(rest).join("\n");
  const body = source.part(text, rest);
  const place: Place = source.place(0, source.text.length);
  const status = { text: code, place: source.place(at, at + code.length) };
  if (text.trim() === "") return { place, status, headers, content: undefined };
  // a watch that is refused is answered with a Status
  if (events && !/^[45]/.test(code))
    return { place, status, headers, content: { kind: "events", events: parseExpectedStream(body) } };
  return { place, status, headers, content: contentOf(body, headers) };
}

/** What is expected below the headers: a part of a document, or lines if the answer is a text. */
function contentOf(body: SourceText, headers: Head["headers"]): ExpectedContent {
  const type = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value.text ?? "";
  const isText = type.startsWith("text/") || /^\s*(?:#|\[[+-]\])/.test(body.text);
  if (isText) return { kind: "lines", lines: linesOf(body) };
  const value = parseExpected(body);
  return value.kind === "scalar" ? { kind: "lines", lines: linesOf(body) } : { kind: "value", value };
}

interface Head {
  readonly headers: readonly { readonly name: string; readonly value: ExpectedText }[];
  /** The index of the first line of the body. */
  readonly rest: number;
}

function readHead(source: SourceText, lines: readonly string[], from: number): Head {
  const headers: { name: string; value: ExpectedText }[] = [];
  const starts = source.lines();
  for (let i = from; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line.trim() === "") return { headers, rest: i + 1 };
    const start = starts[i]?.start ?? 0;
    if (line === "...") continue;
    const [, name, written = ""] = headerLine.exec(line) ?? [];
    const value = trim(written, " \t");
    if (name === undefined) throw source.error(start, "this is no header; an empty line begins the body");
    const at = start + line.indexOf(value, name.length + 1);
    headers.push({ name, value: { text: value, place: source.place(at, at + value.length) } });
  }
  return { headers, rest: lines.length };
}
