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
  const head = klogHead("I", exchange.now, "round_trippers.go:632");
  const line = (rest: string): void => log(`${head}${rest}\n`);
  if (verbosity >= 8 && text !== undefined) line(`"Request Body" body=${JSON.stringify(text)}`);
  if (verbosity >= 7) {
    const headers = sent.map(
      ([name, value]) => `\n\t\t${name}: ${name === "Authorization" ? "Bearer <masked>" : value}`,
    );
    line(`"Request" verb="${method}" url="${server}${target}" headers=<${headers.sort().join("")}\n >`);
  }
  const headers =
    verbosity < 8
      ? ""
      : ` headers=<${answer.headers
          .map(([name, value]) => `\n\t\t${name}: ${value}`)
          .sort()
          .join("")}\n >`;
  line(
    `"Response" verb="${method}" url="${server}${target}" status="${statusText(answer.status)}"${headers} milliseconds=${ms}`,
  );
  if (verbosity >= 8 && !isStream(answer.body))
    line(`"Response Body" body=${JSON.stringify(typeof answer.body === "string" ? answer.body : "")}`);
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
export const klogLine = (severity: "I" | "W" | "E", now: number, place: string, message: string): string =>
  `${klogHead(severity, now, place)}${message}\n`;

function klogHead(severity: string, now: number, place: string): string {
  const text = new Date(now).toISOString();
  return `${severity}${text.slice(5, 7)}${text.slice(8, 10)} ${text.slice(11, 23)}000       1 ${place}] `;
}
