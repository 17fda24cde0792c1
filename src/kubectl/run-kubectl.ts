import { parseDuration } from "../apimachinery/duration.ts";
import { flagRows } from "./cli/flag-tables.ts";
import { warnDeprecated } from "./cli/deprecated-flags.ts";
import { refuseUnbuiltFlags } from "./cli/refused-flags.ts";
import { FlagSet, type ParsedWords } from "./cli/flag-set.ts";
import { commands } from "./commands/table.ts";
import type { Output } from "./command-output.ts";
import type { Invocation, Run } from "./invocation.ts";
import { itemsAt, textAt } from "./json-access.ts";
import { errorText, KubectlError, PlainError, usageError } from "./kubectl-error.ts";
import { yamlOf } from "./output/print-json.ts";
import { parseManifest } from "./resource/documents.ts";
import { Rest } from "./rest/rest.ts";
import { clusterOf, type ConnectOptions, contextOf, emptyConfig, serverOf, type Session, userOf } from "./session.ts";
import { compareUtf8 } from "../apimachinery/compare-utf8.ts";
import { isObject, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { quoteGo } from "../apimachinery/go-strings.ts";
import { messageOf } from "../apimachinery/message-of.ts";
import { helpOf, rootHelp } from "./cli/help.ts";
import { unknownCommand } from "./cli/unknown-command.ts";

/** The groups of commands that do nothing but print their help. */
const groups = new Set([
  "rollout",
  "set",
  "certificate",
  "config",
  "auth",
  "create secret",
  "create service",
  "top",
  "plugin",
]);

const aliases: Readonly<Record<string, string>> = {
  "create cm": "create configmap",
  "create deploy": "create deployment",
  "create ns": "create namespace",
  "create sa": "create serviceaccount",
  "create svc": "create service",
  "create ing": "create ingress",
  "create cj": "create cronjob",
  "create pdb": "create poddisruptionbudget",
  "create pc": "create priorityclass",
  "create resourcequota": "create quota",
  "create service externalname": "create service externalname",
  "top pods": "top pod",
  "top po": "top pod",
  "top nodes": "top node",
  "top no": "top node",
  "config use": "config use-context",
  "set sa": "set serviceaccount",
};

const known = new Map(flagRows.map(([name, use, flags]) => [name, { use, flags }]));

/** Runs kubectl with these words. Ends with the exit code; never throws. */
export const runKubectl = (
  session: Session,
  words: readonly string[],
  stdin: string,
  output: Output,
  signal: AbortSignal,
  runPlugin?: RunPlugin,
): Promise<number> => prepareKubectl(session, words, runPlugin)(stdin, output, signal);

/** Runs the plugin that words are meant for, which are no command; undefined if there is none. */
export type RunPlugin = (session: Session, words: readonly string[], output: Output) => Promise<number | undefined>;

/**
 * Runs kubectl with words that may have been read before. What is piped into it is a text, or an object that was read
 * of one. Ends with the exit code; never throws.
 */
export type PreparedKubectl = (stdin: string | JsonObject, output: Output, signal: AbortSignal) => Promise<number>;

/** Returns a function that runs kubectl with these words, which it reads once, for another input each time. */
export function prepareKubectl(session: Session, words: readonly string[], runPlugin?: RunPlugin): PreparedKubectl {
  let known: ReadCommand | undefined;
  return async (stdin, output, signal) => {
    session.refused = undefined;
    try {
      const command = known ?? (await read(session, words, output, runPlugin));
      if (typeof command === "number") return command;
      known = command;
      return await run(session, command, stdin, output, signal);
    } catch (error) {
      return endWithHint(error, session, words, output);
    }
  };
}

/** Prints the error that a command ended with, reports it if it is a bug, and returns the exit code. */
export function endWith(error: unknown, session: Session, output: Output): number {
  if (isFault(error)) session.reportBug?.(error);
  output.err(errorText(error));
  return error instanceof KubectlError ? error.code : 1;
}

/** The same with a line on what to try, if there is more to say than the error does, and hints are wanted. */
export async function endWithHint(error: unknown, session: Session, words: readonly string[], output: Output) {
  const code = endWith(error, session, output);
  if (!wantsHints(session, words)) return code;
  const hint = await import("./hints/hint-of.ts").then(
    ({ hintOf }) => hintOf(session, error, words),
    () => undefined, // code that cannot be loaded now is no second error
  );
  if (hint !== undefined) output.err(`hint: ${hint}\n`);
  return code;
}

function wantsHints({ hints, environment, variables }: Session, words: readonly string[]): boolean {
  const variable = variables.get("KUBEPAD_HINTS")?.value ?? environment["KUBEPAD_HINTS"] ?? "";
  return hints !== undefined && !words.includes(noHints) && !/^(?:false|off|no|0)$/.test(variable);
}

const noHints = "--hints=false";

/** Reports whether an error is one of the language, which no command throws on purpose. */
const isFault = (error: unknown): boolean =>
  [TypeError, RangeError, ReferenceError, SyntaxError].some((type) => error instanceof type);

/** Throws what kubectl says of names that its configuration does not have, and of a timeout that is none. */
function checkConnection({ config }: Session, flags: FlagSet, context: string, path: string): void {
  const own = known.get(path.replace(/^kubectl /, ""))?.flags ?? "";
  const has = (list: string, name: string): boolean =>
    name === "" || itemsAt(config, list).some((entry) => textAt(entry, "name") === name);
  if (!has("contexts", context))
    throw new PlainError(`Error in configuration: context was not found for specified context: ${context}`);
  if (!/\buser:/.test(own) && !has("users", flags.text("user")))
    throw new KubectlError(`auth info ${quoteGo(flags.text("user"))} does not exist`);
  if (!has("clusters", flags.text("cluster")))
    throw new KubectlError(`no server found for cluster ${quoteGo(flags.text("cluster"))}`);
  if (!/^(?:|\d+|[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+)$/.test(flags.text("request-timeout")))
    throw new KubectlError(
      "Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)",
    );
}

/** Finds the longest command that the words before arguments name; flags of the root may stand between. */
export function commandOf(words: readonly string[]): { readonly name: string; readonly rest: readonly string[] } {
  let name = "";
  const rest = [...words];
  for (let at = 0; at < rest.length;) {
    const word = rest[at] ?? "";
    if (word.startsWith("-")) {
      if (word === "--") break;
      at += !word.includes("=") && takesNext(word) ? 2 : 1;
      continue;
    }
    const longer = name === "" ? word : `${name} ${word}`;
    const resolved = aliases[longer] ?? longer;
    if (!known.has(resolved)) break;
    name = resolved;
    rest.splice(at, 1);
  }
  return { name, rest };
}

/** The first word that is neither a flag nor the value of one; undefined if there is none. */
function firstWord(words: readonly string[]): string | undefined {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") return words[at + 1];
    if (!word.startsWith("-")) return word;
    if (!word.includes("=") && takesNext(word)) at++;
  }
  return undefined;
}

const takesNext = (word: string): boolean =>
  /^(?:-n|-s|-v|--(?:namespace|server|context|cluster|user|as|as-group|as-uid|token|kubeconfig|kuberc|request-timeout|v))$/.test(
    word,
  );

/** A command with its flags and arguments. */
interface ReadCommand extends ParsedWords {
  readonly command: Run;
  readonly name: string;
  readonly path: string;
  readonly flags: FlagSet;
}

/** Finds the command of words, with its flags and arguments; what prints help has ended with an exit code. */
async function read(
  given: Session,
  words: readonly string[],
  output: Output,
  runPlugin: RunPlugin | undefined,
): Promise<ReadCommand | number> {
  const { name, rest: left } = commandOf(await preferred(given, words, output));
  const path = name === "" ? "kubectl" : `kubectl ${name}`;
  const unknown = name === "" ? firstWord(left) : undefined;
  if (unknown === "alpha") {
    output.err("No alpha commands are available in this version of kubectl\n");
    return 0;
  }
  if (unknown !== undefined && unknown !== "help") {
    const code = await runPlugin?.(given, left, output);
    if (code !== undefined) return code;
    throw unknownCommand(unknown, "kubectl", known.keys());
  }
  const flags = new FlagSet(`${known.get(name)?.flags ?? ""} ${switchedFlags(given, name)} @global`);
  const parsed = parseWords(flags, left, path);
  if (flags.bool("help") || (name === "" && parsed.args.length === 0) || parsed.args[0] === "help") {
    output.out(name === "" ? rootHelp() : helpOf(name));
    return 0;
  }
  if (name === "") throw unknownCommand(parsed.args[0] ?? "", "kubectl", known.keys());
  const command = commands[name];
  if (groups.has(name) && (command === undefined || parsed.args.length === 0)) {
    if (parsed.args.length > 0 && name !== "certificate")
      throw new KubectlError(
        `unknown command ${quoteGo(parsed.args.join(" "))}\nSee '${path} -h' for help and examples`,
      );
    return printGroupHelp(name, output);
  }
  if (command === undefined) throw new KubectlError(`${quoteGo(name)} is not available here`);
  refuseUnbuiltFlags(name, flags);
  return { command, name, path, flags, ...parsed };
}

async function run(
  given: Session,
  { command, name, path, flags, args, dash }: ReadCommand,
  stdin: string | JsonObject,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  const variable = given.kubeconfigVariable ?? "";
  const session =
    flags.text("kubeconfig") !== ""
      ? await withKubeconfig(given, flags.text("kubeconfig"), name)
      : variable === ""
        ? given
        : await withKubeconfig(given, variable, "config view");
  const invocation = createInvocation(session, { flags, path, stdin, output, signal, args, dash });
  warnDeprecated(flags, output, given.clock.now());
  const { config } = session;
  const code = await command(invocation);
  if (session !== given && session.config !== config)
    await writeKubeconfig(session, flags.text("kubeconfig") || variable);
  const { warnings } = invocation.rest;
  if (flags.bool("warnings-as-errors") && warnings > 0)
    throw new KubectlError(`${warnings} warning${warnings === 1 ? "" : "s"} received`);
  return code ?? 0;
}

/** The flags of a command that the environment (cmdutil.FeatureGate) or the session turns on. */
const switchedFlags = ({ environment, hints }: Session, name: string): string => {
  const sets = name === "apply" && environment["KUBECTL_APPLYSET"]?.toLowerCase() === "true" ? "applyset:s" : "";
  return hints !== undefined ? `hints:b=true ${sets}` : sets;
};

/** The words with what a file of preferences makes of them, if `--kuberc` names one. */
async function preferred(session: Session, words: readonly string[], { err }: Output): Promise<readonly string[]> {
  if (!words.some((word) => word.startsWith("--kuberc"))) return words;
  if (session.environment["KUBECTL_KUBERC"]?.toLowerCase() === "false") return words;
  const { applyKuberc, kubercPath } = await import("./cli/kuberc.ts");
  const path = kubercPath(words);
  const flagsOf = (command: string): string => `${known.get(command)?.flags ?? ""} @global`;
  return path === undefined ? words : applyKuberc(session, path, words, { find: commandOf, flagsOf }, err);
}

/** Prints the help of a group of commands that was run without one (cmdutil.DefaultSubCommandRun). */
function printGroupHelp(name: string, { out, err }: Output): number {
  if (name === "certificate" || name === "rollout") out(helpOf(name));
  else err(helpOf(name));
  return name === "certificate" ? 0 : 1;
}

/** The session with the kubeconfig of a file in place of its own. Throws a KubectlError. */
async function withKubeconfig(session: Session, path: string, command: string): Promise<Session> {
  const text = await session.files.read(path);
  if (text === undefined && !command.startsWith("config "))
    throw new PlainError(`error: stat ${path}: no such file or directory`);
  let read: JsonValue = null;
  try {
    read = text === undefined ? null : parseManifest(text);
  } catch (error) {
    const problem = messageOf(error).replace("error parsing: ", "");
    throw new KubectlError(`error loading config file ${quoteGo(path)}: ${problem}`);
  }
  const environment = { ...session.environment, KUBECONFIG: path };
  return { ...session, environment, config: isObject(read) ? asRead(read) : emptyConfig };
}

/** A kubeconfig as kubectl reads it: its lists sorted by names, and without preferences that say nothing. */
function asRead({ preferences, ...config }: JsonObject): JsonObject {
  const lists = ["clusters", "contexts", "users"].map((list) => [
    list,
    itemsAt(config, list).toSorted((a, b) => compareUtf8(textAt(a, "name"), textAt(b, "name"))),
  ]);
  const kept = isObject(preferences) && Object.keys(preferences).length > 0 ? { preferences } : {};
  return { ...emptyConfig, ...config, ...kept, ...Object.fromEntries(lists) };
}

async function writeKubeconfig({ config, files }: Session, path: string): Promise<void> {
  await files.write(path, yamlOf(config));
}

function parseWords(flags: FlagSet, words: readonly string[], path: string) {
  try {
    return flags.parse(words);
  } catch (error) {
    if (path === "kubectl diff") throw new KubectlError(usageError(path, messageOf(error)).message, 2);
    throw new KubectlError(`${messageOf(error)}\nSee '${path} --help' for usage.`);
  }
}

/** A timeout in nanoseconds: a duration, or a number of seconds. */
function requestTimeout(text: string): bigint {
  if (/^\d+$/.test(text)) return BigInt(text) * 1_000_000_000n;
  try {
    return parseDuration(text);
  } catch {
    return 0n;
  }
}

interface Given {
  readonly flags: FlagSet;
  readonly args: readonly string[];
  readonly dash: number;
  readonly path: string;
  readonly stdin: string | JsonObject;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/**
 * The session with a connection to the server at an address, if it can make connections and has another one. What
 * commands change of the kubeconfig stays.
 */
function connected(session: Session, server: string, by: ConnectOptions): Session {
  if (session.connect === undefined || server === "" || server === session.server) return session;
  const own = { server, handle: session.connect(server, by), mapper: undefined, documents: new Map() };
  return new Proxy(session, {
    get: (target, name) => Reflect.get(Object.hasOwn(own, name) ? own : target, name),
    set: (target, name, value) => Reflect.set(Object.hasOwn(own, name) ? own : target, name, value),
  });
}

/** The run of a command for given words: whose requests it sends, and in which namespace. Throws a KubectlError. */
export function createInvocation(
  given: Session,
  { flags, path, args, dash, stdin, output, signal }: Given,
): Invocation {
  const contextName = flags.text("context") || textAt(given.config, "current-context");
  const context = contextOf(given.config, contextName);
  const cluster = flags.text("cluster") || textAt(context, "cluster");
  const session = connected(given, flags.text("server") || serverOf(given.config, cluster), {
    cluster: clusterOf(given.config, cluster),
    user: userOf(given.config, contextName),
    insecure: flags.bool("insecure-skip-tls-verify"),
  });
  if (!path.startsWith("kubectl config ")) checkConnection(session, flags, contextName, path);
  const user = userOf(session.config, contextName);
  const token = flags.text("token") || textAt(user, "token") || session.token;
  const headers: (readonly [string, string])[] = [["User-Agent", "kubectl"]];
  if (token !== undefined && token !== "") headers.push(["Authorization", `Bearer ${token}`]);
  const as = flags.text("as") || textAt(user, "as");
  if (as !== "") headers.push(["Impersonate-User", as]);
  else if (flags.list("as-group").length + flags.text("as-uid").length > 0 && !path.startsWith("kubectl config"))
    throw new KubectlError("requesting uid, groups or user-extra for  without impersonating a user");
  for (const group of flags.list("as-group")) headers.push(["Impersonate-Group", group]);
  if (flags.text("as-uid") !== "") headers.push(["Impersonate-Uid", flags.text("as-uid")]);
  const rest = new Rest({
    session,
    headers,
    signal,
    verbosity: flags.int("v"),
    timeout: requestTimeout(flags.text("request-timeout")),
    warn: (text) => output.err(text),
    log: (text) => output.err(text),
  });
  const namespace = flags.text("namespace");
  return {
    session,
    rest,
    flags,
    args,
    dash,
    path,
    ...(typeof stdin === "string" ? { stdin } : { stdin: "", piped: stdin }),
    signal,
    out: (text) => output.out(text),
    err: (text) => output.err(text),
    namespace: namespace || textAt(context, "namespace") || "default",
    hasNamespace: namespace !== "",
  };
}
