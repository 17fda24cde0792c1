import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isStream, type Answer } from "../../component-base/exchange.ts";

/** One exchange, as `-v` logs it. */
export interface LoggedExchange {
  readonly verbosity: number;
  readonly log: (text: string) => void;
  readonly now: number;
  readonly server: string;
  readonly method: string;
  readonly target: string;
  readonly sent: readonly (readonly [string, string])[];
  readonly text: string | undefined;
  readonly answer: Answer;
  readonly ms: number;
}

/** Writes what kubectl logs of a request from `-v=6` on (transport.debuggingRoundTripper). */
export function requestLog(exchange: LoggedExchange): void {
  const { verbosity, log, server, method, target, sent, text, answer, ms } = exchange;
  if (verbosity < 6) return;
  const line = (place: string, rest: string): void => log(`${klogHead("I", exchange.now, place)}${rest}\n`);
  const where = `verb="${method}" url="${server}${target}"`;
  if (verbosity >= 8) line("helper.go:105", `"Request Body" body${bodyText(text ?? "", verbosity)}`);
  const masked = sent.map(([name, value]) => [name, name === "Authorization" ? "Bearer <masked>" : value] as const);
  if (verbosity === 7 || verbosity === 8)
    line("round_trippers.go:527", `"Request" ${where} headers${headerText(masked)}`);
  if (verbosity >= 9) {
    const headers = masked.map(([name, value]) => ` -H ${quoteGo(`${name}: ${value}`)}`).join("");
    const curl = `curl -v -X${method} ${headers} '${server}${target}'\n`;
    line("round_trippers.go:527", `"Request" curlCommand${klogValue(curl)}`);
  }
  const place = verbosity === 7 || verbosity === 8 ? "" : `${where} `;
  const headers = verbosity < 8 ? "" : ` headers${headerText(answer.headers)}`;
  line(
    "round_trippers.go:632",
    `"Response" ${place}status="${statusText(answer.status)}"${headers} milliseconds=${ms}`,
  );
  if (verbosity >= 8 && !isStream(answer.body)) {
    const body = typeof answer.body === "string" ? answer.body : "";
    line("helper.go:105", `"Response Body" body${bodyText(body, verbosity)}`);
  }
}

/** A value of a log line as klog writes it: quoted, or indented if it has several lines. */
function klogValue(text: string): string {
  if (!text.includes("\n")) return `=${quoteGo(text)}`;
  const lines = text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
  return `=<\n${lines.map((line) => `\t${line}\n`).join("")} >`;
}

const headerText = (headers: readonly (readonly [string, string])[]): string =>
  klogValue(
    headers
      .map(([name, value]) => `${name}: ${value}\n`)
      .sort()
      .join(""),
  );

/** A body, of which only the first part is shown (rest.truncateBody). */
function bodyText(text: string, verbosity: number): string {
  const most = verbosity >= 10 ? Infinity : verbosity === 9 ? 10_240 : 1024;
  const shown = text.length <= most ? text : `${text.slice(0, most)} [truncated ${text.length - most} chars]`;
  return klogValue(shown);
}

const statusTexts: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

const statusText = (code: number): string => `${code} ${statusTexts[code] ?? ""}`.trim();

/** A line of a log as klog writes it, with the place of the code that upstream logs it from. */
export const klogLine = (severity: "I" | "W" | "E" | "F", now: number, place: string, message: string): string =>
  `${klogHead(severity, now, place)}${message}\n`;

function klogHead(severity: string, now: number, place: string): string {
  const text = new Date(now).toISOString();
  return `${severity}${text.slice(5, 7)}${text.slice(8, 10)} ${text.slice(11, 23)}000       1 ${place}] `;
}
