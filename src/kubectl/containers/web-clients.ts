import { parseWebUrl } from "../../component-base/parse-web-url.ts";
import { failed, type Finished, printed } from "../finished.ts";
import type { Files } from "../session.ts";
import type { WebAnswer, WebRequest } from "./pod-servers.ts";
import type { Unreachable } from "./network.ts";

/** Sends a request to a port; the answer, or why there is none. */
export type Fetch = (url: URL, request: WebRequest) => Promise<WebAnswer | Unreachable>;

interface Options {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly string[];
}

// Options of curl and wget with a value, and what long ones are called by one letter.
const curlValues = "XHdouUAbceFTmwxEK";
const curlLong: Readonly<Record<string, string>> = {
  request: "X",
  header: "H",
  data: "d",
  "data-raw": "d",
  "data-binary": "d",
  output: "o",
  user: "u",
  "user-agent": "A",
  "max-time": "m",
  "connect-timeout": "connect-timeout",
  "write-out": "w",
  cacert: "cacert",
  cert: "E",
  key: "key",
  resolve: "resolve",
  retry: "retry",
  "retry-delay": "retry-delay",
  url: "url",
  silent: "s",
  "show-error": "S",
  include: "i",
  head: "I",
  insecure: "k",
  location: "L",
  fail: "f",
  verbose: "v",
  interface: "interface",
};
/** Long options with a value that have no letter. */
const longValues = new Set(["connect-timeout", "cacert", "key", "resolve", "retry", "retry-delay", "url", "interface"]);
const wgetValues = "OoTtUP";
const wgetLong: Readonly<Record<string, string>> = {
  "output-document": "O",
  timeout: "T",
  tries: "t",
  quiet: "q",
  spider: "spider",
  header: "H",
};

function optionsOf(args: readonly string[], letters: string, long: Readonly<Record<string, string>>): Options {
  const values = new Map<string, string[]>();
  const words: string[] = [];
  const add = (name: string, value: string): void => void values.set(name, [...(values.get(name) ?? []), value]);
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg.startsWith("--")) {
      const [name = "", given] = arg.slice(2).split(/=(.*)/s);
      const short = long[name] ?? name;
      const takes = longValues.has(short) || (short.length === 1 && letters.includes(short));
      add(short, takes ? (given ?? args[++at] ?? "") : "");
    } else if (/^-[A-Za-z]/.test(arg)) {
      const taking = [...arg].findIndex((letter, i) => i > 0 && letters.includes(letter));
      for (const letter of taking < 0 ? arg.slice(1) : arg.slice(1, taking)) add(letter, "");
      if (taking > 0) add(arg.charAt(taking), arg.slice(taking + 1) || (args[++at] ?? ""));
    } else words.push(arg);
  }
  return { values, words };
}

const urlOf = (text: string): URL | undefined => {
  const url = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  return parseWebUrl(url);
};

const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");

/** `curl`: the answers to its requests, as far as its options are about what is asked and printed. */
export async function curl(args: readonly string[], files: Files, fetch: Fetch, input: string): Promise<Finished> {
  const { values, words } = optionsOf(args, curlValues, curlLong);
  const addresses = [...(values.get("url") ?? []), ...words];
  if (addresses.length === 0) return failed("curl: (2) no URL specified", 2);
  let [stdout, stderr, code] = ["", "", 0];
  let idle: string | undefined;
  for (const address of addresses) {
    const ended = await curlOne(address, values, files, fetch, input);
    stdout += ended.stdout;
    stderr += ended.stderr;
    code = ended.code;
    idle ??= ended.idle;
  }
  return { stdout, stderr: values.has("s") && !values.has("S") ? "" : stderr, code, ...because(idle) };
}

async function curlOne(
  address: string,
  values: Options["values"],
  files: Files,
  fetch: Fetch,
  input: string,
): Promise<Finished> {
  const url = urlOf(address);
  if (url === undefined) return failed(`curl: (3) URL rejected: Malformed input to a URL function`, 3);
  const data = values.get("d");
  const body = data === undefined ? "" : await bodyOf(data, files, input);
  const method = values.get("X")?.at(-1) ?? (values.has("I") ? "HEAD" : data === undefined ? "GET" : "POST");
  const headers = (values.get("H") ?? []).map((line) => {
    const [name = "", value = ""] = line.split(/:\s*(.*)/s);
    return [name, value] as const;
  });
  const resolved = (values.get("resolve") ?? []).map((entry) => entry.split(":"));
  const mapped = await files.read(address);
  const at = resolved.find(([host, port]) => host === url.hostname && port === portOf(url))?.[2];
  const target = at === undefined ? url : new URL(url.href);
  if (at !== undefined) target.hostname = at;
  const request = { method, agent: "curl/8.5.0", host: url.hostname, path: url.pathname + url.search, headers, body };
  const answer = mapped === undefined ? await fetch(target, request) : given(mapped);
  if (typeof answer === "string") return curlFailure(answer, url);
  const head = `HTTP/1.1 ${answer.status} ${reasons[answer.status] ?? ""}\n${answer.headers.map(([name, value]) => `${name}: ${value}\n`).join("")}\n`;
  if (values.has("f") && answer.status >= 400)
    return failed(`curl: (22) The requested URL returned error: ${answer.status}`, 22);
  const text = (values.has("i") || values.has("I") ? head : "") + (values.has("I") ? "" : answer.body);
  const file = values.get("o")?.at(-1) ?? (values.has("O") ? (url.pathname.split("/").at(-1) ?? "") : undefined);
  const after = (values.get("w")?.at(-1) ?? "")
    .replaceAll("%{http_code}", String(answer.status))
    .replaceAll("\\n", "\n");
  if (file === undefined || file === "-") return { ...printed(text + after), ...because(answer.idle) };
  await files.write(file, text);
  return { ...printed(after), ...because(answer.idle) };
}

/** The answer that a file stands for. */
const given = (body: string): WebAnswer => ({ status: 200, headers: [], body });

const because = (idle: string | undefined): Pick<Finished, "idle"> => (idle === undefined ? {} : { idle });

async function bodyOf(data: readonly string[], files: Files, input: string): Promise<string> {
  const parts = await Promise.all(
    data.map(async (part) =>
      part === "@-" ? input : part.startsWith("@") ? ((await files.read(part.slice(1))) ?? "") : part,
    ),
  );
  return parts.join("&");
}

const reasons: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  422: "Unprocessable Entity",
};

function curlFailure(why: Unreachable, url: URL): Finished {
  const place = `${url.hostname} port ${portOf(url)}`;
  const [code, text] = {
    "unknown host": [6, `Could not resolve host: ${url.hostname}`] as const,
    refused: [7, `Failed to connect to ${place} after 0 ms: Couldn't connect to server`] as const,
    timeout: [28, `Failed to connect to ${place} after 5000 ms: Timeout was reached`] as const,
  }[why];
  return failed(`curl: (${code}) ${text}`, code);
}

/** `wget`: saves what a server answers, or prints it with `-O-`. */
export async function wget(args: readonly string[], files: Files, fetch: Fetch): Promise<Finished> {
  const { values, words } = optionsOf(args, wgetValues, wgetLong);
  const [address = ""] = words;
  const url = urlOf(address);
  if (url === undefined) return failed("wget: missing URL");
  const place = `${url.hostname} (${url.hostname}:${portOf(url)})`;
  const request = {
    method: "GET",
    agent: "Wget",
    host: url.hostname,
    path: url.pathname + url.search,
    headers: [],
    body: "",
  };
  const mapped = await files.read(address);
  const answer = mapped === undefined ? await fetch(url, request) : given(mapped);
  const idle = typeof answer === "string" ? {} : because(answer.idle);
  const connecting = values.has("q") ? "" : `Connecting to ${place}\n`;
  if (typeof answer === "string")
    return failed(
      answer === "unknown host"
        ? `wget: bad address '${url.hostname}'`
        : answer === "timeout"
          ? `${connecting}wget: download timed out`
          : `${connecting}wget: can't connect to remote host (${url.hostname}): Connection refused`,
    );
  if (answer.status >= 400)
    return failed(
      `${connecting}wget: server returned error: HTTP/1.1 ${answer.status} ${reasons[answer.status] ?? ""}`,
    );
  if (values.has("spider")) return failed(`${connecting}remote file exists`, 0);
  const file = values.get("O")?.at(-1) ?? url.pathname.split("/").at(-1) ?? "";
  if (file === "-") return { stdout: answer.body, stderr: connecting, code: 0, ...idle };
  await files.write(file === "" ? "index.html" : file, answer.body);
  return { stdout: "", stderr: connecting, code: 0, ...idle };
}
