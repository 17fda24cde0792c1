import { stringify } from "yaml";
import { kubectlSnippet } from "../client/snippets/kubectl.ts";
import { shellWord, withInput } from "../client/snippets/shell.ts";
import type { SnippetContext, SnippetRequest } from "../client/snippets/snippet.ts";
import { snippetsOf } from "../client/snippets/snippets.ts";
import { parsePath } from "../client/snippets/parsed-path.ts";
import type { Path, Pattern, Piece } from "./pattern.ts";
import type { Capture, FindOperation, LineOperation, Operation, Plan, RequestOperation } from "./plan.ts";

/** What requests are sent with. Command lines stay command lines. */
export type ShellTool = "kubectl" | "curl";

/** Writes a replay as a script for a shell. A step that was refused may fail. */
export function printShell({ name, objects, operations }: Plan, tool: ShellTool, context: SnippetContext): string {
  const seed = objects.map((object) => `---\n${stringify(object, { lineWidth: 0 })}`).join("");
  const parts = [
    ["#!/bin/sh", `# ${name.replace(/\s+/g, " ")}`, ...usage(tool, context)].join("\n"),
    ...(seed === "" ? [] : [`# What is there at first\n${withInput("kubectl apply -f -", seed)}`]),
    ...operations.map((operation) => `# ${operation.title}\n${commandOf(operation, tool, context)}`),
  ];
  return `${parts.join("\n\n")}\n`;
}

const usage = (tool: ShellTool, { server }: SnippetContext): readonly string[] =>
  tool === "curl"
    ? [`# Runs against the server at ${server}; values are taken from answers with jq.`]
    : ["# Runs against the cluster of the current context of kubectl."];

function commandOf(operation: Operation, tool: ShellTool, context: SnippetContext): string {
  switch (operation.kind) {
    case "line":
      return lineCommands(operation);
    case "find":
      return findCommand(operation, tool, context);
    case "request":
      return operation.watch === undefined
        ? requestCommands(operation, tool, context)
        : watchCommands(operation, operation.watch, tool, context);
    case "events":
      return `sleep 1\nkill "$${operation.of}"\ncat ${operation.of}.txt`;
  }
}

/** A watch goes on in the background, and its events into a file. */
function watchCommands({ target, headers }: RequestOperation, watch: string, tool: ShellTool, context: SnippetContext) {
  const [path, impersonates] = [textOf(target), headers.some(([name]) => /^impersonate-/i.test(name))];
  const curl = curlOf({ method: "GET", target: path, headers, body: "" }, context).replace(/^curl/, "curl -sN");
  const command = tool === "kubectl" && !impersonates ? `kubectl get --raw ${shellWord(path)}` : curl;
  return `${withVariables(command)} > ${watch}.txt &\n${watch}=$!`;
}

function lineCommands({ text, code, files }: LineOperation): string {
  const written = files.map(([path, content]) => withInput(`cat > ${shellWord(path)}`, content));
  const line = text
    .map((piece) => (piece.kind === "variable" ? `"$${piece.name}"` : piece.kind === "text" ? piece.text : ""))
    .join("");
  return [...written, code === 0 || line.includes("<<") ? line : `${line} || true`].join("\n");
}

/** Stands for a variable while a command is written. */
const mark = (name: string): string => `KUBEPADVAR_${name}_`;
const marked = /KUBEPADVAR_([A-Za-z0-9]+)_/g;

const textOf = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (piece.kind === "variable" ? mark(piece.name) : piece.kind === "text" ? piece.text : ""))
    .join("");

function requestCommands(operation: RequestOperation, tool: ShellTool, context: SnippetContext): string {
  const { method, headers, body, isText, expected, captures } = operation;
  const target = textOf(operation.target);
  const sent = body === undefined ? "" : isText ? String(valueOf(body)) : JSON.stringify(valueOf(body), undefined, 2);
  const request: SnippetRequest = { method, target, headers, body: sent };
  const impersonates = headers.some(([name]) => /^impersonate-/i.test(name));
  const own = tool === "kubectl" && !impersonates ? kubectlSnippet(request, context)?.text : undefined;
  if (captures.length > 0) return withVariables(withCaptures(captures, own, curlOf(request, context)));
  const command = withVariables(own ?? curlOf(request, context));
  return (expected.status ?? 200) >= 400 ? orTrue(command) : command;
}

/** Returns the commands that take values from an answer: kubectl prints them by their paths, that of curl is kept. */
function withCaptures(captures: readonly Capture[], kubectl: string | undefined, curl: string): string {
  const paths = captures.map(({ path }) => `{${jsonPath(path)}}`).join(String.raw`{"\n"}`);
  const printing = kubectl === undefined ? undefined : withOutput(kubectl, `-o jsonpath=${shellWord(paths)}`);
  const [first] = captures;
  if (printing === undefined) {
    const take = ({ variable, path }: Capture): string =>
      `${variable}=$(printf '%s' "$answer" | jq -r ${shellWord(jqPath(path))})`;
    return [`answer=$(${silent(curl)})`, ...captures.map(take)].join("\n");
  }
  if (captures.length === 1 && first !== undefined && !printing.includes("<<'"))
    return `${first.variable}=$(${printing})`;
  // not every shell reads a here-document within a substitution
  const take = ({ variable }: Capture, i: number): string => `${variable}=$(sed -n ${i + 1}p answer.txt)`;
  return [intoFile(printing), ...captures.map(take)].join("\n");
}

const intoFile = (command: string): string =>
  command.includes(" <<'") ? command.replace(" <<'", " > answer.txt <<'") : `${command} > answer.txt`;

/** Returns a command of kubectl with another output; undefined for one that has none. */
function withOutput(command: string, output: string): string | undefined {
  if (/^kubectl (?:delete|\w+ (?:\\\n +)?--raw)/.test(command)) return undefined;
  if (command.endsWith("-o yaml")) return `${command.slice(0, -"-o yaml".length)}${output}`;
  return command.includes(" -f -") ? command.replace(" -f -", ` ${output} -f -`) : `${command} ${output}`;
}

const silent = (curl: string): string => curl.replace(/^curl/, "curl -s");

const jsonPath = (path: Path): string =>
  path.map((name) => (typeof name === "number" ? `[${name}]` : `.${name.replaceAll(".", String.raw`\.`)}`)).join("");

/** A command that may fail. A here-document is below its first line. */
function orTrue(command: string): string {
  const at = command.indexOf("<<'");
  const end = at < 0 ? -1 : command.indexOf("\n", at);
  return end < 0 ? `${command} || true` : `${command.slice(0, end)} || true${command.slice(end)}`;
}

const curlOf = (request: SnippetRequest, context: SnippetContext): string =>
  snippetsOf(request, context)[0]?.text ?? "";

const jqPath = (path: Path): string =>
  path.map((name) => (typeof name === "number" ? `[${name}]` : `["${name}"]`)).reduce((all, part) => all + part, ".");

function findCommand({ target, prefix, variable }: FindOperation, tool: ShellTool, context: SnippetContext): string {
  const pattern = prefix.map((piece) => (piece.kind === "text" ? piece.text : "[a-z0-9-]*")).join("");
  const grep = `grep ${shellWord(`^${pattern}`)} | head -n 1`;
  const parsed = parsePath(textOf(target));
  if (tool === "curl" || parsed === undefined) {
    const list = silent(curlOf({ method: "GET", target: textOf(target), headers: [], body: "" }, context));
    return withVariables(`${variable}=$(${list} | jq -r '.items[].metadata.name' | ${grep})`);
  }
  const { resource, group, version, namespace } = parsed;
  const words = ["kubectl get", group === "" ? resource : `${resource}.${version}.${group}`];
  const scope = namespace === undefined ? [] : ["-n", shellWord(namespace)];
  return withVariables(`${variable}=$(${[...words, ...scope, "-o name"].join(" ")} | cut -d/ -f2 | ${grep})`);
}

/** Puts the variables of the shell in place of their marks: in quotes, bare, or in a here-document. */
function withVariables(command: string): string {
  const at = command.search(/<<'\w+'\n/);
  const head = at < 0 ? command : command.slice(0, at);
  const document = at < 0 ? "" : command.slice(at);
  const parts = head.split("'");
  const quotedHead = parts
    .map((part, i) => part.replace(marked, (_all, name: string) => (i % 2 === 1 ? `'"$${name}"'` : `"$${name}"`)))
    .join("'");
  if (!document.includes("KUBEPADVAR_")) return quotedHead + document;
  const open = document.replace(/^<<'(\w+)'/, "<<$1").replace(/[\\$`]/g, String.raw`\$&`);
  return quotedHead + open.replace(marked, "$${$1}");
}

function valueOf(pattern: Pattern): unknown {
  switch (pattern.kind) {
    case "scalar":
      return pattern.value;
    case "any":
      return null;
    case "pieces":
      return textOf(pattern.pieces);
    case "list":
      return pattern.items.map(valueOf);
    case "map":
      return Object.fromEntries(pattern.members.map(([name, member]) => [name, valueOf(member)]));
  }
}
